import DatabaseTestSupport
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Writes that become one transaction, beside the same writes one by one.
@Suite struct GroupCommitTests {
  /// Something a write may do.
  private enum Change: Sendable {
    case insert(Int64, parent: Int64?)
    case rename(Int64, String)
    case delete(Int64)
    /// Two changes, then an error of the caller's.
    case insertAndThrow(Int64)
    /// More than the database may grow: SQLite undoes the whole transaction.
    case fill
  }

  private struct Interrupted: Error {}

  private enum Outcome: Equatable, Sendable {
    case changed(Int)
    case failed(String)
  }

  private static func carryOut(_ change: Change, _ connection: any DatabaseConnection) throws -> Int {
    func insert(_ id: Int64, _ text: String, _ parent: Int64?) throws -> Int {
      try connection.execute("INSERT INTO notes (id, text, parent) VALUES (\(id), \(text), \(parent))")
    }
    switch change {
    case .insert(let id, let parent): return try insert(id + 1000, "first", nil) + insert(id, "note", parent)
    case .rename(let id, let text):
      return try connection.execute("UPDATE notes SET text = text || \(text) WHERE id = \(id)")
    case .delete(let id): return try connection.execute("DELETE FROM notes WHERE id = \(id)")
    case .insertAndThrow(let id):
      _ = try insert(id + 2000, "gone", nil)
      throw Interrupted()
    case .fill:
      return try connection.execute("UPDATE filler SET bytes = zeroblob(900000)")
    }
  }

