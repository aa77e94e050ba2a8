import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Databases of before there were posts for circles.
@Suite struct TwentySeventhMigrationTests {
  @Test func `NEW_18 posts of before stay, and posts for circles are possible`() async throws {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Migration.all.filter { $0.number < 27 })
      try await old.driver.write { connection in
        try connection.execute(
          """
          INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
          VALUES (1, 'anna', 'anna', 'Anna', 0, 0), (2, 'ben', 'ben', 'Ben', 0, 0), (3, 'cat', 'cat', 'Cat', 0, 0)
          """)
        try connection.execute(
          "INSERT INTO posts (id, author, text, visibility, conversation) VALUES (10, 1, 'x', 'members', 10)")
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      #expect(try await store.posts([10], viewer: 2).map(\.visibility) == [.members])
      func insert(_ id: Int64, _ visibility: String) async throws {
        _ = try await store.driver.write { connection in
          try connection.execute(
            "INSERT INTO posts (id, author, text, visibility, conversation) VALUES (\(id), 1, 'x', \(visibility), \(id))"
          )
        }
      }
      try await insert(11, "circles")
      try await store.driver.write { connection in
        try connection.execute("INSERT INTO post_audiences (post, base) VALUES (11, 'circles')")
        try connection.execute("INSERT INTO post_recipients (post, account, is_excepted) VALUES (11, 2, 0)")
      }
      await #expect(throws: StorageError.self) { try await insert(12, "everyone") }
      #expect(try await store.posts([11], viewer: 2).map(\.visibility) == [.circles])
      for viewer in [3, nil] as [Int64?] { #expect(try await store.posts([11], viewer: viewer).isEmpty) }
      #expect(try await store.faults().isEmpty)
      try await store.close()
    }
  }
}
