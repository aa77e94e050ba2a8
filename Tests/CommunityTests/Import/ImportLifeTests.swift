import DatabaseTestSupport
import Foundation
import Invalidation
import Media
import Social
import Storage
import TestSupport
import Testing

@testable import Community

@Suite struct ImportLifeTests {
  @Test func `MOM_06 ten thousand posts keep their order, and come in once`() async throws {
    try await withCommunity { community, folder in
      let amy = TestSource.person("amy", "Amy")
      try TestSource(
        items: (0..<10_000).map {
          TestSource.item("post \($0)", by: $0 % 2 == 0 ? amy : TestSource.owner, comments: [(amy, "yes")])
        }
      ).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts.added == 10_000 && report.comments.added == 10_000)
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.map(\.text) == (0..<10_000).map { "post \($0)" })
      let again = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(again.posts == .init(added: 0, known: 10_000))
    }
  }

  @Test func `An import that is cancelled while it fetches changes nothing`() async throws {
    try await withCommunity { community, folder in
      try TestSource(items: [TestSource.item("x", images: (0..<9).map { "pictures/\($0).png" })]).write(
        to: folder)
      for index in 0..<9 {
        try write(TestPicture.png(width: 100 + index, height: 90), to: folder + "/pictures/\(index).png")
      }
      let task = Task {
        try await community.imports.moments(from: .folder(folder), username: "jsmith") { progress in
          if case .pictures(let done, _) = progress, done == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let home = try await community.moments.home()
      #expect(home == nil)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts.added == 1 && report.failedPictures.isEmpty)
    }
  }

  @Test func `An import that fails while it writes changes nothing`() async throws {
    struct Cut: Error {}
    try await withCommunity { community, folder in
      try TestSource(items: [TestSource.item("x")]).write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let before = try await community.momentsPosts(of: "jsmith")
      await #expect(throws: Cut.self) {
        try await community.store.importing { transaction in
          try transaction.insert(
            AccountDraft(id: 99, username: "late", nick: "late", isImported: false, createdAt: 0))
          throw Cut()
        }
      }
      let late = try await community.accounts.account("late", viewer: nil)
      #expect(late == nil)
      let after = try await community.momentsPosts(of: "jsmith")
      #expect(after == before)
    }
  }

  @Test func `MOM_06_Dates, replies and likes of Swiftlet's own format come out again`() async throws {
    try await withCommunity { community, folder in
      let amy = TestSource.person("amy", "Amy")
      let comments = """
        "comments":[{"id":"7","created_at":"2026-11-20T10:00:00Z","sender":\(amy),"content":"one"},
          {"id":"8","sender":\(TestSource.owner),"content":"two","reply_to":{"id":"7","sender":\(amy)}}],
        "likes":[\(amy),\(TestSource.owner)]
        """
      try TestSource(items: [
        TestSource.item("new", extra: "\"id\":\"20\",\"created_at\":\"2026-11-20T09:00:00.500Z\""),
        TestSource.item("old", extra: "\"id\":\"10\",\"created_at\":\"1999-01-01T00:00:00Z\",\(comments)"),
        TestSource.item("undated"),
        TestSource.item("future", extra: "\"created_at\":\"2099-01-01T00:00:00Z\""),
      ]).write(to: folder)
      _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.map(\.text) == ["new", "old", "undated", "future"])
      #expect(
        posts.map { $0.createdAt?.iso8601 } == [
          "2026-11-20T09:00:00.500Z", "1999-01-01T00:00:00.000Z", nil, "2099-01-01T00:00:00.000Z",
        ])
      #expect(posts[1].comments.map { $0.replyTo?.sender.nick } == [nil, "Amy"])
      #expect(posts[1].comments[1].replyTo?.id == posts[1].comments[0].id)
      let answered = posts[1].comments.compactMap { $0.id.flatMap { Int64($0) } }
      let date = try #require(Timestamp(iso8601: "2026-11-20T10:00:00Z")).milliseconds
      #expect(
        answered == [Identifiers.first(ofMillisecond: date), Identifiers.first(ofMillisecond: date) + 1])
      #expect(posts[1].likes.map(\.nick) == ["Amy", "John Smith"])
      try TestSource(items: [
        TestSource.item("new, edited", extra: "\"id\":\"20\",\"created_at\":\"2026-11-20T09:00:00.500Z\"")
      ]).write(to: folder)
      let report = try await community.imports.moments(from: .folder(folder), username: "jsmith")
      #expect(report.posts == .init(added: 0, known: 1) && report.missingInSource == 3)
      let edited = try await community.momentsPosts(of: "jsmith")
      #expect(edited.map(\.text) == ["new, edited", "old", "undated", "future"])
    }
  }

  @Test func `NEW_22 a location comes along, and a changed one is an edit at the source`() async throws {
    try await withCommunity { community, folder in
      let long = String(repeating: "a", count: 59) + " and more"
      for (place, expected) in [
        (nil, nil), ("Lisbon", "Lisbon"), (" Porto ", "Porto"), (long, String(repeating: "a", count: 59)),
        (nil, nil),
      ] as [(String?, String?)] {
        let location = place.map { ",\"location\":\"\($0)\"" } ?? ""
        let items = [TestSource.item("here", extra: "\"id\":\"20\"" + location)]
        try TestSource(items: items).write(to: folder)
        _ = try await community.imports.moments(from: .folder(folder), username: "jsmith")
        let posts = try await community.momentsPosts(of: "jsmith")
        #expect(posts.map(\.location) == [expected])
      }
    }
  }

  @Test func `The demo looks as if its newest post were 40 seconds old, and comes once`() async throws {
    try await withCommunity { community, folder in
      try TestSource(items: [
        TestSource.item("new", extra: "\"created_at\":\"2026-01-02T00:00:00Z\""),
        TestSource.item("old", extra: "\"created_at\":\"2026-01-01T00:00:00Z\""),
      ]).write(to: folder)
      let before = Timestamp.now.milliseconds
      try await community.seedDemo(from: folder)
      let after = Timestamp.now.milliseconds
      let posts = try await community.momentsPosts(of: "jsmith")
      let dates = posts.compactMap { $0.createdAt?.milliseconds }
      #expect(dates.count == 2 && dates[0] - dates[1] == 86_400_000)
      #expect((before - 40_000)...(after - 40_000) ~= dates[0])
      try write("nonsense", to: folder + "/user.json")
      try await community.seedDemo(from: folder)
      let again = try await community.momentsPosts(of: "jsmith")
      #expect(again == posts)
    }
  }

  @Test func `An import invalidates what is cached, also by another process`() async throws {
    try await withTemporaryFolder { folder in
      try TestSource(items: [TestSource.item("x")]).write(to: folder + "/source")
      let logger = silent
      let reader = try await Community.open(
        folder: folder + "/data", database: TestDatabase.address(for: folder + "/data"), logger: logger)
      let writer = try await Community.open(
        folder: folder + "/data", database: TestDatabase.address(for: folder + "/data"), logger: logger)
      await reader.refresh()
      let before = reader.revisions.latest
      _ = try await writer.imports.moments(from: .folder(folder + "/source"), username: "jsmith")
      try await Task.sleep(for: .milliseconds(120))
      await reader.refresh()
      #expect(reader.revisions.latest > before)
      let posts = try await reader.momentsPosts(of: "jsmith")
      #expect(posts.count == 1)
      try await reader.close()
      try await writer.close()
    }
  }

  @Test func `Nobody's page is nil, and an empty community has no home`() async throws {
    try await withCommunity { community, _ in
      let page = try await community.moments.page(of: "nobody", viewer: nil)
      let home = try await community.moments.home()
      #expect(page == nil && home == nil)
    }
  }
}
