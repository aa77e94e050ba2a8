import DatabaseTestSupport
import Foundation
import Social
import TestSupport
import Testing

@testable import Storage

/// Search by words, where many words begin alike, and where the viewer may see few of the posts.
@Suite struct WordSearchTests {
  private static let viewer: Int64 = 1
  private static let author: Int64 = 2

  private func withPosts(
    _ posts: [(text: String, isSeen: Bool)], _ body: (Store) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      try await store.importing { transaction in
        for (id, name) in [(Self.viewer, "amy"), (Self.author, "ben")] {
          try transaction.insert(
            AccountDraft(id: id, username: name, nick: name, isImported: false, createdAt: 0))
        }
        for (index, post) in posts.enumerated() {
          try transaction.insert(
            ImportedPost(
              id: Int64(index + 1), author: Self.author, text: post.text,
              visibility: post.isSeen ? .everybody : .direct,
              createdAt: nil, attachments: []))
        }
      }
      try await body(store)
      try await store.close()
    }
  }

  private func found(_ query: String, _ cursor: Cursor, _ store: Store) async throws -> [Int64] {
    let words = query.split(separator: " ").map(String.init)
    let search = PostSearch(words: words, author: nil, cursor: cursor)
    return try await store.search(search, viewer: Self.viewer).compactMap { Int64($0.id) }
  }

  @Test(arguments: 1...4)
  func `NEW_11 posts are found by the beginnings of their words, the newest first`(_ seed: UInt64)
    async throws
  {
    var generator = SeededGenerator(seed: seed)
    // Far more than 64 words begin with w, 11 with w9.
    let vocabulary =
      (0..<100).map { "w\($0)" } + ["Ψωμί", "ψώμια", "早上好", "下雨", "harbour", "Harbours", "a", "ab", "abc"]
    let posts = (0..<300).map { _ -> (text: String, isSeen: Bool) in
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        vocabulary.randomElement(using: &generator) ?? ""
      }
      return (words.joined(separator: " "), Int.random(in: 0..<3, using: &generator) == 0)
    }
    try await withPosts(posts) { store in
      for query in [
        "w", "w9", "w9 w1", "ψωμ", "ΨΩΜΙ", "早上", "上好", "harb", "harbour a", "ab", "abc w", "nobody",
        "w5 nobody",
      ] {
        let beginnings = query.split(separator: " ").map { SearchWords.folded(String($0)) }
        let expected = posts.enumerated().filter { _, post in
          let words = post.text.split(separator: " ").map { SearchWords.folded(String($0)) }
          return post.isSeen
            && beginnings.allSatisfy { beginning in
              words.contains { $0.hasPrefix(beginning) || ($0.contains(beginning) && beginning == "上好") }
            }
        }.map { Int64($0.offset + 1) }
        let newest = Array(expected.reversed().prefix(10))
        #expect(try await found(query, Cursor(limit: 10), store) == newest, "\(query)")
        if let last = newest.last {
          let next = try await found(query, Cursor(maxID: last, limit: 10), store)
          #expect(next == Array(expected.reversed().dropFirst(10).prefix(10)), "\(query), the next page")
        }
        #expect(
          try await found(query, Cursor(minID: 20, limit: 5), store)
            == Array(expected.filter { $0 > 20 }.prefix(5).reversed()), "\(query), upwards")
      }
    }
  }

  @Test(arguments: 1...4)
  func `NEW_11 posts that are not in the index yet are found as if they were`(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let vocabulary =
      (0..<30).map { "w\($0)" } + ["Ψωμί", "早上好", "下雨", "a", "ab", "abc", "two-part", "O'Neill"]
    func text() -> String {
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        vocabulary.randomElement(using: &generator) ?? ""
      }
      .joined(separator: " ")
    }
    let posts = (0..<150).map { _ in (text: text(), isSeen: Int.random(in: 0..<4, using: &generator) > 0) }
    try await withPosts(posts) { store in
      try await store.index()
      for round in 0..<10 {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let (id, words) = (Int64.random(in: 1...150, using: &generator), text())
          try await store.driver.write { connection in
            _ = try connection.execute("UPDATE posts SET text = \(words) WHERE id = \(id)")
          }
        }
        let (new, words) = (Int64(1000 + round), text())
        try await store.importing { transaction in
          try transaction.insert(
            ImportedPost(
              id: new, author: Self.author, text: words, visibility: .everybody, createdAt: nil,
              attachments: []))
        }
        let gone = Int64.random(in: 1...150, using: &generator)
        try await store.driver.write { _ = try $0.execute("DELETE FROM posts WHERE id = \(gone)") }
        let unindexed = try await store.unindexedCount()
        #expect(1...Store.searchedByThemselves ~= unindexed)
        var before: [[Int64]] = []
        let queries = [
          "w", "w1", "w2 w", "ψωμ", "早上", "上好", "ab", "abc w", "two", "two-p", "part", "o'ne", "nobody",
        ]
        let cursors = [
          Cursor(limit: 5), Cursor(maxID: 90, limit: 5), Cursor(minID: 60, limit: 5), Cursor(limit: 40),
        ]
        for query in queries {
          for cursor in cursors { before.append(try await found(query, cursor, store)) }
        }
        #expect(try await store.unindexedCount() == unindexed, "nothing is written")
        try await store.index()
        var after: [[Int64]] = []
        for query in queries {
          for cursor in cursors { after.append(try await found(query, cursor, store)) }
        }
        #expect(before == after)
        #expect(before.contains { !$0.isEmpty })
      }
    }
  }

  @Test func `NEW_11 a post that may be seen is found behind many that may not`() async throws {
    let posts =
      [(text: "kettle", isSeen: true)] + Array(repeating: (text: "kettle", isSeen: false), count: 500)
    try await withPosts(posts) { store in
      let ids = try await found("kett", Cursor(limit: 5), store)
      #expect(ids == [1])
    }
  }

  @Test func `NEW_11 in SQLite the words that begin alike are named, up to a bound`() async throws {
    let words = (0..<Store.maxEndings).map { "word\($0)" }
    try await withPosts([(text: words.joined(separator: " "), isSeen: true)]) { store in
      try await store.index()
      guard store.driver.dialect == .sqlite else { return }
      func endings(_ beginning: String) async throws -> [String]? {
        try await store.driver.read { try $0.endings(of: beginning) }
      }
      #expect(try await endings("word") == words.sorted())
      #expect(try await endings("word63") == ["word63"])
      #expect(try await endings("wore") == [])
      #expect(try await endings("zebra") == [])
      try await store.driver.write { connection in
        for statement in connection.dialect.replaceWords(of: [(id: 2, words: "wordy")]) {
          try connection.execute(statement)
        }
      }
      #expect(try await endings("word") == nil)
      #expect(try await endings("word6") == ["word6", "word60", "word61", "word62", "word63"])
    }
  }
}

extension Store {
  fileprivate func unindexedCount() async throws -> Int {
    try await driver.read { try $0.count("SELECT count(*) FROM unindexed_posts") }
  }
}
