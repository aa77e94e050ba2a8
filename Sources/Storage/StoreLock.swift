import Foundation

/// What only one at a time does, over all programs.
enum StoreLock: Sendable {
  /// Imports, and counts what imports have brought.
  case importing
  /// Brings all posts into the index of words.
  case indexing
  /// Has shown the link by which the community is set up.
  case settingUp
  /// Makes a backup, which reads pictures that its copy of the database shows; or removes pictures.
  case pictures
}

/// Held as long as it is kept. The system, or PostgreSQL, lets go of it when the program ends, however it ends.
public final class HeldLock: Sendable {
  private let file: FileLock?
  private let session: KeptSession?

  /// Where no lock can be written.
  init() { (file, session) = (nil, nil) }

  init(_ file: FileLock) { (self.file, session) = (file, nil) }

  init(_ session: KeptSession) { (file, self.session) = (nil, session) }
}

/// A session that is kept for the lock that it holds, and used no more.
final class KeptSession: @unchecked Sendable {
  private let session: PostgresSession

  init(_ session: PostgresSession) { self.session = session }
}

extension DataFolder {
  /// For the one server on SQLite, and for whoever changes the schema; `nil` if another one holds it.
  ///
  /// On a full disk on which no server ever was, nothing is held.
  public func servingLock() throws(StorageError) -> HeldLock? { try lock(serving) }

  /// For whoever makes a backup without opening the database, until it is made.
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
  /// For the one process that shows the link by which the community is set up; nil: another one has. On SQLite there is
  /// but one server.
  public func setUpLock() async throws -> HeldLock? { try await lockIfFree(.settingUp) }

  /// For whoever makes a backup, until it is made: nobody removes pictures meanwhile. Waits for who is removing some.
  public func pictureLock() async throws -> HeldLock { try await lock(.pictures) }

  /// For whoever removes pictures; nil while a backup is made. PostgreSQL may need a moment to see that somebody let go.
  public func pictureLockIfFree() async throws -> HeldLock? {
    for attempt in 0..<5 {
      if attempt > 0 { try await Task.sleep(for: .milliseconds(20)) }
      if let held = try await lockIfFree(.pictures) { return held }
    }
    return nil
  }

  /// Waits until nobody holds it.
  func lock(_ lock: StoreLock) async throws -> HeldLock {
    while true {
      if let held = try await lockIfFree(lock) { return held }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// nil: somebody holds it.
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
  /// A lock of the database, held by a session of its own.
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
