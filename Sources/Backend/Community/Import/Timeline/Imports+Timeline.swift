import Media
import Social
import Storage

extension Community.Imports {
  /// Imports a timeline file for an account. A later run imports only what is new.
  ///
  /// Fetches everything first, then writes it and shows it all at once. An interrupted import changes
  /// nothing.
  /// - Parameters:
  ///   - username: the account that follows everyone in the file; created if it doesn't exist. Posts under
  ///     this name in the file are its own.
  ///   - progress: called often, from any thread.
  /// - Throws: A `DescribedError`, or `CancellationError`.
  public func timeline(
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

/// The pictures of a timeline file, which are all on other servers.
struct TimelinePictures: PictureSource {
  let options: ImportOptions
  let outbound: Outbound

  func key(of reference: String) -> String { reference }

  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture {
    try await outbound.picture(
      reference, into: store, options: options, allowingPrivate: options.allowsPrivatePictures)
  }
}
