import Foundation
import Freshness
import Synchronization

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
///
/// PostgreSQL also lets go of it when the connection is lost. So each transaction that relies on a lock asks first whether
/// another process has taken it meanwhile (`require`).
public final class HeldLock: Sendable {
  private let file: FileLock?
  private let session: Mutex<KeptSession?>
  private let renewal = Mutex<Task<Void, Never>?>(nil)

  /// Where no lock can be written.
  convenience init() { self.init(nil, nil) }

  convenience init(_ file: FileLock) { self.init(file, nil) }

  convenience init(_ session: KeptSession) { self.init(nil, session) }

  private init(_ file: FileLock?, _ session: KeptSession?) {
    self.file = file
    self.session = Mutex(session)
  }

  deinit { renewal.withLock { $0?.cancel() } }

  /// A file's lock ends with the process only.
  fileprivate var canBeLost: Bool { session.withLock { $0 != nil } }

  /// - Throws: `StorageError.unavailable` if another process has taken the lock since.
  func require(in connection: any DatabaseConnection) throws(StorageError) {
    guard let claim = session.withLock({ $0?.claim }) else { return }
    guard claim.isCurrent(try connection.text("\(claim.lastMark)")) else {
      throw .unavailable("its connection was lost, and another process began the same meanwhile")
    }
  }

  /// Takes the lock again whenever its session was lost, unless another process was sooner.
  ///
  /// - Parameters:
  ///   - interval: how often the session is asked whether it is still there.
  ///   - take: tries to take the same lock.
  fileprivate func renew(every interval: Duration, _ take: @escaping @Sendable () async throws -> KeptSession?) {
    let task = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: interval)
        guard let session = self?.session.withLock(\.self), await !session.isAlive() else { continue }
        // The database may be gone: the next turn tries again.
        guard let new = try? await take() else { continue }
        self?.session.withLock { $0 = new }
      }
    }
    renewal.withLock { $0 = task }
  }
}

/// A session that is kept for the lock that it holds.
final class KeptSession: @unchecked Sendable {
  /// Used by one thread at a time: the one that opened it, then one that asks whether it is there.
  private let session: PostgresSession
  let claim: LockClaim

  init(_ session: PostgresSession, _ claim: LockClaim) { (self.session, self.claim) = (session, claim) }

  /// Asks the session, which has its lock as long as it answers.
  fileprivate func isAlive() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: (try? self.session.run("SELECT 1")) != nil) }.start()
    }
  }
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
  /// For the one process that shows the link by which the community is set up; `nil` if another one has. On SQLite there
  /// is but one server.
  public func setUpLock() async throws -> HeldLock? { try await setUpLock(renewedEvery: .seconds(5)) }

  func setUpLock(renewedEvery interval: Duration) async throws -> HeldLock? {
    guard let lock = try await lockIfFree(.settingUp) else { return nil }
    if let postgres = driver as? PostgresDriver {
      lock.renew(every: interval) { try await postgres.lock(.settingUp) }
    }
    return lock
  }

  /// - Throws: `StorageError.unavailable` if another process has taken the lock since.
  public func require(_ lock: HeldLock) async throws {
    guard lock.canBeLost else { return }
    try await driver.read(dependsOn: .everything) { try lock.require(in: $0) }
  }

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
            let limits = PostgresSession.Limits(lock: .seconds(2), statement: .seconds(5), name: "swiftlet lock")
            let session = try PostgresSession(address, limits, isQueued: false)
            return try session.claim(.task, number).map { KeptSession(session, $0) }
          })
      }
      .start()
    }
  }
}
