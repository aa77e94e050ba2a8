import Media

extension Outbound {
  /// Fetches a picture into the store, through a temporary file.
  /// - Throws: `PictureFailure` for errors that concern only this picture.
  func picture(
    _ url: String, into store: MediaStore, options: ImportOptions, allowingPrivate: Bool
  ) async throws -> StoredPicture {
    let path = try store.temporaryPath()
    defer { store.forget(temporary: path) }
    do throws(OutboundError) {
      let limits = OutboundLimits(maxBytes: options.maxPictureBytes, deadline: options.pictureDeadline)
      try await download(url, to: path, limits: limits, allowingPrivate: allowingPrivate)
    } catch {
      switch error {
      case .cannotWrite: throw MediaError.cannotWrite(path)
      case .cancelled: throw CancellationError()
      default: throw PictureFailure.outbound(error)
      }
    }
    do { return try await store.store(contentsOf: path) } catch { throw PictureFailure.from(error) }
  }
}
