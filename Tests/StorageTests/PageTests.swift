import DatabaseTestSupport
import Foundation
import GRDB
import Invalidation
import Social
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct PageTests {
  /// A store with an owner (1) who follows one person (2) and does not follow another (3).
  private func withPeople(_ body: (Store) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder, database: TestDatabase.address(for: folder))
      try await store.importing { transaction in
        for (id, name) in [(1, "Owner"), (2, "friend"), (3, "stranger")] as [(Int64, String)] {
          try transaction.insert(
            AccountDraft(id: id, username: name, nick: name, isImported: id > 1, createdAt: 0))
        }
        try transaction.follow(2, by: 1)
      }
      try await body(store)
      try await store.close()
    }
  }

  private func add(_ id: Int64, by author: Int64, _ visibility: Visibility = .everybody, to store: Store)
    async throws
  {
    try await store.importing { transaction in
      let media = try transaction.addMedia(
        MediaRecord(
          hash: String(repeating: "a", count: 32), mimeType: "image/png", width: 4, height: 3, byteSize: 9,
          copies: [.init(name: "w360.webp", width: 4, height: 3, isSquare: false)]), id: 7)
      try transaction.insert(
        ImportedPost(
          id: id, author: author, text: "post \(id)", visibility: visibility, createdAt: id,
          attachments: [
            .init(picture: PictureReference(media: media, source: nil), description: "a field"),
            .init(
              picture: PictureReference(media: nil, source: "https://example.org/lost.jpg"), description: ""),
            .init(picture: PictureReference(media: nil, source: "lost.jpg"), description: ""),
          ]))
      let comment = id * 10
      try transaction.insert(
        CommentDraft(
          id: comment, post: id, author: 3, text: "hello", replyTo: nil, createdAt: nil, position: 0))
      try transaction.insert(
        CommentDraft(
          id: comment + 1, post: id, author: 2, text: "hi", replyTo: comment, createdAt: 5, position: 1))
      try transaction.like(id, by: 3, at: 0)
      try transaction.like(id, by: 1, at: 1)
    }
  }

  @Test func `A page has its owner's posts and those of whom they follow, newest first`() async throws {
    try await withPeople { store in
      for (id, author) in [(10, 1), (30, 2), (20, 1), (40, 3)] as [(Int64, Int64)] {
        try await add(id, by: author, to: store)
      }
      let posts = try await store.posts(MomentsPage(owner: 1))
      #expect(posts.map(\.id) == ["30", "20", "10"])
      #expect(posts.map(\.sender.username) == ["friend", "Owner", "Owner"])
      let post = try #require(posts.first)
      #expect(post.text == "post 30")
      #expect(post.createdAt == Timestamp(milliseconds: 30))
      let folder = "/media/" + String(repeating: "a", count: 32)
      #expect(
        post.pictures.map(\.url) == [
          folder + "/original.jpg", "https://example.org/lost.jpg", "/media/missing",
        ])
      #expect(post.pictures[0].variants.map(\.url) == [folder + "/w360.webp"])
      #expect(post.pictures[0].description == "a field")
      #expect(post.comments.map(\.text) == ["hello", "hi"])
      #expect(post.comments[1].replyTo?.sender.username == "stranger")
      #expect(post.likes.map(\.username) == ["stranger", "Owner"])
    }
  }

  @Test func `Pages go on below an id, with a limit`() async throws {
    try await withPeople { store in
      for id in 1...9 as ClosedRange<Int64> { try await add(id, by: 1 + id % 2, to: store) }
      let first = try await store.posts(MomentsPage(owner: 1, limit: 4))
      #expect(first.map(\.id) == ["9", "8", "7", "6"])
      #expect(first.allSatisfy { $0.comments.count == 2 && $0.pictures.count == 3 })
      #expect(
        try await store.posts(MomentsPage(owner: 1, before: 6, limit: 9)).map(\.id) == [
          "5", "4", "3", "2", "1",
        ])
      #expect(try await store.posts(MomentsPage(owner: 1, before: 1)).isEmpty)
    }
  }

  @Test func `Who may see a post is decided for whoever asks`() async throws {
    try await withPeople { store in
      let all: [Visibility] = [.everybody, .unlisted, .followers, .direct]
      for (index, visibility) in all.enumerated() {
        try await add(Int64(index + 1), by: 2, visibility, to: store)
      }
      func seen(by viewer: Int64?) async throws -> [String] {
        try await store.posts(MomentsPage(owner: 2, viewer: viewer)).compactMap(\.id)
      }
      #expect(try await seen(by: nil) == ["1"])
      #expect(try await seen(by: 3) == ["2", "1"])
      #expect(try await seen(by: 1) == ["3", "2", "1"])
      #expect(
        try await seen(by: 2) == ["3", "2", "1"], "a message is no Moment, not even for whoever wrote it")
    }
  }

  @Test func `Replies are comments, as far as the viewer may see them; reposts are not on the page`()
    async throws
  {
    try await withPeople { store in
      try await add(10, by: 1, to: store)
      try await store.driver.write { connection in
        for (id, visibility, place) in [(200, "public", nil), (201, "private", nil), (202, "public", 2)]
          as [(Int64, String, Int64?)]
        {
          try connection.execute(
            """
            INSERT INTO posts (id, author, text, visibility, reply_to, reply_to_author, conversation, place)
            VALUES (\(id), 2, 'late', \(visibility), 10, 1, 10, \(place))
            """)
        }
        try connection.execute(
          "INSERT INTO posts (id, author, text, visibility, repost_of) VALUES (300, 1, '', 'public', 10)")
      }
      func comments(viewer: Int64?) async throws -> [String?] {
        let posts = try await store.posts(MomentsPage(owner: 1, viewer: viewer))
        #expect(posts.map(\.id) == ["10"])
        return posts.flatMap(\.comments).map(\.id)
      }
      #expect(try await comments(viewer: nil) == ["100", "101", "202", "200"])
      #expect(try await comments(viewer: 3) == ["100", "101", "202", "200"])
      #expect(try await comments(viewer: 1) == ["100", "101", "202", "200", "201"])
    }
  }

  @Test(arguments: [1, 1000] as [Int64])
  func `A page costs seven statements, and three when it is remembered, however long it is`(_ count: Int64)
    async throws
  {
    try await withPeople { store in
      try await store.importing { transaction in
        for id in 1...count {
          try transaction.insert(
            ImportedPost(
              id: id, author: 1 + id % 2, text: "post", visibility: .everybody, createdAt: nil,
              attachments: [.init(picture: PictureReference(media: nil, source: nil), description: "")]))
          try transaction.like(id, by: 3, at: 0)
        }
      }
      for statements in [7, 3] {
        let before = store.statementCount
        #expect(try await store.posts(MomentsPage(owner: 1, viewer: 2)).count == Int(count))
        #expect(store.statementCount - before == statements)
      }
    }
  }

  @Test func `A page with a limit is the beginning of the whole page, whoever posted how much`() async throws
  {
    try await withPeople { store in
      var chance = SeededGenerator(seed: 13)
      for id in 1...60 as ClosedRange<Int64> {
        let all: [Visibility] = [.everybody, .everybody, .unlisted, .followers, .direct]
        // Of whom is followed there are many at first, and none later.
        try await add(1000 + id, by: id < 20 ? 2 : chance.pick([1, 1, 1, 3]), chance.pick(all), to: store)
      }
      for viewer in [nil, 1, 2, 3] as [Int64?] {
        for covered in [true, false] {
          var page = MomentsPage(owner: 1, viewer: viewer, hasCovered: covered)
          let whole = try await store.posts(page)
          for (limit, before) in [(1, nil), (6, nil), (20, 1040), (200, nil), (6, 1015)] as [(Int, Int64?)] {
            page.limit = limit
            page.before = before
            let expected = whole.filter { post in before.map { (Int64(post.id ?? "") ?? 0) < $0 } ?? true }
              .prefix(
                limit)
            #expect(try await store.posts(page) == Array(expected))
          }
        }
      }
    }
  }

  @Test func `Of the page's people those who posted last are named first`() async throws {
    try await withPeople { store in
      for (id, author) in [(10, 2), (20, 1), (30, 2), (40, 3)] as [(Int64, Int64)] {
        try await add(id, by: author, to: store)
      }
      try await add(50, by: 1, .followers, to: store)
      let before = store.statementCount
      #expect(
        try await store.authors(of: MomentsPage(owner: 1), limit: 7).map(\.username) == ["friend", "Owner"])
      #expect(store.statementCount - before == 1)
      #expect(try await store.authors(of: MomentsPage(owner: 1), limit: 1).map(\.username) == ["friend"])
    }
  }

  @Test func `Of a post with very many comments and likes the first ones are read, and one's own like`()
    async throws
  {
    try await withPeople { store in
      try await add(10, by: 1, to: store)
      let (comments, likes) = (Int64(MomentsStatements.maxComments), Int64(MomentsStatements.maxLikes))
      try await store.importing { transaction in
        for id in 1001...(1000 + likes) {
          try transaction.insert(
            AccountDraft(id: id, username: "person_\(id)", nick: "P", isImported: false, createdAt: 0))
        }
      }
      try await store.driver.write { connection in
        for number in 1...comments {
          try connection.execute(
            """
            INSERT INTO posts (id, author, text, visibility, reply_to, reply_to_author, conversation)
            VALUES (\(1000 + number), 3, 'many', 'public', 10, 1, 10)
            """)
        }
        for number in 1...likes {
          try connection.execute(
            "INSERT INTO favourites (id, post, account) VALUES (\(100_000 + number), 10, \(1000 + number))")
        }
        try connection.execute("INSERT INTO favourites (id, post, account) VALUES (900000, 10, 2)")
      }
      for limit in [nil, 5] {
        let seen = try #require(try await store.posts(MomentsPage(owner: 1, viewer: 2, limit: limit)).first)
        #expect(
          seen.comments.count == Int(comments)
            && seen.comments.prefix(3).map(\.text) == ["hello", "hi", "many"])
        #expect(seen.likes.count == Int(likes) + 1 && seen.likes.last?.username == "friend")
        let others = try #require(try await store.posts(MomentsPage(owner: 1, limit: limit)).first)
        #expect(
          others.likes.count == Int(likes) && others.likes.prefix(2).map(\.username) == ["stranger", "Owner"])
      }
    }
  }

  @Test func `Usernames are found in whatever case, and are unique so`() async throws {
    try await withPeople { store in
      let owner = try await store.account(named: "oWNER")
      let nobody = try await store.account(named: "nobody")
      let first = try await store.firstMember()
      #expect(owner?.id == 1 && nobody == nil && first?.id == 1)
      await #expect(throws: StorageError.self) {
        try await store.importing { transaction in
          try transaction.insert(
            AccountDraft(id: 4, username: "FRIEND", nick: "x", isImported: false, createdAt: 0))
        }
      }
    }
  }

  @Test func `Nobody waits for another program's lock to learn of changes`() async throws {
    try await withTemporaryFolder { folder in
      let store = try await Store.open(folder: folder)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder + "/" + Store.fileName, configuration: configuration)
      await store.refresh()
      let before = store.revisions.latest
      try await other.writeWithoutTransaction { database in
        try database.execute(sql: "INSERT INTO settings (name, value) VALUES ('title', 'x')")
        try database.execute(sql: "BEGIN IMMEDIATE")
      }
      let isWritten = Mutex(false)
      async let written: Void = {
        try await store.set("description", to: "y")
        isWritten.withLock { $0 = true }
      }()
      // It waits for the lock, and with it whoever asks its connection for anything.
      while (store.driver as? SQLiteDriver)?.isHeldUp == false { try await Task.sleep(for: .milliseconds(5)) }
      try await Task.sleep(for: .milliseconds(120))
      await store.refresh()
      #expect(!isWritten.withLock { $0 })
      #expect(!store.revisions.areCurrent(Dependencies.Slots([.post(7)]), asOf: before))
      try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      try await written
      try await store.close()
    }
  }

  @Test
  func `Nobody waits for a long transaction to learn of changes, and another program's are noticed`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let (store, other) = (try await Store.open(folder: folder), try await Store.open(folder: folder))
      /// Refreshes during a transaction that lasts until they are over, and returns what it found.
      func hearsOfOthers(_ between: @Sendable () async throws -> Void) async throws -> Bool {
        await refreshed(store)
        let before = store.revisions.latest
        try await between()
        let (begins, continuation) = AsyncStream.makeStream(of: Void.self)
        let isOver = DispatchSemaphore(value: 0)
        async let written: Void = store.driver.write { connection in
          try connection.execute("DELETE FROM discarded_pictures")
          continuation.finish()
          // A write that waited for the transaction would wait until this time is over.
          #expect(isOver.wait(timeout: .now() + 240) == .success, "nobody waits for the transaction")
        }
        for await _ in begins {}
        for _ in 0..<3 { await refreshed(store) }
        let isForeign = !store.revisions.areCurrent(Dependencies.Slots([.post(7)]), asOf: before)
        isOver.signal()
        try await written
        return isForeign
      }
      #expect(
        try await !hearsOfOthers {
          try await store.driver.write {
            _ = try $0.execute("INSERT INTO discarded_pictures (hash) VALUES ('own')")
          }
        })
      #expect(try await hearsOfOthers { try await other.set("description", to: "another's") })
      #expect(try await !hearsOfOthers {})
      try await store.close()
      try await other.close()
    }
  }

  private func refreshed(_ store: Store) async {
    try? await Task.sleep(for: .milliseconds(110))
    await store.refresh()
  }

  @Test func `Another process's change is noticed`() async throws {
    try await withTemporaryFolder { folder in
      let (store, other) = (
        try await Store.open(folder: folder, database: TestDatabase.address(for: folder)),
        try await Store.open(folder: folder, database: TestDatabase.address(for: folder))
      )
      await store.refresh()
      try await Task.sleep(for: .milliseconds(120))
      await store.refresh()
      let before = store.revisions.latest
      try await other.importing { transaction in
        try transaction.insert(AccountDraft(id: 1, username: "a", nick: "a", isImported: false, createdAt: 0))
      }
      try await Task.sleep(for: .milliseconds(120))
      await store.refresh()
      #expect(!store.revisions.areCurrent(Dependencies.Slots([.post(7)]), asOf: before))
      // What this process writes afterwards is taken for nobody else's.
      try await Task.sleep(for: .milliseconds(120))
      await store.refresh()
      let again = store.revisions.latest
      try await store.write { try $0.clearNotifications(of: 1) }
      try await Task.sleep(for: .milliseconds(120))
      await store.refresh()
      #expect(store.revisions.latest == again)
      try await store.close()
      try await other.close()
    }
  }
}
