import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Comments that were counted as posts are so no longer.
@Suite struct ThirtyEighthMigrationTests {
  private static let rows = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at, posts_count)
    VALUES (1, 'ada', 'ada', 'Ada', 0, 0, 2), (2, 'ben', 'ben', 'Ben', 0, 0, 2), (3, 'cat', 'cat', 'Cat', 0, 0, 0)
    """,
    """
    INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, is_comment)
    VALUES (10, 1, 'post', 'public', 1, NULL, NULL, 10, 0), (11, 1, 'comment', 'public', 2, 10, 1, 10, 1),
      (12, 2, 'comment', 'public', 3, 10, 1, 10, 1), (13, 2, 'comment', 'unlisted', 4, 10, 1, 10, 1),
      (14, 3, 'comment', 'circles', 5, 10, 1, 10, 1)
    """,
  ]

  @Test func `NEW_22 comments leave the number of posts`() async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Migration.all.filter { $0.number < 38 })
      try await old.driver.write { connection in
        for row in Self.rows { try connection.execute(Statement(raw: row)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      let counts = try await store.driver.read {
        try $0.integers("SELECT posts_count FROM accounts ORDER BY id")
      }
      #expect(counts == [1, 0, 0])
      #expect(try await !store.mendCounters().contains { $0.name == "posts of accounts" })
      try await store.close()
    }
  }
}
