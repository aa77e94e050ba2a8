import DatabaseTestSupport
import Foundation
import Invalidation
import TestSupport
import Testing

@testable import Storage

/// A removal goes in short transactions, may be stopped after each of them, and leaves what one statement
/// would leave.
@Suite struct MemberRemovalTests {
  private static let removed: Int64 = 1

  private func withStore(_ body: (Store, _ folder: String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder, database: TestDatabase.address(for: folder))
      try await body(store, folder)
    }
  }

  @Test(arguments: 0..<12)
  func `NEW_13 a removal that stops between any two transactions ends as if it were one`(seed: UInt64)
    async throws
  {
    let expected = try await removedAtOnce(seed)
    var chance = SeededGenerator(seed: seed + 1000)
    try await withStore { store, folder in
      var store = store
      try await RandomCommunity(seed: seed).fill(store)
      try await store.writeMembership { try $0.beginRemoval(of: Self.removed, now: 5) }
      var parts = 0
      var isMore = true
      while isMore {
        #expect(try await store.removedAccounts() == [Self.removed])
        #expect(try await store.profile(Self.removed) == nil)
        // So a stop at this point leaves nothing wrong.
        let mended = try await store.mendCounters()
        #expect(mended.isEmpty, "\(mended) after \(parts)")
        #expect(try await store.faults().isEmpty)
        if Int.random(in: 0..<4, using: &chance) == 0 {
          try await store.close()
          store = try await Store.open(folder: folder, database: TestDatabase.address(for: folder))
        }
        isMore = try await store.removePart(of: Self.removed, limit: Int.random(in: 8...60, using: &chance))
        parts += 1
      }
      #expect(parts > 3)
      #expect(try await store.removedAccounts().isEmpty)
      #expect(try await store.mendCounters().isEmpty)
      let left = try await store.contents()
      for (table, rows) in expected { #expect(left[table] == rows, "\(table)") }
      try await store.close()
    }
  }

  /// The state after the database removed the account and everything that refers to it in one transaction.
  private func removedAtOnce(_ seed: UInt64) async throws -> [String: [Row]] {
    var left: [String: [Row]] = [:]
    try await withStore { store, _ in
      try await RandomCommunity(seed: seed).fill(store)
      try await store.driver.write { connection in
        try connection.execute("DELETE FROM accounts WHERE id = \(Self.removed)")
        for card in try connection.integers("SELECT id FROM link_cards") {
          _ = try connection.removeUnusedLinkPreview(card)
        }
        _ = try connection.removeUnused(connection.integers("SELECT id FROM media"))
      }
      _ = try await store.mendCounters()
      left = try await store.contents()
      try await store.close()
    }
    return left
  }

  @Test(.disabled(if: TestDatabase.isPostgres), arguments: [10, 40, Store.rowsRemovedAtOnce])
  func `NEW_13 no transaction of a removal changes more rows than it may`(limit: Int) async throws {
    try await withStore { store, _ in
      try await RandomCommunity(seed: 7).fill(store)
      try await store.writeMembership { try $0.beginRemoval(of: Self.removed, now: 5) }
      func changes() async throws -> Int64 {
        try await store.driver.write { try $0.integer("SELECT total_changes()") ?? 0 }
      }
      var counts: [Int64] = []
      var isMore = true
      while isMore {
        let before = try await changes()
        isMore = try await store.removePart(of: Self.removed, limit: limit)
        counts.append(try await changes() - before)
      }
      #expect(counts.allSatisfy { $0 <= Int64(limit) }, "\(counts)")
      #expect(counts.reduce(0, +) > 300)
      try await store.close()
    }
  }

  @Test(.disabled(if: TestDatabase.isPostgres))
  func `NEW_13 a transaction of a removal writes one segment of the index, whatever it deletes`() async throws
  {
    try await withStore { store, _ in
      try await RandomCommunity(seed: 5).fill(store)
      try await store.index()
      try await store.writeMembership { try $0.beginRemoval(of: Self.removed, now: 5) }
      func segments() async throws -> Int64 {
        try await store.driver.read {
          try $0.integer("SELECT count(DISTINCT segid) FROM post_words_idx") ?? 0
        }
      }
      let before = try await segments()
      var parts: Int64 = 0
      var isMore = true
      while isMore {
        isMore = try await store.removePart(of: Self.removed, limit: Store.rowsRemovedAtOnce)
        parts += 1
      }
      #expect(try await segments() <= before + parts)
      #expect(try await store.mendIndex() == 0)
      try await store.close()
    }
  }

  @Test func `NEW_13 counters that are too low stop no removal`() async throws {
    try await withStore { store, _ in
      try await RandomCommunity(seed: 3).fill(store)
      _ = try await store.driver.write { connection in
        try connection.execute(
          "UPDATE accounts SET posts_count = 0, followers_count = 0, following_count = 0")
        try connection.execute("UPDATE posts SET favourites_count = 0, reposts_count = 0, replies_count = 0")
      }
      try await store.writeMembership { try $0.beginRemoval(of: Self.removed, now: 5) }
      while try await store.removePart(of: Self.removed) {}
      #expect(try await store.removedAccounts().isEmpty)
      _ = try await store.mendCounters()
      #expect(try await store.faults().isEmpty)
      try await store.close()
    }
  }

  @Test(.disabled(if: TestDatabase.isPostgres))
  func `NEW_13 a removal knows every reference to an account or a post, and finds it by an index`()
    async throws
  {
    try await withStore { store, _ in
      let found = try await store.driver.read { connection in
        try connection.texts(
          """
          SELECT m.name || ' ' || k."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
          WHERE m.type = 'table' AND k."table" IN ('accounts', 'posts', 'reports')
          """)
      }
      let tables = RemovedTable.ofAccounts + RemovedTable.ofPosts + RemovedTable.ofReports
      let byThemselves = [
        "posts author", "posts repost_of", "reports reporter", "reports target", "removed_accounts account",
        // With the post.
        "hidden_posts post",
        // By the first transaction, or a row each.
        "credentials account", "tokens account", "sessions account", "authorization_codes account",
        "hidden_accounts account", "reading_addresses account", "request_tokens account",
      ]
      #expect(
        Set(found)
          == Set(tables.filter { $0.column != "id" }.map { "\($0.name) \($0.column)" } + byThemselves))
      try await store.driver.read { connection in
        for table in tables {
          let plan = try connection.rows(
            "EXPLAIN QUERY PLAN SELECT \(table.key) FROM \(table.name) WHERE \(table.column) IN \([1, 2] as [Int64]) LIMIT 5"
          )
          #expect(
            plan.contains { "\($0.values)".contains("SEARCH") }, "\(table.name) \(table.column): \(plan)")
        }
      }
      try await store.close()
    }
  }

  @Test func `NEW_13 a removed account is gone at once, and its name is free`() async throws {
    try await withStore { store, _ in
      try await RandomCommunity(seed: 3).fill(store)
      try await store.writeMembership { try $0.beginRemoval(of: Self.removed, now: 5) }
      #expect(try await store.member(named: "person1") == nil)
      #expect(try await store.members().map(\.id) == [2, 3, 4, 5, 6])
      #expect(try await store.visibleAccount(named: "person1") == nil)
      #expect(try await store.hasToken(1, of: Self.removed) == false)
      try await store.writeMembership { transaction in
        try transaction.insert(
          AccountDraft(id: 90, username: "person1", nick: "New", isImported: false, createdAt: 0))
      }
      while try await store.removePart(of: Self.removed) {}
      #expect(try await store.member(named: "person1")?.id == 90)
      try await store.close()
    }
  }
}

extension Store {
  fileprivate func profile(_ id: Int64) async throws -> Int64? {
    try await driver.read { try $0.profiles([id])[id].map { _ in id } }
  }

  /// The rows of all tables, but for what no removal concerns.
  fileprivate func contents() async throws -> [String: [Row]] {
    let driver = driver
    var tables: [TransferTable] = []
    try await withTemporaryFolder { folder in
      let model = try await Store.open(folder: folder)
      tables = try await model.driver.read { try TransferTable.all($0) }
      try await model.close()
    }
    let compared = tables.filter { !["access_revisions", "settings", "clock"].contains($0.name) }
    return try await driver.read { connection in
      var contents: [String: [Row]] = [:]
      for table in compared {
        var rows: [Row] = []
        try table.read(connection) { rows += $0 }
        contents[table.name] = rows
      }
      return contents
    }
  }
}
