import Logging
import Media
import Storage

/// Deletes the files of pictures that nothing shows any more. The transaction that makes a picture unused
/// also writes its hash, so that its files are deleted even if the server stops meanwhile. During a backup
/// they stay, because the backup reads the pictures of its database copy.
struct UnusedPictures: Sendable {
  let store: Store
  let mediaStore: MediaStore
  let queue: PictureQueue
  let logger: Logger

  /// Schedules the deletion of files of pictures without rows, after the picture work that is in progress.
  ///
  /// - Parameter hashes: the pictures that became unused. The database lists them already.
  func discard(_ hashes: [String]) {
    guard !hashes.isEmpty else { return }
    _ = queue.begin { try await removeDiscarded() }
  }

  /// Deletes the files that an interruption, a full disk or a backup left behind. Call it at the start, and
  /// now and then.
  func removeNow() async throws {
    try await queue.run { try await removeDiscarded() }
  }

  private func removeDiscarded() async throws {
    var last = ""
    while true {
      let hashes = try await store.discardedPictures(after: last, limit: 100)
      guard let end = hashes.last, let lock = try await store.pictureLockIfFree() else { return }
      last = end
      // Pictures that have a row again are taken off the list, too.
      try await store.forget(discarded: try await removeFiles(hashes, lock))
      withExtendedLifetime(lock) {}
    }
  }

  /// Deletes the files of pictures without rows. During a backup they stay until a check.
  ///
  /// - Returns: The number of deleted pictures.
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

  /// Deletes received files that aren't needed any more. During a backup they stay, because it may need them,
  /// and are deleted an hour later (`resumeUploads`).
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
