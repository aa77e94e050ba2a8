import DatabaseTestSupport
import Foundation
import Invalidation
import TestSupport
import Testing

@testable import Storage

/// What every driver of a database must do. A new driver adds itself to `drivers`.
@Suite struct DriverContract {
  enum Kind: String, CaseIterable, Sendable {
    case sqlite
    case postgres
  }

  private struct Interrupted: Error {}

  private func withDriver(_ kind: Kind, _ body: (any DatabaseDriver) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let driver: any DatabaseDriver =
        switch kind {
        case .sqlite: try SQLiteDriver(path: folder + "/contract.sqlite")
        case .postgres: try await PostgresDriver.open(PostgresServer.shared.emptyDatabase())
        }
      try await driver.write { connection in
        let sql =
          "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, parent INTEGER REFERENCES notes (id)) STRICT"
        _ = try connection.execute(Statement(raw: connection.dialect.schema(sql)))
      }
      try await body(driver)
      try await driver.close()
    }
  }

  private func insert(_ id: Int64, _ text: String?, parent: Int64? = nil) -> Statement {
    Statement("INSERT INTO notes (id, text, parent) VALUES (\(id), \(text), \(parent))")
  }

  private let count = Statement("SELECT count(*) FROM notes")

  @Test(arguments: Kind.allCases)
  func `Values come back as they went in`(_ kind: Kind) async throws {
    try await withDriver(kind) { driver in
      let text = "a'b\"c\\ 微信 مرحبا 👨‍👩‍👧 \n$1"
      let changed = try await driver.write { [insert] in
        try $0.execute(insert(.max, text, nil)) + $0.execute(insert(.min, nil, nil))
      }
      #expect(changed == 2)
      let rows = try await driver.read { try $0.rows("SELECT id, text, parent FROM notes ORDER BY id") }
      #expect(rows == [Row([.integer(.min), .null, .null]), Row([.integer(.max), .text(text), .null])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `A parameter may be used twice`(_ kind: Kind) async throws {
    try await withDriver(kind) { driver in
      let rows = try await driver.read {
        try $0.rows(
          Statement(with: 2) { "SELECT CAST(\($0) AS BIGINT) + CAST(\($0) AS BIGINT), CAST(\(5) AS BIGINT)" })
      }
      #expect(rows == [Row([.integer(4), .integer(5)])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `A transaction that throws changes nothing`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert, count] driver in
      await #expect(throws: Interrupted.self) {
        try await driver.write { connection in
          try connection.execute(insert(1, "gone", nil))
          throw Interrupted()
        }
      }
      let rows = try await driver.read { try $0.rows(count) }
      #expect(rows == [Row([.integer(0)])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `A broken rule is a typed error, and undoes the transaction`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert, count] driver in
      try await driver.write { _ = try $0.execute(insert(1, "first", nil)) }
      for broken in [insert(1, "twice", nil), insert(2, "orphan", 77)] {
        let error = await #expect(throws: StorageError.self) {
          try await driver.write { connection in
            try connection.execute(insert(3, "before", nil))
            try connection.execute(broken)
          }
        }
        guard case .constraint = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      let rows = try await driver.read { try $0.rows(count) }
      #expect(rows == [Row([.integer(1)])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `Readers see whole transactions while one writes`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert, count] driver in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for block in 0..<20 {
          group.addTask {
            try await driver.write { connection in
              for id in 0..<10 { try connection.execute(insert(Int64(block * 10 + id), "note", nil)) }
            }
          }
          group.addTask {
            let found = try await driver.read { try $0.count(count) }
            #expect(found % 10 == 0)
          }
        }
        try await group.waitForAll()
      }
      let rows = try await driver.read { try $0.rows(count) }
      #expect(rows == [Row([.integer(200)])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_16 More may read at once than there are connections`(_ kind: Kind) async throws {
    try await withDriver(kind) { driver in
      let found = try await withThrowingTaskGroup(of: [Row].self) { tasks in
        for number in 0..<40 as Range<Int64> {
          tasks.addTask {
            try await driver.read { connection in
              usleep(2000)
              return try connection.rows("SELECT CAST(\(number) AS BIGINT)")
            }
          }
        }
        return try await tasks.reduce(into: [Row]()) { $0 += $1 }
      }
      #expect(Set(found.map { "\($0)" }).count == 40)
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_16 A read ends when its task is cancelled, and its connection reads on`(_ kind: Kind) async throws
  {
    try await withDriver(kind) { driver in
      for _ in 0..<8 {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
          try await driver.read { connection -> Void in
            start.yield()
            while true { _ = try connection.rows("SELECT 1") }
          }
        }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      await #expect(throws: Interrupted.self) {
        try await driver.read { _ -> Void in throw Interrupted() }
      }
      let rows = try await driver.read { [count] in try $0.rows(count) }
      #expect(rows == [Row([.integer(0)])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_16 A change concerns what the rules say, and one that is undone concerns nobody`(
    _ kind: Kind
  ) async throws {
    try await withDriver(kind) { [insert, count] driver in
      try await driver.note([InvalidationRule(table: "notes", event: .insert, tags: [(.post, "NEW.id")])])
      try await Task.sleep(for: .milliseconds(120))
      await driver.refresh()
      let before = driver.revisions.latest
      _ = try await driver.read { try $0.rows(count) }
      await #expect(throws: Interrupted.self) {
        try await driver.write { connection in
          try connection.execute(insert(1, "gone", nil))
          throw Interrupted()
        }
      }
      try await driver.write { _ = try $0.execute("DELETE FROM notes") }
      try await Task.sleep(for: .milliseconds(120))
      await driver.refresh()
      #expect(driver.revisions.latest == before)
      try await driver.write { _ = try $0.execute(insert(1, "new", nil)) }
      #expect(driver.revisions.latest > before)
      #expect(!driver.revisions.areCurrent(Dependencies.Slots([.post(1)]), asOf: before))
      #expect(!driver.revisions.areCurrent(Dependencies.Slots([.anything]), asOf: before))
      #expect(driver.revisions.areCurrent(Dependencies.Slots([.post(2), .account(1)]), asOf: before))
    }
  }

  @Test(arguments: Kind.allCases)
  func `Statements are counted`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert, count] driver in
      let before = driver.statementCount
      try await driver.write { _ = try $0.execute(insert(1, "one", nil)) }
      _ = try await driver.read { try $0.rows(count) }
      #expect(driver.statementCount == before + 2)
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_08 Texts compare by their bytes, and case and sums mean the same`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert] driver in
      let texts = [
        "Zebra", "apfel", "Äpfel", "straße", "STRASSE", "İstanbul", "ışık", "Καλημέρα", "σας", "微信", "a_b",
        "a%b",
      ]
      try await driver.write { connection in
        for (id, text) in texts.enumerated() { try connection.execute(insert(Int64(id), text, nil)) }
      }
      try await driver.read { connection in
        let sorted = try connection.texts("SELECT text FROM notes ORDER BY text")
        #expect(sorted == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let (lowest, highest) = ("Κ", "Κ\u{10FFFF}")
        let range: Statement = """
          SELECT count(*), sum(id), max(length(text)) FROM notes WHERE text >= \(lowest) AND text < \(highest)
          """
        #expect(try connection.rows(range) == [Row([.integer(1), .integer(7), .integer(8)])])
        let lower = try connection.rows("SELECT lower(text) FROM notes WHERE id IN (0, 2, 5) ORDER BY id")
        #expect(lower == ["zebra", "Äpfel", "İstanbul"].map { Row([.text($0)]) })
        var pattern = Statement("SELECT id FROM notes WHERE text LIKE ")
        pattern.append("\(pattern.pattern("a%", anywhere: false))")
        #expect(try connection.rows(pattern) == [Row([.integer(11)])])
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_08 A text ends at a zero character`(_ kind: Kind) async throws {
    try await withDriver(kind) { [insert] driver in
      try await driver.write { _ = try $0.execute(insert(1, "a\u{0}b", nil)) }
      let rows = try await driver.read { try $0.rows("SELECT text FROM notes") }
      #expect(rows == [Row([.text("a")])])
    }
  }

  @Test(arguments: Kind.allCases)
  func `NEW_08 Many different statements, and very long ones, all do what they say`(_ kind: Kind) async throws
  {
    try await withDriver(kind) { [insert, count] driver in
      for round in 0..<3 {
        try await driver.write { connection in
          for id in 0..<300 {
            let number = Int64(round * 1000 + id)
            try connection.execute(
              "INSERT INTO notes (id) VALUES (\(raw: String(number)) + CAST(\(0) AS BIGINT))")
          }
        }
      }
      let long: Statement = "SELECT count(*) FROM notes WHERE id IN \((0..<4096).map { Int64($0) })"
      let found = try await driver.read { [long] in try ($0.rows(long), $0.rows(long), $0.rows(count)) }
      #expect(found.0 == [Row([.integer(900)])] && found.1 == found.0 && found.2 == found.0)
      try await driver.write { _ = try $0.execute(insert(-1, "again", nil)) }
    }
  }
}
