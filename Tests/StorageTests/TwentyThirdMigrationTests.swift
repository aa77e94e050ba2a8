import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Databases of before there were posts for members, and default audiences of communities.
@Suite struct TwentyThirdMigrationTests {
  @Test func `NEW_17 posts and chosen audiences of before stay, and posts for members are possible`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Migration.all.filter { $0.number < 23 })
      try await old.driver.write { connection in
        try connection.execute(
          """
          INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at, default_visibility)
          VALUES (1, 'anna', 'anna', 'Anna', 0, 0, 'public'), (2, 'ben', 'ben', 'Ben', 0, 0, 'private')
          """)
        try connection.execute(
          "INSERT INTO posts (id, author, text, visibility, conversation) VALUES (10, 1, 'x', 'unlisted', 10)"
        )
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      try await store.set("privacy", to: "open")
      #expect(try await store.posts([10], viewer: nil).map(\.visibility) == [.unlisted])
      #expect(try await store.settings(of: 1)?.visibility == .everybody)
      #expect(try await store.settings(of: 2)?.visibility == .followers)
      try await store.set("audience", to: "members")
      #expect(try await store.settings(of: 1)?.visibility == .members)
      #expect(try await store.settings(of: 2)?.visibility == .followers)
      func insert(_ id: Int64, _ visibility: String) async throws {
        _ = try await store.driver.write { connection in
          try connection.execute(
            """
            INSERT INTO posts (id, author, text, visibility, conversation)
            VALUES (\(id), 1, 'x', \(visibility), \(id))
            """)
        }
      }
      try await insert(11, "members")
      await #expect(throws: StorageError.self) { try await insert(12, "everyone") }
      #expect(try await store.posts([11], viewer: nil).isEmpty)
      #expect(try await store.posts([11], viewer: 2).map(\.visibility) == [.members])
      #expect(try await store.faults().isEmpty)
      try await store.close()
    }
  }
}
