import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// A database of the first release becomes one of the second.
@Suite struct SecondMigrationTests {
  private static let rows = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
    VALUES (1, 'owner', 'owner', 'Owner', 0, 0), (2, 'amy', 'amy', 'Amy', 1, 0), (3, 'ben', 'ben', 'Ben', 1, 0)
    """,
    "INSERT INTO follows (follower, followee) VALUES (1, 2), (1, 3)",
    """
    INSERT INTO posts (id, author, text, visibility, created_at)
    VALUES (10, 1, 'mine', 'public', 5), (20, 2, 'hers', 'private', NULL)
    """,
    """
    INSERT INTO comments (id, post, author, text, reply_to, created_at, position)
    VALUES (32, 10, 3, 'second', 31, NULL, 1), (31, 10, 2, 'first', NULL, 7, 0), (33, 20, 1, 'hers too', NULL, NULL, 0)
    """,
    "INSERT INTO likes (post, account, position) VALUES (10, 3, 0), (10, 2, 1)",
  ]

  private func withMigrated(_ body: (Store) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: [.first])
      try await old.driver.write { connection in
        for row in Self.rows { try connection.execute(Statement(raw: row)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      try await body(store)
      try await store.close()
    }
  }

  @Test func `The page shows what it showed before`() async throws {
    try await withMigrated { store in
      let posts = try await store.posts(MomentsPage(owner: 1, viewer: 1))
      #expect(posts.map(\.text) == ["hers", "mine"])
      let mine = try #require(posts.last)
      #expect(mine.comments.map(\.id) == ["31", "32"] && mine.comments.map(\.text) == ["first", "second"])
      #expect(mine.comments.map { $0.replyTo?.sender.username } == [nil, "amy"])
      #expect(mine.comments[0].createdAt == Timestamp(milliseconds: 7))
      #expect(mine.likes.map(\.username) == ["ben", "amy"])
      #expect(try await store.posts(MomentsPage(owner: 1)).map(\.text) == ["mine"])
    }
  }

  @Test func `NEW_10 what came as a comment stays one`() async throws {
    try await withMigrated { store in
      let rows = try await store.driver.read { connection in
        try connection.rows("SELECT id FROM posts WHERE is_comment = 1 ORDER BY id")
      }
      #expect(rows.map(\.values) == [[.integer(31)], [.integer(32)], [.integer(33)]])
    }
  }

  @Test func `Everything is counted`() async throws {
    try await withMigrated { store in
      let (accounts, posts, whole) = try await store.driver.read { connection in
        (
          try connection.rows(
            "SELECT followers_count, following_count, posts_count FROM accounts ORDER BY id"),
          try connection.rows(
            "SELECT id, replies_count, favourites_count, conversation FROM posts ORDER BY id"),
          try connection.rows("PRAGMA foreign_key_check")
        )
      }
      #expect(
        accounts.map(\.values)
          == [[0, 2, 1], [1, 0, 1], [1, 0, 0]].map { $0.map { SQLValue.integer($0) } })
      #expect(
        posts.map(\.values)
          == [[10, 1, 2, 10], [20, 0, 0, 20], [31, 1, 0, 10], [32, 0, 0, 10], [33, 0, 0, 20]].map {
            $0.map { SQLValue.integer($0) }
          })
      #expect(whole.isEmpty)
    }
  }
}
