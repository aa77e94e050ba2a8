import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Roles, reports and notifications of before moderators stay as they are.
@Suite struct TwentySixthMigrationTests {
  private static let rows = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
    VALUES (1, 'owner', 'owner', 'Owner', 0, 0), (2, 'amy', 'amy', 'Amy', 0, 0)
    """,
    "INSERT INTO credentials (account, role, password) VALUES (1, 'owner', 'x'), (2, 'member', 'x')",
    "INSERT INTO notifications (id, account, kind, actor, post) VALUES (7, 1, 'follow', 2, NULL)",
    "INSERT INTO reports (id, reporter, target, category, comment, created_at) VALUES (3, 2, 1, 'spam', 'x', 5)",
  ]

  @Test func `NEW_20 members keep their roles, reports are open, and there can be moderators`() async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Migration.all.filter { $0.number < 26 })
      try await old.driver.write { connection in
        for row in Self.rows { try connection.execute(Statement(raw: row)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      #expect(try await store.members().map(\.role) == [.owner, .member])
      let report = try await store.report(3)
      #expect(report?.resolution == nil && report?.assigned == nil && report?.comment == "x")
      try await store.writeMembership { try $0.setRole(of: 2, to: .moderator) }
      #expect(try await store.member(2)?.role == .moderator)
      let (ids, problems) = try await store.driver.read { connection in
        (
          try connection.integers("SELECT id FROM notifications ORDER BY id"),
          try connection.rows("PRAGMA foreign_key_check").count
        )
      }
      #expect(ids == [7] && problems == 0)
      try await store.close()
    }
  }
}
