import DatabaseTestSupport
import Foundation
import GRDB
import Social
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Many posts come into the index of words while others write.
@Suite struct SearchIndexTests {
  private func withPosts(_ count: Int, _ body: (Store, String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      try await store.importing { transaction in
        try transaction.insert(
          AccountDraft(id: 1, username: "amy", nick: "Amy", isImported: false, createdAt: 0))
        for id in Int64(1)..<Int64(count + 1) {
          try transaction.insert(
            ImportedPost(
              id: id, author: 1, text: "Words of the post \(id)", visibility: .everybody, createdAt: nil,
              attachments: [])
          )
        }
      }
      try await body(store, folder)
      try await store.close()
    }
  }

  @Test func `NEW_16 another program writes while many posts are indexed`() async throws {
    try await withPosts(3000) { store, folder in
      let other = try await Store.open(folder: folder, timeout: .seconds(10))
      let commits = CommitCounter()
      try #require(store.driver as? SQLiteDriver).pool.add(transactionObserver: commits)
      let isOver = Mutex(false)
      let indexing = Task {
        defer { isOver.withLock { $0 = true } }
        return try await store.index()
      }
      var written = 0
      while !isOver.withLock(\.self) {
        try await other.set("beside", to: "\(written)")
        written += 1
      }
      #expect(try await indexing.value == false)
      #expect(try await store.unindexed().isEmpty)
      #expect(commits.count >= 3000 / Store.indexedAtOnce)
      #expect(written > 15)
      try await other.close()
    }
  }

  @Test func `NEW_16 the newest posts are indexed first, and each transaction writes its words once`()
    async throws
  {
    try await withPosts(450) { store, _ in
      let commits = CommitCounter()
      try #require(store.driver as? SQLiteDriver).pool.add(transactionObserver: commits)
      #expect(try await store.index(atMost: Store.indexedAtOnce))
      let left = try await store.unindexed()
      #expect(left == Array(1...Int64(450 - Store.indexedAtOnce)))
      let segments = try #require(try await store.count("(SELECT DISTINCT segid FROM post_words_idx)"))
      #expect(segments > 0 && segments <= commits.count)
      #expect(try await store.index() == false)
      #expect(try await store.count("post_words_docsize") == 450)
    }
  }

  @Test
  func `NEW_16 no transaction of the index brings in more posts than it may, or joins more than a few pages`()
    async throws
  {
    try await withPosts(3000) { store, _ in
      let rows = RowCounter()
      try #require(store.driver as? SQLiteDriver).pool.add(transactionObserver: rows)
      try await store.index()
      let transactions = rows.transactions
      #expect(transactions.compactMap { $0["unindexed_posts"] }.reduce(0, +) == 3000)
      #expect(transactions.allSatisfy { $0["unindexed_posts", default: 0] <= Store.indexedAtOnce })
      let joins = transactions.filter { $0["unindexed_posts"] == nil }
      #expect(!joins.isEmpty)
      // The structure of the index, and a page for each level, are written beside them.
      #expect(joins.allSatisfy { $0["post_words_data", default: 0] <= 2 * Store.pagesMergedAtOnce })
      #expect(try #require(try await store.count("(SELECT DISTINCT segid FROM post_words_idx)")) <= 16)
      // By itself FTS5 joins nothing inside others' transactions.
      let settings = try await store.driver.read { connection in
        try connection.rows("SELECT k, v FROM post_words_config WHERE k <> 'version' ORDER BY k")
      }
      #expect(
        settings == [
          Row([.text("automerge"), .integer(0)]), Row([.text("crisismerge"), .integer(64)]),
        ])
    }
  }

  @Test func `NEW_16 posts that change while their words are made are indexed as they are at last`()
    async throws
  {
    try await withPosts(600) { store, _ in
      async let indexed = store.index()
      var chance = SeededGenerator(seed: 1)
      for number in 0..<150 {
        let id = Int64.random(in: 1...600, using: &chance)
        _ = try await store.driver.write { connection in
          if number.isMultiple(of: 5) {
            try connection.execute("DELETE FROM posts WHERE id = \(id)")
          } else {
            try connection.execute("UPDATE posts SET text = \("changed \(number)") WHERE id = \(id)")
          }
        }
      }
      _ = try await indexed
      try await store.index()
      #expect(try await store.unindexed().isEmpty)
      let (texts, words) = try await store.driver.read { connection in
        (
          try connection.rows("SELECT id, text FROM posts ORDER BY id"),
          try connection.rows("SELECT id, c0 FROM post_words_content ORDER BY id")
        )
      }
      let expected = texts.map { row in
        guard case .text(let text) = row.values[1] else { return row }
        return Row([row.values[0], .text(SearchWords.indexed(text).joined(separator: " "))])
      }
      #expect(words == expected && texts.count < 600)
      #expect(try await store.mendIndex() == 0)
    }
  }

  @Test func `NEW_11 names that were stored with accents are folded once`() async throws {
    try await withPosts(0) { store, _ in
      func keep(_ key: String) async throws {
        try await store.driver.write {
          _ = try $0.execute("UPDATE accounts SET nick_key = \(key) WHERE id = 1")
        }
      }
      try await keep("outdated")
      try await store.indexAll()
      let key: Storage.Statement = "SELECT nick_key FROM accounts WHERE id = 1"
      #expect(try await store.driver.read { try $0.text(key) } == "amy")
      try await keep("by another program")
      try await store.indexAll()
      #expect(try await store.driver.read { try $0.text(key) } == "by another program")
    }
  }

  @Test func `NEW_16 one program at a time indexes all posts, and the next one goes on where it ended`()
    async throws
  {
    try await withPosts(300) { store, folder in
      var lock = try FileLock(DataFolder(folder).indexing)
      #expect(lock != nil)
      let indexing = Task { try await store.indexAll() }
      // What is searched is looked for among the newest posts all the same.
      try await store.index(atMost: 100)
      try await Task.sleep(for: .milliseconds(200))
      #expect(try await store.unindexed().count == 200)
      withExtendedLifetime(lock) {}
      lock = nil
      try await indexing.value
      #expect(try await store.unindexed().isEmpty)
    }
  }
}

extension Store {
  fileprivate func unindexed() async throws -> [Int64] {
    try await driver.read { try $0.integers("SELECT post FROM unindexed_posts") }
  }

  fileprivate func count(_ table: String) async throws -> Int64? {
    try await driver.read { try $0.integer("SELECT count(*) FROM \(raw: table)") }
  }
}
