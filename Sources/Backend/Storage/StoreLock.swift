import Foundation
import Invalidation
import Synchronization

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

/// Held as long as it is kept. The system, or PostgreSQL, lets go of it when the program ends, however it
/// ends.
///
/// PostgreSQL also lets go of it when the connection is lost. So each transaction that relies on a lock asks
/// first whether another process has taken it meanwhile (`require`).
public final class HeldLock: Sendable {
  private let file: FileLock?
  private let session: Mutex<KeptSession?>
  private let renewal = Mutex<Task<Void, Never>?>(nil)

  /// A lock for folders in which no lock file can be written.
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
  fileprivate func renew(
    every interval: Duration, _ take: @escaping @Sendable () async throws -> KeptSession?
  ) {
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
  /// Locks the folder for the one SQLite server, or for a change of the schema; returns `nil` if another
  /// process has the lock.
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
  /// For the one process that shows the link by which the community is set up; `nil` if another one has. On
  /// SQLite there is but one server.
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

  /// Locks the pictures for a backup, so that none are removed until it is complete. Waits while pictures are
  /// being removed.
  public func pictureLock() async throws -> HeldLock { try await lock(.pictures) }

  /// Locks the pictures for their removal; returns `nil` while a backup is made. Tries five times, as
  /// PostgreSQL may need a moment to notice a released lock.
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
    return try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<KeptSession?, any Error>) in
      Thread {
        continuation.resume(
          with: Result {
            let limits = PostgresSession.Timeouts(
              lock: .seconds(2), statement: .seconds(5), name: "swiftlet lock")
            let session = try PostgresSession(address, limits, isQueued: false)
            return try session.claim(.task, number).map { KeptSession(session, $0) }
          })
      }
      .start()
    }
  }
}
