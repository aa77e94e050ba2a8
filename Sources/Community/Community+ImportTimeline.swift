import Media
import Social
import Storage

extension Community {
  /// Imports a timeline file for that account, or what is new of it since the last time.
  ///
  /// Everything is fetched first, then written and shown as a whole: if it is cut off, nothing has changed.
  /// - Parameters:
  ///   - username: of the account that follows everybody in the file; it is made if there is none. Posts of that
  ///     name in the file are its own.
  ///   - progress: called often, from any thread.
  /// - Throws: a `DescribedError`, or `CancellationError`.
  public func importTimeline(
    from path: String, username: String, options: ImportOptions = ImportOptions(),
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> TimelineReport {
    guard Self.isUsername(username) else { throw ImportError.invalidUsername(username) }
    progress(.reading)
    await mediaStore.fileWork.run { [mediaStore] in mediaStore.sweep() }
    let batch = try TimelineBatch(try FolderSource.bytes(of: path, options), place: path)
    let outbound = Outbound(wait: options.wait)
    do {
      let report = try await write(
        batch, TimelinePictures(options: options, outbound: outbound), username, options, progress)
      outbound.close()
      return report
    } catch {
      outbound.close()
      throw error
    }
  }

  private func write(
    _ batch: TimelineBatch, _ source: TimelinePictures, _ username: String, _ options: ImportOptions,
    _ progress: @Sendable (ImportProgress) -> Void
  ) async throws -> TimelineReport {
    let references = batch.references(source)
    let (known, gathered) = try await pictures(references, from: source, for: username, options, progress)
    let writer = TimelineWriter(
      batch: batch, username: username, source: source, knownPictures: known, gathered: gathered,
      identifiers: identifiers, now: clock().milliseconds)
    try Task.checkCancellation()
    var report = try await store.staging { try await writer.write($0, progress: progress) }
    report.pictures = gathered.count(of: references)
    report.failedPictures = batch.failedPictures(gathered.failed, source)
    return report
  }
}

/// The pictures of a timeline file: all of them elsewhere.
struct TimelinePictures: PictureSource {
  let options: ImportOptions
  let outbound: Outbound

  func key(of reference: String) -> String { reference }

  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture {
    try await outbound.picture(
      reference, into: store, options: options, allowingPrivate: options.allowsPrivatePictures)
  }
}
