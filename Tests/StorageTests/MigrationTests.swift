import DatabaseTestSupport
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct MigrationTests {
  private let first = Migration(
    number: 1, name: "first",
    statements: ["CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"])
  private let second = Migration(
    number: 2, name: "second", statements: ["ALTER TABLE notes ADD COLUMN likes INTEGER NOT NULL DEFAULT 0"])
  private let broken = Migration(
    number: 2, name: "broken", statements: ["CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "NONSENSE"])

  private func withNote(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder, migrations: [first])
      #expect(store.snapshot == nil)
      try await store.driver.write {
        _ = try $0.execute("INSERT INTO notes (id, text) VALUES (1, 'kept')")
      }
      try await store.close()
      try await body(folder)
    }
  }

  private func notes(_ store: Store) async throws -> [Row] {
    try await store.driver.read { try $0.rows("SELECT id, text FROM notes") }
  }

  /// `second` was not released yet: when it is, its fingerprint joins.
  @Test func `A released migration never changes`() {
    #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
    #expect(Migration.all.prefix(1).map(\.fingerprint) == [2_175_213_230_708_716_694])
  }

  @Test func `Before the schema changes, a copy of the data is put aside`() async throws {
    try await withNote { folder in
      let store = try await Store.open(folder: folder, migrations: [first, second])
      let path = try #require(store.snapshot)
      #expect(path == folder + "/swiftlet.sqlite.schema-1")
      #expect(try await notes(store) == [Row([.integer(1), .text("kept")])])
      try await store.close()
      try await withTemporaryFolder { other in
        try FileManager.default.copyItem(atPath: path, toPath: other + "/" + Store.fileName)
        let old = try await Store.open(folder: other, migrations: [first])
        #expect(try await notes(old) == [Row([.integer(1), .text("kept")])])
        try await old.close()
      }
      let again = try await Store.open(folder: folder, migrations: [first, second])
      #expect(again.snapshot == nil)
      try await again.close()
      #expect(files(below: folder).filter { $0.contains("schema-") } == ["swiftlet.sqlite.schema-1"])
    }
  }

  @Test func `Whoever must not change the schema leaves older data as they are`() async throws {
    try await withNote { folder in
      await #expect(throws: StorageError.olderDatabase(found: 1, known: 2)) {
        try await Store.open(folder: folder, schema: .require, migrations: [first, second])
      }
      #expect(!files(below: folder).contains { $0.contains("schema-") })
      let store = try await Store.open(folder: folder, schema: .require, migrations: [first])
      #expect(try await notes(store) == [Row([.integer(1), .text("kept")])])
      try await store.close()
    }
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder, schema: .require, migrations: [first, second])
      #expect(try await notes(store) == [], "a new community has none to leave alone")
      try await store.close()
    }
  }

  @Test func `A migration that fails changes nothing`() async throws {
    try await withNote { folder in
      await #expect(throws: StorageError.self) {
        try await Store.open(folder: folder, migrations: [first, broken])
      }
      let store = try await Store.open(folder: folder, migrations: [first])
      #expect(try await notes(store).count == 1)
      let tables = try await store.driver.read {
        try $0.rows("SELECT count(*) FROM sqlite_master WHERE name = 'more'")
      }
      #expect(tables == [Row([.integer(0)])])
      try await store.close()
    }
  }

  @Test func `The data of a newer Swiftlet are refused, and left alone`() async throws {
    try await withNote { folder in
      try await Store.open(folder: folder, migrations: [first, second]).close()
      await #expect(throws: StorageError.newerDatabase(found: 2, known: 1)) {
        try await Store.open(folder: folder, migrations: [first])
      }
      try await Store.open(folder: folder, migrations: [first, second]).close()
    }
  }

  @Test func `A migration that was edited after it was carried out is refused`() async throws {
    try await withNote { folder in
      let edited = Migration(number: 1, name: "first", statements: first.statements + ["SELECT 1"])
      await #expect(throws: StorageError.changedMigration(1)) {
        try await Store.open(folder: folder, migrations: [edited])
      }
    }
  }

  @Test func `Two programs may open an empty folder at the same time`() async throws {
    try await withTemporaryFolder { folder in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          // Each waits for all others' migrations, however busy the machine is.
          group.addTask { try await Store.open(folder: folder + "/data", timeout: .seconds(600)).close() }
        }
        try await group.waitForAll()
      }
    }
  }
}
