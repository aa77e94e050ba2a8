import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Builds a timeline file.
struct TestTimeline {
  struct Item {
    var id: String
    var author = "@ada"
    var text: String?
    var replyTo: String?
    /// Seconds after a moment of 2020; `nil` if the item has no date.
    var second: Int? = 0
    var extra = ""

    var json: String {
      var members = ["\"id\":\"\(id)\"", "\"author\":\"\(author)\"", "\"content\":\"\(text ?? id)\""]
      if let replyTo { members.append("\"inReplyTo\":\"\(replyTo)\"") }
      if let second {
        let date = Timestamp(milliseconds: 1_589_973_899_000).advanced(byMilliseconds: Int64(second) * 1000)
        members.append("\"date\":\"\(date.iso8601)\"")
      }
      if !extra.isEmpty { members.append(extra) }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// `id`, `id<parent`, each with an optional `@second`; ten seconds apart without.
  static func items(_ text: String, author: String = "@ada") -> [Item] {
    text.split(separator: " ").enumerated().map { index, word in
      let parts = word.split(separator: "@")
      let ids = parts[0].split(separator: "<").map(String.init)
      let second = parts.count > 1 ? Int(parts[1]) : index * 10
      return Item(id: ids[0], author: author, replyTo: ids.count > 1 ? ids[1] : nil, second: second)
    }
  }

  static func write(_ items: [Item], to path: String) throws { try write(items.map(\.json), to: path) }

  static func write(_ items: [String], to path: String) throws {
    try TestSupport.write("{\"timeline\":[\(items.joined(separator: ","))]}", to: path)
  }
}

extension Community {
  /// The texts that everybody sees, oldest first, each with its parent: `b<a`.
  func timeline() async throws -> [String] {
    var shown: [String] = []
    for post in try await everything() {
      let answered = try await answered(post)
      shown.append(post.content.typed + (answered.map { "<" + $0 } ?? ""))
    }
    return shown
  }

  func everything() async throws -> [Post] {
    let ids = try await store.driver.read { connection in
      try connection.integers("SELECT id FROM posts ORDER BY id")
    }
    return try await posts.find(ids, viewer: nil)
  }

  private func answered(_ post: Post) async throws -> String? {
    guard let reply = post.replyTo else { return nil }
    return try await posts.find(number(reply.id), viewer: nil)?.content.typed
  }

  /// The thread around the post with that text.
  func thread(_ text: String) async throws -> (above: [String], below: [String]) {
    let post = try #require(try await everything().first { $0.content.typed == text })
    let context = try #require(try await posts.context(of: number(post.id), viewer: nil))
    return (context.ancestors.map(\.content.typed), context.descendants.map(\.content.typed))
  }
}

@Suite struct TimelineImportTests {
  private func imported(_ community: Community, _ items: [TestTimeline.Item], _ path: String) async throws
    -> TimelineReport
  {
    try TestTimeline.write(items, to: path)
    return try await community.imports.timeline(from: path, username: "jsmith")
  }

  @Test func `THR_01_A timeline comes in in the order of its file, with authors, texts and dates`()
    async throws
  {
    try await withCommunity { community, path in
      let items = [
        TestTimeline.Item(id: "z", author: "@ada", text: "One\\n#4242 #Swift"),
        TestTimeline.Item(id: "a", author: "@Bob", text: "@ada @nobody two", replyTo: "z", second: 60),
        TestTimeline.Item(id: "m", author: "@JSmith", text: "mine", second: 60),
        TestTimeline.Item(id: "b", author: "@ADA", text: "three", second: 61),
      ]
      let report = try await imported(community, items, path)
      #expect(report.posts == .init(added: 4, known: 0) && report.people == .init(added: 2, known: 0))
      #expect(report.leftOut.isEmpty && report.renamed.isEmpty && report.missingInSource == 0)
      let posts = try await community.everything()
      #expect(posts.map(\.content.typed) == ["One\n#4242 #Swift", "@ada @nobody two", "mine", "three"])
      #expect(posts.map(\.author.account.username) == ["ada", "Bob", "jsmith", "ada"])
      #expect(
        posts.map { $0.createdAt?.milliseconds } == [0, 60, 60, 61].map { 1_589_973_899_000 + $0 * 1000 })
      #expect(posts[0].tags.map(\.name) == ["swift"] && posts[1].mentions.map(\.username) == ["ada"])
      #expect(posts[0].repliesCount == 1 && posts[1].replyTo?.id == posts[0].id)
      #expect(posts[1].replyTo?.author == posts[0].author.id)
      let owner = try #require(try await community.moments.home())
      #expect(owner.username == "jsmith" && owner.nick == "JSmith")
      #expect(
        try await community.momentsPosts(of: "jsmith").map(\.text) == ["three", "mine", "One\n#4242 #Swift"])
      let first = Identifiers.millisecond(of: number(posts[0].id))
      #expect(first == 1_589_973_899_000)
    }
  }

