import Social
import TestSupport
import Testing

@testable import Storage

/// A database of before tokens knew when they were used.
@Suite struct TenthMigrationTests {
  @Test func `NEW_13 tokens of before were last used when they were made, and everybody can be found`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Array(Migration.all.prefix(9)))
      let hash = String(repeating: "a", count: 64)
      try await old.driver.write { connection in
        for sql in [
          """
          INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
          VALUES (1, 'anna', 'anna', 'Anna', 0, 0)
          """,
          """
          INSERT INTO applications (id, client_id, secret, name, redirect_uris, scopes, created_at)
          VALUES (2, 'x', '\(hash)', 'Program', 'x', 'read', 5)
          """,
          """
          INSERT INTO tokens (id, token, application, account, scopes, created_at)
          VALUES (3, '\(hash)', 2, 1, 'read', 77)
          """,
          "INSERT INTO sessions (id, secret, account, expires_at) VALUES (4, '\(hash)', 1, 1000)",
        ] { try connection.execute(Statement(raw: sql)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      #expect(try await store.token(hash: hash)?.lastUsedAt == 77)
      #expect(try await store.profiles([1]).first?.isDiscoverable == true)
      let places = try await store.signedIn(1, now: 10, limit: 10)
      #expect(places.map(\.id) == [3, 4] && places.map(\.device) == [nil, nil])
      #expect(try await store.signedIn(1, now: 2000, limit: 10).map(\.id) == [3], "what has ended is over")
      try await store.close()
    }
  }
}
