import Logging
import Media
import Storage

/// Files of pictures that nobody is to see any more. Their names are written in the transaction that made them useless, so
/// that they are removed even if the server stops in between. While a backup is made they stay: it reads the pictures that
/// its copy of the database shows.
extension Community {
  /// Removes the files of pictures whose rows are gone, when what is at work with pictures is done.
  ///
  /// - Parameter hashes: what has become useless now; it is noted in the database already.
  func discard(_ hashes: [String]) {
    guard !hashes.isEmpty else { return }
    _ = pictureWork.begin { [self] in try await removeDiscarded() }
  }

  /// Removes the files that a stop, a full disk or a backup left: to be called at the start, and now and then.
  public func removeDiscardedPictures() async throws {
    try await pictureWork.run { [self] in try await removeDiscarded() }
  }

  private func removeDiscarded() async throws {
    var last = ""
    while true {
      let hashes = try await store.discardedPictures(after: last, limit: 100)
      guard let end = hashes.last, let lock = try await store.pictureLockIfFree() else { return }
      last = end
      // Which are known again is not noted any more.
      try await store.forget(discarded: try await removeFiles(hashes, lock))
      withExtendedLifetime(lock) {}
    }
  }

  /// Removes the files of pictures of which nobody has a row, unless a backup is made: then they stay until a check.
  ///
  /// - Returns: how many there were.
  @discardableResult
  func removeUnknown(_ hashes: [String]) async throws -> Int {
    guard !hashes.isEmpty, let lock = try await store.pictureLockIfFree() else { return 0 }
    let removed = try await removeFiles(hashes, lock)
    withExtendedLifetime(lock) {}
    return removed.count
  }

  /// - Returns: the hashes of pictures that have no row, and now no files.
  private func removeFiles(_ hashes: [String], _ lock: HeldLock) async throws -> [String] {
    let mediaStore = mediaStore
    let removed = try await store.removeUnknown(hashes, lock) { mediaStore.remove($0) }
    return await mediaStore.fileWork.run { mediaStore.finishRemoval(of: removed) }
  }

  /// Removes pictures that came in and don't wait any more, unless a backup is made, for which they may: then they go an
  /// hour later (`resumeUploads`).
  func forget(received ids: [Int64]) async {
    guard !ids.isEmpty else { return }
    do {
      guard let lock = try await store.pictureLockIfFree() else { return }
      try await store.require(lock)
      await mediaStore.forget(received: ids)
      withExtendedLifetime(lock) {}
    } catch {
      logger.debug("Pictures that came in stay for now", metadata: ["error": "\(error)"])
    }
  }
}
