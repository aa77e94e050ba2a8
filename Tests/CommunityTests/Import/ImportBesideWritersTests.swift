import DatabaseTestSupport
import Foundation
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// An import lets others write meanwhile, and shows all that it brings at once.
@Suite struct ImportBesideWritersTests {
  private static let amy = TestSource.person("amy", "Amy")

  private static func source(_ count: Int, prefix: String = "post") -> TestSource {
    TestSource(
      items: (0..<count).map { number in
        TestSource.item(
          "\(prefix) \(number)", by: number.isMultiple(of: 2) ? amy : TestSource.owner,
          comments: [(amy, "yes \(number)"), (TestSource.owner, "no \(number)")])
      })
  }

  @Test func `NEW_16 others write while an import is at it, and see nothing of it before all is there`()
    async throws
  {
    try await withCommunity { community, folder in
      try Self.source(3000).write(to: folder)
      let ended = Mutex(false)
      let turns = Mutex(0)
      let task = Task {
        defer { ended.withLock { $0 = true } }
        return try await community.imports.moments(from: .folder(folder), username: "jsmith") { progress in
          if case .writing = progress { turns.withLock { $0 += 1 } }
        }
      }
      var written = 0
      while !ended.withLock(\.self) {
        guard turns.withLock(\.self) > 1 else {
          try await Task.sleep(for: .milliseconds(1))
          continue
        }
        try await community.store.set("beside", to: "\(written)")
        written += 1
        let isKnown = try await community.accounts.account("amy", viewer: nil) != nil
        let count = try await community.momentsPosts(of: "jsmith").count
        #expect(count == 3000 || count == 0 && !isKnown)
      }
      let report = try await task.value
      #expect(report.posts.added == 3000 && report.comments.added == 6000)
      #expect(turns.withLock(\.self) > 20 && written > 5, "\(turns.withLock(\.self)) \(written)")
      #expect(try await community.momentsPosts(of: "jsmith").count == 3000)
      #expect(try await community.store.mendCounters().isEmpty)
    }
  }

  @Test(arguments: [0, 1, 5, 9]) func `NEW_16 an import that is cut off leaves nothing`(turn: Int)
    async throws
  {
    try await withCommunity { community, folder in
      try Self.source(20, prefix: "first").write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let before = try await community.momentsPosts(of: "jsmith")
      let counts = try await community.store.contents()
      try Self.source(2000).write(to: folder)
      let turns = Mutex(0)
      let task = Task {
        try await community.imports.moments(from: .folder(folder), username: "jsmith") { progress in
          guard case .writing = progress else { return }
          if turns.withLock({
            $0 += 1; return $0 > turn
          }) {
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await community.momentsPosts(of: "jsmith") == before)
      #expect(try await community.store.contents() == counts)
      #expect(try await community.store.mendCounters().isEmpty)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts.added == 2000)
      #expect(try await community.store.mendCounters().isEmpty)
    }
  }

  @Test
  func `NEW_16 what an import left whose program was killed goes at the next start, unless one is running`()
    async throws
  {
    struct Killed: Error {}
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      let draft = AccountDraft(id: 1, username: "amy", nick: "Amy", isImported: true, createdAt: 0)
      try await store.staging { staging in
        try await staging.write { transaction in
          try transaction.insert(draft)
          for id in Int64(2)...400 {
            try transaction.insert(
              ImportedPost(
                id: id, author: 1, text: "x", visibility: .everybody, createdAt: nil, attachments: []))
          }
        }
        #expect(try await store.visibleAccount(named: "amy") == nil)
        // Another program, which starts meanwhile.
        let other = try await Store.open(folder: folder)
        #expect(
          try await other.contents() == [
            "accounts": 1, "hidden_accounts": 1, "hidden_posts": 399, "posts": 399,
          ])
        try await other.close()
        // As the folder would be after a kill.
        try FileManager.default.createDirectory(atPath: folder + "/killed", withIntermediateDirectories: true)
        for name in ["swiftlet.sqlite", "swiftlet.sqlite-wal"] {
          try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: folder + "/killed/" + name)
        }
      }
      try await store.close()
      let killed = try await Store.open(folder: folder + "/killed")
      #expect(try await killed.contents().isEmpty)
      try await killed.close()
    }
  }

  @Test func `Two imports for the same page come one after the other`() async throws {
    try await withCommunity { community, folder in
      try Self.source(300).write(to: folder)
      async let one = community.imports.moments(from: .folder(folder), username: "jsmith")
      async let two = community.imports.moments(from: .folder(folder), username: "jsmith")
      let added = try await [one, two].map(\.posts.added)
      #expect(added.sorted() == [0, 300])
      #expect(try await community.momentsPosts(of: "jsmith").count == 300)
    }
  }
}

extension Store {
  /// How many rows there are of what an import inserts; only what is not zero.
  fileprivate func contents() async throws -> [String: Int64] {
    try await driver.read { connection in
      var counts: [String: Int64] = [:]
      for table in [
        "accounts", "follows", "hidden_accounts", "hidden_posts", "import_items", "import_people", "posts",
      ] {
        let count = try connection.integer("SELECT count(*) FROM \(raw: table)") ?? 0
        if count > 0 { counts[table] = count }
      }
      return counts
    }
  }
}
