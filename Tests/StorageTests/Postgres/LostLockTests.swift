import DatabaseTestSupport
import Foundation
import Invalidation
import Social
import TestSupport
import Testing

@testable import Storage

/// PostgreSQL frees a session's locks with the session, which the process may notice later.
@Suite(.timeLimit(.minutes(2))) struct LostLockTests {
  /// A connection that says nothing counts as lost after 0.8 s.
  private static let times = PostgresWatch.Times(silence: .milliseconds(200), answer: .milliseconds(600))

  private func driver(_ address: DatabaseAddress) async throws -> PostgresDriver {
    try await PostgresDriver.open(address, readerCount: 1, times: Self.times)
  }

  /// A database with an empty table, and as many drivers as processes would have.
  private func withDrivers(
    _ number: Int, _ body: ([PostgresDriver], AnotherProgram) async throws -> Void
  ) async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    var drivers: [PostgresDriver] = []
    for _ in 0..<number { drivers.append(try await driver(address)) }
    try await drivers[0].write { _ = try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT)") }
    for driver in drivers {
      try await driver.note([InvalidationRule(table: "notes", event: .insert, tags: [(.post, "NEW.id")])])
    }
    try await body(drivers, AnotherProgram(address))
    for driver in drivers { try await driver.close() }
  }

  /// Inserts one row whose id was made before the transaction, and one whose id is made in it.
  ///
  /// - Returns: the second id, and the mark of the process whose number is in it.
  private func insert(
    _ driver: PostgresDriver, at now: Int64 = 1_795_000_000_000
  ) async throws -> (id: Int64, mark: String?) {
    let before = driver.identifiers.next(milliseconds: now)
    return try await driver.write { connection in
      let id = driver.identifiers.next(milliseconds: now)
      for id in [before, id] { try connection.execute("INSERT INTO notes (id) VALUES (\(id))") }
      let claim = LockClaim(kind: .process, number: Int(id / Identifiers.step % 64), mark: nil)
      return (id, try connection.text("\(claim.lastMark)"))
    }
  }

  @Test func `NEW_08 a process whose number another one has taken writes nothing with it (29_10)`()
    async throws
  {
    try await withDrivers(1) { drivers, other in
      let driver = drivers[0]
      let old = try #require(driver.number.claim)
      // As if the server had lost the session, and the process had not heard of it.
      try other.run(
        "UPDATE swiftlet_locks SET holder = 'another process' WHERE class = \(LockClaim.Kind.process.rawValue)"
      )
      let revision = driver.revisions.latest
      let mark = try await insert(driver).mark
      let new = try #require(driver.number.claim)
      #expect(new != old && new.mark == mark)
      #expect(!driver.revisions.isCurrent(.post(1), asOf: revision), "messages may have been missed")
    }
  }

  @Test func `NEW_08 a lost number is never two processes' (29_10)`() async throws {
    try await withDrivers(2) { drivers, other in
      let lost = try #require(drivers[0].number.claim)
      let number = try other.takeNumber(of: lost)
      #expect(try await eventually { drivers[0].number.claim.map { $0 != lost } ?? false })
      #expect(number.claim != nil && drivers[0].number.claim?.number != lost.number)
      #expect(Set(drivers.map { $0.identifiers.number }).count == 2)
      #expect(try await insert(drivers[0]).mark == drivers[0].number.claim?.mark)
      withExtendedLifetime(number) {}
    }
  }

  @Test func `NEW_08 a connection that says nothing more is lost within seconds (29_10)`() async throws {
    try await withDrivers(2) { drivers, other in
      let (one, two) = (drivers[0], drivers[1])
      let old = try #require(two.number.claim)
      let backend = try #require(try other.backend(of: old))
      let revision = two.revisions.latest
      // It neither answers nor ends, like a machine whose cable was pulled.
      #expect(kill(backend, SIGSTOP) == 0)
      defer { kill(backend, SIGCONT) }
      try await one.write { _ = try $0.execute("INSERT INTO notes (id) VALUES (1)") }
      // A check that is younger than 100 ms counts. Then the change is known, or that messages were missed.
      #expect(
        try await eventually {
          await two.refresh()
          return !two.revisions.isCurrent(.post(1), asOf: revision)
        })
      // Also without anybody asking.
      #expect(try await eventually { two.number.claim.map { $0 != old } ?? false })
      #expect(try await insert(two).mark == two.number.claim?.mark)
      #expect(
        Set(drivers.map { $0.identifiers.number } + [old.number]).count == 3,
        "the server still holds the old one")
    }
  }

  @Test func `NEW_08 an idle process that hears nothing more notices by itself (29_10)`() async throws {
    try await withDrivers(1) { drivers, other in
      let old = try #require(drivers[0].number.claim)
      let revision = drivers[0].revisions.latest
      let backend = try #require(try other.backend(of: old))
      #expect(kill(backend, SIGSTOP) == 0)
      defer { kill(backend, SIGCONT) }
      #expect(try await eventually { drivers[0].number.claim.map { $0 != old } ?? false })
      #expect(!drivers[0].revisions.isCurrent(.post(1), asOf: revision))
    }
  }

  /// Two processes lose their sessions, and their numbers, between and in the middle of what they do.
  @Test(arguments: 1...8)
  func `NEW_08 whatever sessions are lost, numbers, ids and caches stay right (29_10)`(seed: UInt64)
    async throws
  {
    try await withDrivers(2) { drivers, other in
      var generator = SeededGenerator(seed: seed)
      var (ids, numbers): (Set<Int64>, [AnotherProgram.Number]) = ([], [])
      var attempts = 0
      for step in 0..<Int64(25) {
        let index = generator.below(2)
        let (driver, reader) = (drivers[index], drivers[1 - index])
        switch generator.below(6) {
        case 0: if let claim = driver.number.claim { try other.end(claim) }
        case 1: if let claim = driver.number.claim { numbers.append(try other.takeNumber(of: claim)) }
        case 2: numbers.removeAll()
        case 3: try other.endAll()
        default:
          await reader.refresh()
          let revision = reader.revisions.latest
          attempts += 1
          do {
            let (id, mark) = try await insert(
              driver, at: 1_795_000_000_000 + 2 * step + Int64(generator.below(4)))
            let others = numbers.map { $0.claim?.mark } + [reader.number.claim?.mark]
            #expect(mark != nil && !others.contains(mark), "seed \(seed)")
            #expect(ids.insert(id).inserted, "seed \(seed)")
            #expect(
              try await eventually {
                await reader.refresh()
                return !reader.revisions.isCurrent(.post(id), asOf: revision)
              })
          } catch let error as StorageError {
            // Its session was lost in the middle, or the id that it had made before belongs to another
            // process.
            switch error {
            case .unavailable, .constraint: break
            default: throw error
            }
          }
        }
      }
      numbers.removeAll()
      for driver in drivers {
        #expect(try await eventually { driver.number.claim != nil })
        let (id, mark) = try await insert(driver, at: 1_795_000_001_000)
        #expect(mark == driver.number.claim?.mark && ids.insert(id).inserted, "seed \(seed)")
      }
      #expect(Set(drivers.map { $0.identifiers.number }).count == 2, "seed \(seed)")
      #expect(ids.count > attempts / 2, "seed \(seed): most writes are carried out")
    }
  }

  private func withStores(_ body: (Store, Store, AnotherProgram) async throws -> Void) async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    try await withTemporaryFolder { folder in
      let one = try await Store.open(folder: folder + "/1", database: address)
      let two = try await Store.open(folder: folder + "/2", database: address)
      try await body(one, two, AnotherProgram(address))
      try await one.close()
      try await two.close()
    }
  }

  private func insert(post id: Int64, by author: Int64, _ staging: Staging) async throws {
    try await staging.write { transaction in
      try transaction.insert(
        ImportedPost(
          id: id, author: author, text: "one", visibility: .everybody, createdAt: 1, attachments: []))
    }
  }

  private func failure(_ body: () async throws -> Void) async -> (any Error)? {
    do { try await body() } catch { return error }
    return nil
  }

  private func isUnavailable(_ error: (any Error)?) -> Bool {
    if case .unavailable? = error as? StorageError { true } else { false }
  }

  private func account(_ id: Int64) -> AccountDraft {
    AccountDraft(id: id, username: "name\(id)", nick: "Name", isImported: true, createdAt: 1)
  }

  @Test func `NEW_08 an import that lost its lock ends, and spares the next one (29_10)`() async throws {
    try await withStores { one, two, other in
      let hidden = Statement("SELECT post FROM hidden_posts ORDER BY post")
      let other = other
      try await two.staging { second in
        try await second.write { [account = account(2)] in try $0.insert(account) }
        try await second.complete { _ in }
      }
      let ended = await failure {
        try await one.staging { first in
          try await first.write { [account = account(1)] in try $0.insert(account) }
          try await insert(post: 1, by: 1, first)
          try other.endLocks()
          let other = try await two.staging { second in
            let remaining = try await one.driver.read { try $0.integers(hidden) }
            #expect(remaining == [], "the other one begins anew")
            try await second.write { [account = account(3)] in try $0.insert(account) }
            try await insert(post: 2, by: 3, second)
            let failures = [
              await failure { try await insert(post: 3, by: 1, first) },
              await failure { try await first.complete { _ in } },
            ]
            #expect(failures.allSatisfy(isUnavailable))
            return second
          }
          withExtendedLifetime(other) {}
          try await insert(post: 3, by: 1, first)
        }
      }
      #expect(isUnavailable(ended))
      #expect(try await one.driver.read { try $0.integers(hidden) } == [2], "what the other has hidden stays")
    }
  }

  @Test func `NEW_08 what hides pictures from removal says when it was lost (29_10)`() async throws {
    try await withStores { one, two, other in
      let lock = try await one.pictureLock()
      try await one.require(lock)
      #expect(try await two.pictureLockIfFree() == nil)
      try other.endLocks()
      // No other process has used the moment.
      try await one.require(lock)
      let removing = try await two.pictureLock()
      await #expect(throws: StorageError.self) { try await one.require(lock) }
      await #expect(throws: StorageError.self) {
        try await one.removeUnknown(["x"], lock) { _ in
          Issue.record("a picture was removed")
          return true
        }
      }
      #expect(try await two.removeUnknown(["x"], removing) { _ in true } == ["x"])
    }
  }

  @Test func `NEW_08 the lock of setting up is taken again (29_10)`() async throws {
    try await withStores { one, two, other in
      let lock = try #require(try await one.setUpLock(renewedEvery: .milliseconds(20)))
      for _ in 0..<2 {
        let mark = try other.mark(of: .task, 3)
        try other.endLocks()
        #expect(try await eventually { try other.mark(of: .task, 3) != mark })
        #expect(try await two.setUpLock() == nil)
      }
      withExtendedLifetime(lock) {}
    }
  }
}