  @Test func `THR_03_Threads are as deep as the file has them, each one's replies behind it`() async throws {
    try await withCommunity { community, path in
      _ = try await imported(community, TestTimeline.items("a b<a c d<b e<a f<d g<c"), path)
      let whole = try await community.thread("a")
      #expect(whole.above.isEmpty && whole.below == ["b", "d", "f", "e"])
      let deep = try await community.thread("d")
      #expect(deep.above == ["a", "b"] && deep.below == ["f"])
      let ids = try await community.everything().map(\.id)
      #expect(ids == ids.sorted())
    }
  }

  @Test(
    arguments: [
      ("b<a c<b d<x", ["b", "c<b", "d"], 2, []), ("b<a a", ["b<a", "a"], 0, []),
      ("a<a b<a", ["a", "b<a"], 0, [1]),
      ("x a<b b<c c<a d<c", ["x", "a", "b<c", "c<a", "d<c"], 0, [2]),
      ("a<b b<a c<d d<c", ["a", "b<a", "c", "d<c"], 0, [1, 3]),
    ] as [(String, [String], Int, [Int])])
  func `THR_06_Replies to unknown posts, to later ones and in circles come in sensibly`(
    text: String, expected: [String], unknown: Int, circles: [Int]
  ) async throws {
    try await withCommunity { community, path in
      let report = try await imported(community, TestTimeline.items(text), path)
      #expect(try await community.timeline() == expected)
      #expect(report.unknownReplies == unknown && report.circles == circles)
      let again = try await imported(community, TestTimeline.items(text), path)
      #expect(again.posts == .init(added: 0, known: expected.count) && again.changed == 0)
      #expect(try await community.timeline() == expected)
    }
  }

