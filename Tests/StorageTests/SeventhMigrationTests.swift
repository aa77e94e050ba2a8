import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Storage

/// Databases of before members brought pictures, and of before imports were hidden while they are written.
@Suite struct SeventhMigrationTests {
  private static let people = [
    """
    INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
    VALUES (1, 'anna', 'anna', 'Anna', 0, 0), (2, 'amy', 'amy', 'Amy', 1, 0)
    """,
    """
    INSERT INTO media (id, hash, mime_type, width, height, byte_size, copies)
    VALUES (5, '\(String(repeating: "a", count: 32))', 'image/png', 40, 20, 7, '[]')
    """,
    """
    INSERT INTO posts (id, author, text, visibility, created_at, conversation, place)
    VALUES (10, 1, 'with pictures', 'public', 5, 10, 0), (11, 2, 'without', 'public', 6, 11, 1)
    """,
    """
    INSERT INTO attachments (post, position, media, source, description)
    VALUES (10, 0, 5, 'a.png', 'Two halves'), (10, 1, NULL, 'https://elsewhere.example/b.png', '')
    """,
  ]

  /// The store as that many migrations left it, then as all of them do.
  private func migrated(from count: Int, _ more: [String] = [], _ body: (Store) async throws -> Void)
    async throws
  {
    try await withTemporaryFolder { folder in
      let old = try await Store.open(folder: folder, migrations: Array(Migration.all.prefix(count)))
      try await old.driver.write { connection in
        for sql in Self.people + more { try connection.execute(Statement(raw: sql)) }
      }
      try await old.close()
      let store = try await Store.open(folder: folder)
      try await body(store)
      try await store.close()
    }
  }

  @Test(arguments: [6, 7]) func `NEW_07 pictures of before keep their place, description and address`(
    _ count: Int
  )
    async throws
  {
    try await migrated(from: count) { store in
      let attachments = try #require(try await store.posts([10], viewer: nil).first?.attachments)
      #expect(attachments.map(\.id) == ["160", "161"], "by their positions")
      #expect(attachments.map(\.picture.description) == ["Two halves", ""])
      #expect(
        attachments[0].picture.size == PixelSize(width: 40, height: 20) && attachments[0].picture.focus == nil
      )
      #expect(attachments[0].blurhash == nil && attachments[0].thumbnail == nil)
      #expect(attachments[1].picture.url == "https://elsewhere.example/b.png")
      #expect(try await store.posts([11], viewer: nil).first?.attachments == [])
    }
  }

  @Test func `NEW_07 what a picture of before can't have is refused`() async throws {
    try await migrated(from: 6) { store in
      for sql in [
        "UPDATE attachments SET focus_x = 1001", "UPDATE attachments SET thumbnail = 99",
        "UPDATE attachments SET identifier = 7",
        "INSERT INTO uploads (id, account, byte_size, description, created_at) VALUES (1, 99, 0, '', 0)",
      ] {
        await #expect(throws: StorageError.self, "\(sql)") {
          try await store.driver.write { _ = try $0.execute(Statement(raw: sql)) }
        }
      }
      _ = try await store.driver.write {
        try $0.execute(
          "INSERT INTO uploads (id, account, byte_size, description, created_at) VALUES (1, 1, 0, '', 0)")
      }
    }
  }

  @Test(arguments: [6, 7]) func `MOM_06 what an import wrote before shows as it did`(_ count: Int)
    async throws
  {
    try await migrated(from: count) { store in
      #expect(
        try await store.posts([10, 11], viewer: nil).map(\.content) == [
          .text("with pictures"), .text("without"),
        ])
      #expect(try await store.profiles([1, 2]).map(\.account.nick) == ["Anna", "Amy"])
      let hidden = try await store.driver.read { connection in
        try connection.rows(
          "SELECT (SELECT count(*) FROM hidden_posts), (SELECT count(*) FROM hidden_accounts)")
      }
      #expect(hidden == [Row([.integer(0), .integer(0)])])
    }
  }

  @Test func `MOM_06 an import that was cut off before a later migration is gone after it`() async throws {
    let cutOff = [
      "INSERT INTO hidden_posts (post) VALUES (11)",
      "UPDATE accounts SET suspended_at = 1 WHERE id = 2", "INSERT INTO hidden_accounts (account) VALUES (2)",
    ]
    try await migrated(from: 8, cutOff) { store in
      #expect(try await store.posts([10, 11], viewer: nil).map(\.id) == ["10"])
      #expect(try await store.profiles([1, 2]).map(\.id) == ["1"])
      let rest = try await store.driver.read { connection in
        try connection.rows(
          "SELECT (SELECT count(*) FROM posts), (SELECT count(*) FROM accounts), (SELECT count(*) FROM hidden_posts)"
        )
      }
      #expect(rest == [Row([.integer(1), .integer(1), .integer(0)])])
    }
  }
}
