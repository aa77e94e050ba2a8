import DatabaseTestSupport
import TestSupport
import Testing

@testable import Storage

/// The table of notifications is made anew: each notification stays, once.
@Suite struct NinthMigrationTests {
  private static let rows = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
    VALUES (1, 'owner', 'owner', 'Owner', 0, 0), (2, 'amy', 'amy', 'Amy', 0, 0)
    """,
    "INSERT INTO notifications (id, account, kind, actor, post) VALUES (7, 1, 'follow', 2, NULL)",
    """
    INSERT INTO invitations (id, code, role, uses_left, expires_at)
    VALUES (3, '\(String(repeating: "a", count: 64))', 'member', 1, 9)
    """,
  ]

  @Test func `NEW_09 notifications and who was invited stay`() async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Array(Migration.all.prefix(8)))
      try await old.driver.write { connection in
        for row in Self.rows { try connection.execute(Statement(raw: row)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      try await store.driver.write { connection in
        for (id, kind) in [(8, "follow"), (9, "admin.sign_up")] {
          try connection.execute(
            """
            INSERT INTO notifications (id, account, kind, actor) VALUES (\(id), 1, \(kind), 2)
            ON CONFLICT DO NOTHING
            """)
        }
      }
      let (ids, inviters, problems) = try await store.driver.read { connection in
        (
          try connection.integers("SELECT id FROM notifications ORDER BY id"),
          try connection.rows("SELECT inviter FROM invitations") { row in try row.optionalInteger() },
          try connection.rows("PRAGMA foreign_key_check").count
        )
      }
      #expect(ids == [7, 9] && inviters == [nil] && problems == 0)
      try await store.close()
    }
  }
}
