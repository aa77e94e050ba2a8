import DatabaseTestSupport
import Foundation
import Invalidation
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// The exact numbers of statements, and on SQLite of pages in the write-ahead log, that single operations
/// cost (29.15).
@Suite struct OperationCostTests {
  /// Holds how many statements an operation costs.
  private func expect(
    _ count: Int, _ town: Town, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: () async throws -> Void
  ) async throws {
    let before = town.community.store.statementCount
    try await operation()
    let statements = town.community.store.statementCount - before
    #expect(statements == count, sourceLocation: sourceLocation)
  }

  /// Holds how many statements an operation costs once the notes of the writes before it have come. PostgreSQL
  /// sends them beside its responses, and a late one makes the process read again.
  private func expectInTheEnd(
    _ count: Int, _ town: Town, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: () async throws -> Void
  ) async throws {
    var statements = 0
    for _ in 0..<50 {
      let before = town.community.store.statementCount
      try await operation()
      statements = town.community.store.statementCount - before
      if statements == count { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(statements == count, sourceLocation: sourceLocation)
  }

  /// Holds how many pages an operation writes into SQLite's write-ahead log.
  private func expect(
    pages count: Int, _ town: Town, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: () async throws -> Void
  ) async throws {
    let before = try Self.frames(town)
    try await operation()
    let pages = try Self.frames(town) - before
    #expect(pages == count, sourceLocation: sourceLocation)
  }

  /// `mxFrame` of the log's index (sqlite.org/walformat.html, section 2.1).
  private static func frames(_ town: Town) throws -> Int {
    let index = try Data(contentsOf: URL(fileURLWithPath: town.folder + "/" + Store.fileName + "-shm"))
    return Int(index.dropFirst(16).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
  }

  @Test func `NEW_16 a post costs three statements to write and two to return`() async throws {
    try await withTown { town in
      try await town.post("The first", by: "ada")
      // The facts, the post, its author's counter, the key; for the response the post, its author.
      try await expect(3 + 2, town) { try await town.post("Text", by: "ada") }
      try await expect(4 + 2, town) { try await town.post("Text", by: "ada", key: "one") }
      // The same key: what is there; the post is known.
      try await expectInTheEnd(1 + 1, town) { try await town.post("Text", by: "ada", key: "one") }
      // A mention: who it is, its row, the notification, its push messages; and the mentions of the response. A
      // tag: its row, and the tags.
      try await expect(7 + 3, town) { try await town.post("@ben", by: "ada") }
      try await expect(4 + 3, town) { try await town.post("#tag", by: "ada") }
    }
  }

  @Test func `NEW_16 a post without a link does not look for links to fetch`() async throws {
    try await withTown { town in
      town.community.beginLinkPreviews(LinkPreviewSettings(ownAddress: nil))
      await town.community.linkPreviewQueue.finish()
      let first = number(try await town.post("The first", by: "ada").id)
      await town.community.linkPreviewQueue.finish()
      try await expect(3 + 2, town) {
        try await town.post("Text", by: "ada")
        await town.community.linkPreviewQueue.finish()
      }
      let change = PostChange(text: "Another text")
      let before = town.community.store.statementCount
      _ = try await town.community.posts.edit(first, change, viewer: town.viewer("ada"))
      let statements = town.community.store.statementCount - before
      await town.community.linkPreviewQueue.finish()
      #expect(town.community.store.statementCount - before == statements)
    }
  }

  @Test func `NEW_16 a post is one statement when it is known, three when it is not`() async throws {
    try await withTown { town in
      let id = number(try await town.post("Text", by: "ada").id)
      let read = { _ = try await town.community.posts.entry(id, viewer: town.viewer("ben")) }
      town.community.store.revisions.publishForeignChange()
      try await expect(3, town, read)
      try await expect(1, town, read)
      try await expect(1, town) { _ = try await town.community.posts.entry(id, viewer: nil) }
      try await expect(1, town) { _ = try await town.community.posts.find(id, viewer: town.viewer("ben")) }
      let marked = number(try await town.post("@ben #tag", by: "ada").id)
      town.community.store.revisions.publishForeignChange()
      try await expect(5, town) { _ = try await town.community.posts.entry(marked, viewer: nil) }
    }
  }

  @Test func `NEW_16 a repost is two statements when its post is known`() async throws {
    try await withTown { town in
      let id = number(try await town.post("Text", by: "ada").id)
      let repost = try await town.community.posts.repost(id, viewer: town.viewer("ben"), visibility: nil)
      let read = { _ = try await town.community.posts.entry(number(repost.id), viewer: town.viewer("cat")) }
      try await read()
      try await expect(2, town, read)
    }
  }

  @Test func `NEW_16 a search after a post writes nothing, and many posts are indexed at once`() async throws
  {
    try await withTown { town in
      let search = {
        try await town.community.search.posts(
          "tower", viewer: town.viewer("ben"), from: nil, Cursor(limit: 40)
        ).count
      }
      try await town.post("A tower", by: "ada")
      for number in 2...Store.searchedByThemselves {
        #expect(try await search() == number - 1)
        try await town.post("Tower \(number)", by: "ada")
      }
      #expect(try await search() == Store.searchedByThemselves)
      #expect(try await town.community.store.hasIndexedNothing())
      // One more: all of them are written into the index.
      try await town.post("The last tower", by: "ada")
      #expect(try await search() == Store.searchedByThemselves + 1)
      #expect(try await !town.community.store.hasIndexedNothing())
      // The posts that are not in the index, the endings of the word (SQLite), the posts with their
      // interactions.
      try await expect((TestDatabase.isPostgres ? 2 : 3), town) { _ = try await search() }
    }
  }

  @Test(.enabled(if: !TestDatabase.isPostgres))
  func `NEW_16 a post writes eight pages, and ten with an idempotency key`() async throws {
    try await withTown { town in
      for number in 0..<20 { try await town.post("Post \(number)", by: "ada", key: "k\(number)") }
      try await expect(pages: 8, town) { try await town.post("Text", by: "ada") }
      try await expect(pages: 10, town) { try await town.post("Text", by: "ada", key: "one") }
      _ = try await town.community.search.posts("text", viewer: town.viewer("ben"), from: nil, Cursor())
      // The search writes nothing.
      try await expect(pages: 8, town) {
        try await town.post("Text", by: "ada")
        _ = try await town.community.search.posts("text", viewer: town.viewer("ben"), from: nil, Cursor())
      }
    }
  }
}

extension Store {
  /// `true` while all posts wait for the index of words.
  fileprivate func hasIndexedNothing() async throws -> Bool {
    try await driver.read { connection in
      try connection.count("SELECT count(*) FROM unindexed_posts")
        == connection.count("SELECT count(*) FROM posts")
    }
  }
}