/// Does to the database what other programs do.
private struct AnotherProgram: Sendable {
  private let address: DatabaseAddress

  /// A session that has taken a number; `nil` if the process was sooner to take it again.
  final class Number {
    let claim: LockClaim?
    private let session: PostgresSession

    fileprivate init(_ session: PostgresSession, _ number: Int) throws {
      self.session = session
      claim = try session.claim(.process, number)
    }
  }

  init(_ address: DatabaseAddress) { self.address = address }

  private func session() throws -> PostgresSession {
    try PostgresSession(
      address, .init(lock: .seconds(10), statement: .seconds(10), name: "another program"), isQueued: false)
  }

  func run(_ sql: String) throws { try session().run(sql) }

  func mark(of kind: LockClaim.Kind, _ number: Int) throws -> String? {
    try session().run(
      "SELECT holder FROM swiftlet_locks WHERE class = \(kind.rawValue) AND number = \(number)"
    ).text()
  }

  private func holders(_ kind: LockClaim.Kind, _ condition: String) -> String {
    """
    FROM pg_locks WHERE locktype = 'advisory' AND classid = \(kind.rawValue) AND \(condition)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """
  }

  /// The process of the server that holds a number.
  func backend(of claim: LockClaim) throws -> pid_t? {
    try session().run("SELECT pid \(holders(.process, "objid = \(claim.number)"))").integer().map {
      pid_t($0)
    }
  }

  /// Ends the session that holds a number, and returns when it is gone.
  func end(_ claim: LockClaim) throws {
    try run("SELECT pg_terminate_backend(pid, 5000) \(holders(.process, "objid = \(claim.number)"))")
  }

  /// The same, and takes the number at once.
  func takeNumber(of claim: LockClaim) throws -> Number {
    let session = try session()
    try session.run("SELECT pg_terminate_backend(pid, 5000) \(holders(.process, "objid = \(claim.number)"))")
    return try Number(session, claim.number)
  }

  /// Ends the sessions that hold the locks of tasks.
  func endLocks() throws { try run("SELECT pg_terminate_backend(pid, 5000) \(holders(.task, "true"))") }

  /// Ends all sessions, as a restart does.
  func endAll() throws {
    try run(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'swiftlet %'
      """)
  }
}
