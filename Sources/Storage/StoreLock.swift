import Foundation

/// The tasks that only one process at a time may do.
enum StoreLock: Sendable {
  /// Importing, and counting imported rows.
  case importing
  /// Adding all posts to the search index.
  case indexing
  /// Showing the set-up link of the community.
  case settingUp
  /// Making a backup, which reads the pictures that its database copy refers to; or removing pictures.
  case pictures
}

/// A lock that is held as long as this object lives. The system or PostgreSQL releases it when the process ends,
/// however it ends.
public final class HeldLock: Sendable {
  private let file: FileLock?
  private let session: KeptSession?

  /// Holds nothing, for a disk where no lock file can be written.
  init() { (file, session) = (nil, nil) }

  init(_ file: FileLock) { (self.file, session) = (file, nil) }

  init(_ session: KeptSession) { (file, self.session) = (nil, session) }
}

/// A session that exists only to hold its lock.
final class KeptSession: @unchecked Sendable {
  private let session: PostgresSession

  init(_ session: PostgresSession) { self.session = session }
}

extension DataFolder {
  /// Locks the folder for the one SQLite server, or for a change of the schema; returns `nil` if another process has
  /// the lock.
  ///
  /// Holds nothing on a full disk where the lock file can't be created.
  public func servingLock() throws(StorageError) -> HeldLock? { try lock(serving) }

  /// Locks the pictures for a backup that doesn't open the database; waits until the lock is free.
  func pictureLock() async throws -> HeldLock {
    while true {
      if let held = try lock(pictures) { return held }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func lock(_ path: String) throws(StorageError) -> HeldLock? {
    do throws(StorageError) { return try FileLock(path).map { HeldLock($0) } } catch {
      switch error {
      case .diskFull, .notWritable: return HeldLock()
      default: throw error
      }
    }
  }
}

extension Store {
  /// Locks the set-up link for one process; returns `nil` if another has the lock. With SQLite there is one server
  /// only.
  public func setUpLock() async throws -> HeldLock? { try await lockIfFree(.settingUp) }

  /// Locks the pictures for a backup, so that none are removed until it is complete. Waits while pictures are being
  /// removed.
  public func pictureLock() async throws -> HeldLock { try await lock(.pictures) }

  /// Locks the pictures for their removal; returns `nil` while a backup is made. Tries five times, as PostgreSQL may
  /// need a moment to notice a released lock.
  public func pictureLockIfFree() async throws -> HeldLock? {
    for attempt in 0..<5 {
      if attempt > 0 { try await Task.sleep(for: .milliseconds(20)) }
      if let held = try await lockIfFree(.pictures) { return held }
    }
    return nil
  }

  /// Waits until the lock is free, and takes it.
  func lock(_ lock: StoreLock) async throws -> HeldLock {
    while true {
      if let held = try await lockIfFree(lock) { return held }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Takes the lock; returns `nil` if it is taken.
  func lockIfFree(_ lock: StoreLock) async throws -> HeldLock? {
    if let postgres = driver as? PostgresDriver { return try await postgres.lock(lock).map { HeldLock($0) } }
    let path =
      switch lock {
      case .importing: folder.importing
      case .indexing: folder.indexing
      case .settingUp: folder.settingUp
      case .pictures: folder.pictures
      }
    return try FileLock(path).map { HeldLock($0) }
  }
}

extension PostgresDriver {
  /// Takes a lock of the database in a session of its own.
  fileprivate func lock(_ lock: StoreLock) async throws -> KeptSession? {
    let number =
      switch lock {
      case .importing: 1
      case .indexing: 2
      case .settingUp: 3
      case .pictures: 4
      }
    let address = address
    return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<KeptSession?, any Error>) in
      Thread {
        continuation.resume(
          with: Result {
            let limits = PostgresSession.Limits(lock: .seconds(2), statement: .seconds(10), name: "swiftlet lock")
            let session = try PostgresSession(address, limits, isQueued: false)
            let answer = try session.run("SELECT pg_try_advisory_lock(1400457582, \(number))")
            return try answer.integer() == 1 ? KeptSession(session) : nil
          })
      }
      .start()
    }
  }
}
