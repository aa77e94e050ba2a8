import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Reports that were decided before there were warnings keep their decisions.
@Suite struct ThirtyThirdMigrationTests {
  private static let rows = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
    VALUES (1, 'owner', 'owner', 'Owner', 0, 0), (2, 'amy', 'amy', 'Amy', 0, 0)
    """,
    """
    INSERT INTO reports (id, reporter, target, category, comment, created_at, resolved_at, decision, note)
    VALUES (3, 2, 1, 'spam', 'x', 5, 6, 'hidden', 'y'), (4, 2, 1, 'spam', 'x', 5, NULL, NULL, '')
    """,
  ]

  @Test func `NEW_20 decisions stay, and a report can end with a warning`() async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Migration.all.filter { $0.number < 33 })
      try await old.driver.write { connection in
        for row in Self.rows { try connection.execute(Statement(raw: row)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      #expect(try await store.report(3)?.resolution?.decision == .hidden)
      try await store.write { transaction in
        try transaction.resolve(
          report: 4, ReportResolution(decision: .warned, note: "No", moderator: 1, date: 7))
        try transaction.warn(1, "No", report: 4, id: 8)
        try transaction.insert(ReportNoteRecord(id: 9, report: 4, author: 1, text: "Why"))
      }
      #expect(try await store.report(4)?.resolution?.decision == .warned)
      await #expect(throws: StorageError.self) {
        try await store.driver.write { connection in
          try connection.execute("UPDATE reports SET decision = 'other' WHERE id = 4")
        }
      }
      #expect(try await store.notes(onReports: [3, 4]).map(\.text) == ["Why"])
      #expect(try await store.removeReport(4))
      let left = try await store.driver.read { connection in
        (
          try connection.integers("SELECT id FROM warnings WHERE report IS NULL"),
          try connection.rows("PRAGMA foreign_key_check").count
        )
      }
      #expect(left.0 == [8] && left.1 == 0)
      try await store.close()
    }
  }
}
