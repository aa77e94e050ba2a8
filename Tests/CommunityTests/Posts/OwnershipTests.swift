import Social
import Storage
import Testing

@testable import Community

/// What Ben may not do to what is Ada's, and what is left when she deletes it.
@Suite struct OwnershipTests {
  @Test(arguments: Visibility.withoutCircles)
  func `Nobody changes, deletes or pins another's post`(_ visibility: Visibility) async throws {
    try await withTown { town in
      let community = town.community
      let ben = town.viewer("ben")
      let post = try await town.post("@ben mine", by: "ada", visibility)
      let id = number(post.id)
      let before = try await community.posts.find(id, viewer: town.viewer("ada"))
      await #expect(throws: CommunityError.notFound) {
        try await community.posts.edit(
          id, PostChange(text: "his", warning: "", isSensitive: false), viewer: ben)
      }
      await #expect(throws: CommunityError.notFound) { try await community.posts.delete(id, viewer: ben) }
      // What was typed is no more than what is shown.
      #expect(try await community.posts.source(id, viewer: ben).text == "@ben mine")
      await #expect(throws: CommunityError.self) { try await community.posts.pin(id, ben) }
      #expect(try await community.posts.unpin(id, ben).interactions.isPinned == false)
      #expect(try await community.posts.find(id, viewer: town.viewer("ada")) == before)
    }
  }

  @Test func `What somebody did with a post is theirs alone`() async throws {
    try await withTown { town in
      let community = town.community
      let (ada, ben) = (town.viewer("ada"), town.viewer("ben"))
      let id = number(try await town.post("x", by: "ada").id)
      _ = try await community.posts.favourite(id, ada)
      _ = try await community.posts.bookmark(id, ada)
      let repost = try await community.posts.repost(id, viewer: ada, visibility: nil)
      _ = try await community.posts.unfavourite(id, ben)
      _ = try await community.posts.unbookmark(id, ben)
      _ = try await community.posts.unrepost(id, ben)
      await #expect(throws: CommunityError.notFound) {
        try await community.posts.delete(number(repost.id), viewer: ben)
      }
      let hers = try #require(try await community.posts.find(id, viewer: ada))
      #expect(hers.interactions.isFavourite && hers.interactions.isBookmarked && hers.interactions.isReposted)
      #expect(hers.favouritesCount == 1 && hers.repostsCount == 1)
      #expect(try await community.timelines.bookmarks(ben, Cursor()).items.isEmpty)
      #expect(try await community.posts.favouritedBy(id, viewer: ben, Cursor()).items.map(\.id) == ["1"])
      #expect(try await community.posts.repostedBy(id, viewer: ben, Cursor()).items.map(\.id) == ["1"])
      #expect(try await community.posts.delete(number(repost.id), viewer: ada).id == String(id))
      #expect(try await community.posts.find(id, viewer: ada)?.repostsCount == 0)
    }
  }

  @Test func `MOM_09 A deleted post is gone with its notifications; replies stay`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("first @cat", by: "ada")
      let id = number(post.id)
      let reply = try await town.post("second", by: "ben", replyTo: post)
      let last = try await town.post("third", by: "ada", replyTo: reply)
      _ = try await community.posts.favourite(id, town.viewer("ben"))
      _ = try await community.posts.repost(id, viewer: town.viewer("cat"), visibility: nil)
      let deleted = try await community.posts.delete(id, viewer: town.viewer("ada"))
      #expect(deleted.content == post.content)
      #expect(try await community.posts.find(id, viewer: town.viewer("ada")) == nil)
      await #expect(throws: CommunityError.notFound) {
        try await community.posts.delete(id, viewer: town.viewer("ada"))
      }
      #expect(try await community.posts.find(number(reply.id), viewer: nil)?.replyTo == nil)
      let context = try await community.posts.context(of: number(last.id), viewer: nil)
      #expect(context?.ancestors.map(\.id) == [reply.id])
      #expect(try await town.notices("cat").isEmpty)
      #expect(try await town.notices("ada") == ["mention ben second"])
      #expect(
        try await community.timelines.posts(of: town.id("cat"), viewer: nil, AccountFilter(), Cursor()).items
          .isEmpty)
      #expect(try await community.accounts.profile(1, viewer: nil)?.postsCount == 1)
      _ = try await community.posts.delete(number(last.id), viewer: town.viewer("ada"))
      #expect(try await community.posts.find(number(reply.id), viewer: nil)?.repliesCount == 0)
    }
  }

  @Test func `NEW_22 a comment counts as no post of its author`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("post", by: "ada")
      let comment = try await town.post("comment", by: "ben", replyTo: post, isComment: true)
      let further = try await town.post("further", by: "ada", replyTo: comment)
      func counts() async throws -> [Int?] {
        var counts: [Int?] = []
        for name in ["ada", "ben"] {
          counts.append(try await community.accounts.profile(town.id(name), viewer: nil)?.postsCount)
        }
        return counts
      }
      #expect(try await counts() == [1, 0])
      _ = try await community.posts.edit(
        number(comment.id), PostChange(visibility: .direct), viewer: town.viewer("ben"))
      _ = try await community.posts.delete(number(further.id), viewer: town.viewer("ada"))
      #expect(try await counts() == [1, 0])
      #expect(try await community.store.mendCounters().isEmpty)
    }
  }

  @Test func `An edit keeps every version`() async throws {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      let post = try await town.post("one #a", by: "ada")
      let id = number(post.id)
      town.clock.advance(seconds: 5)
      let edited = try await community.posts.edit(
        id, PostChange(text: "two #b", warning: "w", isSensitive: false, language: "en"), viewer: ada)
      #expect(edited.content == .text("two #b") && edited.editedAt == town.clock.now && edited.isSensitive)
      #expect(
        edited.tags.map(\.name) == ["b"] && edited.createdAt == post.createdAt && edited.language == "en")
      let versions = try await community.posts.history(id, viewer: nil)
      #expect(versions.map(\.content) == [.text("one #a"), .text("two #b")])
      #expect(versions.map(\.createdAt) == [post.createdAt, edited.editedAt])
      let source = try await community.posts.source(id, viewer: ada)
      #expect(source == PostSource(id: post.id, text: "two #b", warning: "w"))
      let same = try await community.posts.edit(
        id, PostChange(text: "two #b", warning: "w", isSensitive: true, language: "en"), viewer: ada)
      #expect(same == edited)
      await #expect(throws: CommunityError.self) {
        try await community.posts.edit(
          id, PostChange(text: " ", warning: "", isSensitive: false), viewer: ada)
      }
      #expect(try await community.posts.history(id, viewer: nil).count == 2)
    }
  }

  @Test func `Five posts of one's own stand on top, the latest first`() async throws {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      var ids: [Int64] = []
      for index in 0..<6 { ids.append(number(try await town.post("\(index)", by: "ada").id)) }
      for id in ids.prefix(5) { #expect(try await community.posts.pin(id, ada).interactions.isPinned) }
      #expect(try await community.posts.pin(ids[0], ada).interactions.isPinned)
      await #expect(throws: CommunityError.self) { try await community.posts.pin(ids[5], ada) }
      let direct = number(try await town.post("@ben", by: "ada", .direct).id)
      _ = try await community.posts.unpin(ids[4], ada)
      await #expect(throws: CommunityError.self) { try await community.posts.pin(direct, ada) }
      #expect(
        try await community.timelines.pinned(of: 1, viewer: nil).map(\.id)
          == ids.prefix(4).reversed().map { String($0) })
    }
  }

  @Test func `Direct posts and those that others wrote for their followers are not reposted`() async throws {
    try await withTown { town in
      let community = town.community
      try await town.follow("ada", by: "ben")
      let hers = number(try await town.post("for us", by: "ada", .followers).id)
      let direct = number(try await town.post("@ben", by: "ada", .direct).id)
      for (id, name) in [(hers, "ben"), (direct, "ben"), (direct, "ada")] {
        await #expect(throws: CommunityError.notAllowed("This action is not allowed")) {
          try await community.posts.repost(id, viewer: town.viewer(name), visibility: nil)
        }
      }
      let own = try await community.posts.repost(hers, viewer: town.viewer("ada"), visibility: .everybody)
      #expect(try await community.posts.entry(number(own.id), viewer: nil) == nil)
      #expect(
        try await community.posts.entry(number(own.id), viewer: town.viewer("ben"))?.reposter?.id == "1")
    }
  }

  @Test func `A conversation is read in its order`() async throws {
    try await withTown { town in
      let root = try await town.post("0", by: "ada")
      let first = try await town.post("1", by: "ben", replyTo: root)
      let second = try await town.post("2", by: "cat", replyTo: root)
      try await town.post("1.1", by: "ada", replyTo: first)
      try await town.post("secret", by: "ada", .direct, replyTo: second)
      try await town.post("2.1", by: "ben", replyTo: second)
      let context = try await town.community.posts.context(of: number(root.id), viewer: nil)
      #expect(context?.descendants.map(\.content.typed) == ["1", "1.1", "2", "2.1"])
      let page = try #require(try await town.community.moments.page(of: "ada", viewer: nil))
      #expect(page.map(\.text) == ["0"] && page[0].comments.map(\.text) == ["1", "2", "1.1", "2.1"])
      #expect(page[0].comments.map { $0.replyTo?.sender.username } == [nil, nil, "ben", "cat"])
    }
  }

  @Test func `Posts are searched by all words, as far as one may see them`() async throws {
    try await withTown { town in
      for (text, visibility) in [
        ("Red apple 100%", nil), ("red pear", .followers), ("blue apple", .unlisted),
      ]
        as [(String, Visibility?)]
      {
        try await town.post(text, by: "ada", visibility)
      }
      func found(_ query: String, _ name: String = "ben", from: Int64? = nil) async throws -> [String] {
        try await town.community.search.posts(query, viewer: town.viewer(name), from: from, Cursor())
          .map(\.content.typed)
      }
      #expect(try await found("APPLE red") == ["Red apple 100%"])
      #expect(try await found("red", "ada") == ["red pear", "Red apple 100%"])
      for query in ["10", "100%"] { #expect(try await found(query) == ["Red apple 100%"]) }
      for query in ["00", "%", "\"", "NOT x*"] { #expect(try await found(query).isEmpty) }
      #expect(try await found("e%e").isEmpty)
      #expect(try await found("apple", from: 2).isEmpty)
      #expect(try await found(" ").isEmpty)
    }
  }

  @Test(arguments: [
    ("Καλημέρα κόσμε", "ΚΑΛΗΜΕΡΑ"), ("Καλημέρα κόσμε", "κοσμ"), ("Ο Οδυσσεύς", "οδυσσευσ"),
    ("Ärger im Café", "cafe arger"),
    ("今天天气很好", "天气"), ("今天天气很好", "天天气"), ("今天天气很好", "好"), ("今天天气很好", "今天 很好"), ("ＡＢＣ１２", "abc12"),
    ("l'été #Swift_lang", "swift"), ("https://example.org/page?a=b", "example.org"),
    ("naïve\u{301}", "naive"),
  ])
  func `Words are found however they are written`(_ text: String, _ query: String) async throws {
    try await withTown { town in
      try await town.post(text, by: "ada")
      try await town.post("something else, 天很", by: "ada")
      let found = try await town.community.search.posts(
        query, viewer: town.viewer("ben"), from: nil, Cursor())
      #expect(found.map(\.content.typed) == [text])
    }
  }

  @Test func `What is changed is found by its new words, and what is deleted not at all`() async throws {
    try await withTown { town in
      func found(_ query: String) async throws -> [String] {
        try await town.community.search.posts(query, viewer: town.viewer("ben"), from: nil, Cursor()).map(
          \.id)
      }
      let post = try await town.post("before", by: "ada")
      #expect(try await found("before") == [post.id])
      _ = try await town.community.posts.edit(
        number(post.id), PostChange(text: "after", warning: "careful"), viewer: town.viewer("ada"))
      #expect(try await found("before").isEmpty)
      for query in ["after", "careful"] { #expect(try await found(query) == [post.id]) }
      _ = try await town.community.posts.delete(number(post.id), viewer: town.viewer("ada"))
      #expect(try await found("after").isEmpty)
    }
  }
}