  @Test func `THR_06_Undated posts keep their places, and bad items are said`() async throws {
    try await withCommunity { community, path in
      var items = TestTimeline.items("a b@10 c d@5 e")
      for index in [0, 2, 4] { items[index].second = nil }
      items[4].extra = "\"date\":\"yesterday\""
      let bad = ["1", "{}", #"{"id":"x"}"#, #"{"id":"y","author":"@ada"}"#, items[1].json]
      try TestTimeline.write(items.map(\.json) + bad, to: path)
      let report = try await community.imports.timeline(from: path, username: "jsmith")
      #expect(try await community.timeline() == ["a", "b", "c", "d", "e"])
      #expect(report.undated == 3)
      #expect(
        report.leftOut == [
          .init(item: 6, reason: .notAnObject), .init(item: 7, reason: .noID),
          .init(item: 8, reason: .noAuthor),
          .init(item: 9, reason: .empty), .init(item: 10, reason: .sameID),
        ])
      #expect(
        report.lines.suffix(6) == [
          "left out: item 6, not an object", "left out: item 7, no id", "left out: item 8, no author",
          "left out: item 9, neither text nor pictures",
          "left out: item 10, an item before it has the same id",
          "without a date: 3 posts, placed after the one before",
        ])
    }
  }

  @Test func `THR_01_A second run adds what is new, changes what changed, and moves threads along`()
    async throws
  {
    try await withCommunity { community, path in
      _ = try await imported(community, TestTimeline.items("b<a@20 c<b@30 d@40 e<d@50"), path)
      let before = try await community.everything()
      var items = TestTimeline.items("a@10 b<a@20 n@25 c<b@30 d<b@40 f<e@60")
      items[3].text = "c, edited #new"
      items[3].second = 31
      let report = try await imported(community, items, path)
      #expect(report.posts == .init(added: 3, known: 3))
      #expect(report.changed == 1 && report.missingInSource == 1 && report.unknownReplies == 1)
      #expect(try await community.timeline() == ["a", "b<a", "n", "c, edited #new<b", "d<b", "e<d", "f"])
      #expect(try await community.thread("a").below == ["b", "c, edited #new", "d", "e"])
      let after = try await community.everything()
      for post in before where post.content.typed != "c" { #expect(after.contains { $0.id == post.id }) }
      #expect(
        after[3].createdAt == Timestamp(milliseconds: 1_589_973_930_000)
          && after[3].tags.map(\.name) == ["new"])
      #expect(after.map(\.repliesCount) == [1, 2, 0, 0, 1, 0, 0])
      let moments = try await community.momentsPosts(of: "jsmith")
      #expect(moments.map(\.text) == ["f", "n", "a"] && moments[2].comments.map(\.text).count == 4)
      let again = try await imported(community, items, path)
      #expect(again.posts == .init(added: 0, known: 6) && again.changed == 0)
      #expect(try await community.everything() == after)
    }
  }

  @Test func `Handles that are no usernames become ones, and a name that is taken gets a number`()
    async throws
  {
    try await withCommunity { community, path in
      try TestSource(items: [TestSource.item("Moments", by: TestSource.person("ada", "Ada"))]).write(to: path)
      _ = try await community.imports.moments(from: .folder(path), username: "jsmith")
      let handles = [
        "@Ada", "@a b", "@a/b", "@..", "@朋友", "@" + String(repeating: "x", count: 300), "@jsmith",
      ]
      let items = handles.enumerated().map { TestTimeline.Item(id: "\($0.offset)", author: $0.element) }
      let report = try await imported(community, items, path + ".json")
      let names = try await community.everything().filter { Int($0.content.typed) != nil }.map(
        \.author.account)
      #expect(
        names.map(\.username) == [
          "Ada_2", "a_b", "a_b_2", "_", "朋友", String(repeating: "x", count: 200), "jsmith",
        ])
      #expect(names.prefix(4).map(\.nick) == ["Ada", "a b", "a/b", ".."])
      #expect(report.renamed.map(\.newUsername) == ["Ada_2", "a_b_2"])
      let page = try await community.imports.moments(from: .folder(path), username: "jsmith")
      #expect(page.posts == .init(added: 0, known: 1) && page.missingInSource == 0)
    }
  }

  @Test func `THR_04_A picture that can't be had leaves the post`() async throws {
    try await withCommunity { community, path in
      let images = (0..<11).map { "\"http://127.0.0.1:1/\($0).png\"" }.joined(separator: ",")
      let extra = "\"avatar\":\"http://127.0.0.1:1/a.png\",\"images\":[\(images),\"\"]"
      let items = [TestTimeline.Item(id: "a", extra: extra), TestTimeline.Item(id: "b", extra: extra)]
      let report = try await imported(community, items, path)
      #expect(report.posts.added == 2 && report.pictures == .init(added: 0, known: 0))
      #expect(report.failedPictures.count == 1 + 9 + 9 && report.droppedPictures == 6)
      #expect(report.failedPictures.first?.item == 2)
      let post = try #require(try await community.everything().first)
      #expect(post.attachments.count == 9 && post.attachments[0].kind == .unknown)
    }
  }

  @Test func `An import that is cancelled changes nothing, and goes on when it is run again`() async throws {
    try await withCommunity { community, path in
      try TestTimeline.write(TestTimeline.items("a b<a"), to: path)
      let task = Task {
        try await community.imports.timeline(from: path, username: "jsmith") { progress in
          if case .writing = progress { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await community.everything().isEmpty)
      #expect(try await community.moments.home() == nil)
      #expect(try await community.imports.timeline(from: path, username: "jsmith").posts.added == 2)
    }
  }

  private func problem(
    _ community: Community, _ path: String, _ text: String, username: String = "jsmith"
  ) async throws -> ImportError? {
    try write(text, to: path)
    do {
      _ = try await community.imports.timeline(from: path, username: username)
      return nil
    } catch let error as ImportError {
      return error
    }
  }

  @Test func `What is no timeline file is said`() async throws {
    try await withCommunity { community, path in
      let cut = try await problem(community, path, "{\"timeline\":[")
      #expect(cut == .malformed(path, offset: 13))
      #expect(try await problem(community, path, "<html>") == .html(path))
      for text in ["[]", "{}", #"{"timeline":{}}"#] {
        #expect(
          try await problem(community, path, text)
            == .unexpected(path, expected: "an object with a list called timeline"))
      }
      #expect(
        try await problem(community, path, #"{"timeline":[]}"#, username: "a/b") == .invalidUsername("a/b"))
      #expect(try await problem(community, path, #"{"timeline":[]}"#) == nil)
      await #expect(throws: ImportError.missingFile(path + "x")) {
        try await community.imports.timeline(from: path + "x", username: "jsmith")
      }
      await #expect(throws: ImportError.missingFile("/")) {
        try await community.imports.timeline(from: "/", username: "jsmith")
      }
    }
  }

  @Test
  func `THR_03_A thread of 5,000 replies, 500 deep, comes in whole, and the nearest 300 out to strangers`()
    async throws
  {
    try await withCommunity { community, path in
      let items = (0...5000).map { index in
        let parent = index <= 500 ? index - 1 : index % 500
        return TestTimeline.Item(
          id: "\(index)", author: "@person\(index % 40)", replyTo: index == 0 ? nil : "\(parent)",
          second: index)
      }
      _ = try await imported(community, items, path)
      let store = community.store
      let before = store.statementCount
      let below = try await community.thread("0").below
      #expect(below.count == 300 && below.first == "1")
      // Besides the three of the thread: finding the post with that text, which reads all of them, more than
      // are remembered; so those of the thread are read once more.
      #expect(store.statementCount - before == 3 + 3 + 2)
      let deep = try await community.thread("500")
      #expect(deep.above == (400..<500).map { "\($0)" })
      let again = try await imported(community, items, path)
      #expect(again.posts == .init(added: 0, known: 5001))
    }
  }
}