  private func withDriver(_ body: (SQLiteDriver) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let driver = try SQLiteDriver(path: folder + "/group.sqlite")
      try await driver.write { connection in
        try connection.execute(
          "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, parent INTEGER REFERENCES notes (id))")
        try connection.execute("CREATE TABLE filler (bytes BLOB)")
        try connection.execute("INSERT INTO filler VALUES (NULL)")
        // Stands for a disk that is nearly full.
        _ = try connection.rows("PRAGMA max_page_count = 100")
      }
      try await body(driver)
      try await driver.close()
    }
  }

  private func outcome(_ change: Change, _ driver: SQLiteDriver, _ note: @escaping @Sendable () -> Void = {})
    async
    -> Outcome
  {
    do {
      return .changed(
        try await driver.write { connection in
          note()
          return try Self.carryOut(change, connection)
        })
    } catch {
      return .failed("\(error)")
    }
  }

  private func changes(_ seed: UInt64) -> [Change] {
    var chance = SeededGenerator(seed: seed)
    return (0..<60).map { _ in
      let id = Int64.random(in: 1...12, using: &chance)
      switch Int.random(in: 0..<20, using: &chance) {
      case 0..<8:
        return .insert(
          id, parent: Bool.random(using: &chance) ? nil : Int64.random(in: 1...12, using: &chance))
      case 8..<12: return .rename(id, "+\(id)")
      case 12..<16: return .delete(id)
      case 16..<19: return .insertAndThrow(id)
      default: return .fill
      }
    }
  }

  private func notes(_ driver: SQLiteDriver) async throws -> [Storage.Row] {
    try await driver.read { try $0.rows("SELECT id, text, parent FROM notes ORDER BY id") }
  }

  @Test(arguments: UInt64(1)...12)
  func `NEW_16 writes through one transaction end as the same writes one by one`(_ seed: UInt64) async throws
  {
    let changes = changes(seed)
    // In the order of their last attempt: what was carried out a second time counts then.
    let order = WriteOrder()
    try await withDriver { driver in
      let outcomes = Outcomes()
      await withTaskGroup(of: Void.self) { group in
        // Holds the connection until the others wait.
        group.addTask {
          _ = try? await driver.write { connection in
            _ = try connection.rows(
              "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT sum(i) FROM n"
            )
          }
        }
        for (index, change) in changes.enumerated() {
          group.addTask { outcomes.set(index, await self.outcome(change, driver) { order.note(index) }) }
        }
      }
      let grouped = try await notes(driver)
      try await withDriver { other in
        for index in order.last {
          #expect(await outcome(changes[index], other) == outcomes.all[index], "\(index): \(changes[index])")
        }
        let alone = try await notes(other)
        #expect(grouped == alone)
      }
      #expect(Set(order.last).count == changes.count)
    }
  }

  @Test func `NEW_16 writes that wait share one commit`() async throws {
    try await withDriver { driver in
      let commits = CommitCounter()
      driver.pool.add(transactionObserver: commits)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          _ = try? await driver.write { connection in
            _ = try connection.rows(
              "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT sum(i) FROM n"
            )
          }
        }
        for id in 0..<100 {
          group.addTask { _ = await self.outcome(.insert(Int64(id), parent: nil), driver) }
        }
      }
      let notes = try await notes(driver)
      #expect(notes.count == 200)
      #expect(commits.count < 40)
    }
  }

  @Test func `NEW_16 the disk is asked to keep every transaction`() async throws {
    try await withDriver { driver in
      let level = try await driver.write { try $0.rows("PRAGMA synchronous") }
      #expect(level == [Storage.Row([.integer(2)])])
    }
  }

  @Test func `A write that is cancelled while it waits changes nothing, and its neighbours go on`()
    async throws
  {
    try await withDriver { driver in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await driver.write { try Self.carryOut(.insert(1, parent: nil), $0) }
      }
      let other = await outcome(.insert(2, parent: nil), driver)
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(other == .changed(2))
      let ids = try await notes(driver).read { row in try row.integer() }
      #expect(ids == [2, 1002])
    }
  }

  @Test func `NEW_16 a lock held elsewhere is said after as long as was agreed`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/group.sqlite"
      let holder = try SQLiteDriver(path: path)
      let driver = try SQLiteDriver(path: path, timeout: .milliseconds(300))
      try await holder.pool.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE notes (id INTEGER)") }
      let start = ContinuousClock.now
      try await holder.write { connection in
        _ = try connection.execute("INSERT INTO notes VALUES (1)")
        let done = Finished()
        Task {
          await #expect(throws: StorageError.busy) {
            try await driver.write { _ = try $0.execute("INSERT INTO notes VALUES (2)") }
          }
          done.set()
        }
        done.wait()
      }
      #expect(ContinuousClock.now - start >= .milliseconds(300))
      try await driver.write { _ = try $0.execute("INSERT INTO notes VALUES (3)") }
      try await driver.close()
      try await holder.close()
    }
  }

  @Test func `NEW_16 a write that is carried out again waits for a lock held elsewhere`() async throws {
    try await withDriver { driver in
      let holder = try SQLiteDriver(path: driver.path)
      let (isHeld, mayEnd) = (Finished(), Finished())
      // Holds the connection until the others wait.
      async let before: Void = driver.write { _ in usleep(200_000) }
      try await Task.sleep(for: .milliseconds(50))
      async let first = driver.write { try $0.execute("INSERT INTO notes VALUES (1, 'kept', NULL)") }
      try await Task.sleep(for: .milliseconds(50))
      let second = Task {
        try await driver.write { connection in
          // What SQLite does by itself on a full disk. Then the lock is free for another program.
          try connection.execute("ROLLBACK")
          Task {
            try? await holder.write { _ in
              isHeld.set()
              mayEnd.wait()
            }
            isHeld.set()
          }
          isHeld.wait()
          Task {
            try await Task.sleep(for: .milliseconds(400))
            mayEnd.set()
          }
          throw Interrupted()
        }
      }
      try await before
      #expect(try await first == 1)
      await #expect(throws: Interrupted.self) { try await second.value }
      #expect(try await notes(driver).read { row in try row.integer() } == [1])
      try await holder.close()
    }
  }
}

private final class WriteOrder: Sendable {
  private let attempts = Mutex<[Int]>([])

  func note(_ index: Int) { attempts.withLock { $0.append(index) } }

  /// Each index once, where it stands last.
  var last: [Int] {
    attempts.withLock { attempts in
      var seen: Set<Int> = []
      return attempts.reversed().filter { seen.insert($0).inserted }.reversed()
    }
  }
}

extension GroupCommitTests {
  private final class Outcomes: Sendable {
    private let list = Mutex<[Int: Outcome]>([:])

    var all: [Int: Outcome] { list.withLock { $0 } }

    func set(_ index: Int, _ outcome: Outcome) { list.withLock { $0[index] = outcome } }
  }
}

/// Blocks a thread of the database until something else is done.
private final class Finished: Sendable {
  private let isDone = Atomic(false)

  func set() { isDone.store(true, ordering: .releasing) }

  func wait() { while !isDone.load(ordering: .acquiring) { usleep(1000) } }
}
