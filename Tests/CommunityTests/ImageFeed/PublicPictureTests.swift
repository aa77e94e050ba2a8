import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// The pictures that everybody may find, and what is said about them.
@Suite struct PublicPictureTests {
  @Test func `COM_01 the newest post comes first and its pictures in their order`() async throws {
    try await withTown { town in
      let first = try await town.pictures(2, by: "ada", text: "On the beach")
      let second = try await town.pictures(3, by: "ben", text: " \n", descriptions: ["A cat", "", " "])
      let feed = try await town.community.imageFeed.page(after: nil, limit: 10)
      #expect(feed.map(\.postID) == [second, second, second, first, first].map { "\($0)" })
      #expect(feed.map(\.description) == ["A cat", nil, nil, "On the beach", "On the beach"])
      #expect(feed.map(\.url).prefix(2) == ["https://example.org/0.jpg", "https://example.org/1.jpg"])
      #expect(feed.map(\.id) == feed.map { $0.id.uppercased() })
      #expect(feed.allSatisfy { $0.location == nil })
    }
  }

  @Test func `NEW_22 a picture has the location of its post`() async throws {
    try await withTown { town in
      let post = try await town.pictures(2, by: "ada")
      try await town.changing("UPDATE posts SET location = 'Lisbon' WHERE id = \(post)")
      let feed = try await town.community.imageFeed.page(after: nil, limit: 10)
      #expect(feed.map(\.location) == ["Lisbon", "Lisbon"])
    }
  }

  @Test func `COM_01 a stored picture is offered in a medium size`() async throws {
    try await withTown { town in
      let hash = String(repeating: "a", count: 32)
      let id = town.community.identifiers.next(milliseconds: 1_790_000_000_000)
      try await town.community.store.importing { transaction in
        let copies: [MediaRecord.Copy] = [
          .init(name: "s360.webp", width: 360, height: 360, isSquare: true),
          .init(name: "w360.webp", width: 360, height: 240, isSquare: false),
          .init(name: "w720.webp", width: 720, height: 480, isSquare: false),
          .init(name: "w1440.webp", width: 1440, height: 960, isSquare: false),
        ]
        let media = try transaction.addMedia(
          MediaRecord(
            hash: hash, mimeType: "image/png", width: 1440, height: 960, byteSize: 9, copies: copies), id: 7)
        try transaction.insert(
          ImportedPost(
            id: id, author: 1, text: String(repeating: "长", count: 3000), visibility: .everybody,
            createdAt: nil,
            attachments: [
              .init(picture: PictureReference(media: media, source: nil), description: ""),
              .init(
                picture: PictureReference(media: nil, source: "lost.jpg"), description: "Nowhere to be had"),
            ]))
      }
      let feed = try await town.community.imageFeed.page(after: nil, limit: 10)
      #expect(feed.map(\.url) == ["/media/\(hash)/w720.webp"])
      #expect(feed.first?.description == String(repeating: "长", count: 2000) + "…")
    }
  }

  @Test func `COM_09 only what is for everybody is in it`() async throws {
    try await withTown { town in
      for visibility in [Visibility.unlisted, .followers, .direct] {
        let hidden = try await town.pictures(1, by: "ada", visibility)
        #expect(try await town.community.imageFeed.page(after: nil, limit: 10) == [], "\(visibility)")
        #expect(
          try await town.community.imageFeed.comments(post: hidden, position: 0) == nil, "\(visibility)")
      }
      let shown = try await town.pictures(1, by: "ada")
      let other = try await town.pictures(1, by: "ben")
      let blunt = try await town.pictures(1, by: "cat")
      try await town.changing("UPDATE posts SET is_sensitive = 1 WHERE author = 3")
      #expect(try await town.community.imageFeed.comments(post: blunt, position: 0) == nil)
      // Blocks are between two people; the feed is for everybody.
      _ = try await town.community.relationships.block(town.id("ada"), town.viewer("ben"))
      #expect(try await town.shownPosts() == [other, shown])
      #expect(try await town.community.imageFeed.comments(post: shown, position: 0) == [])
      #expect(try await town.community.imageFeed.comments(post: shown, position: 1) == nil)
      #expect(try await town.community.imageFeed.comments(post: blunt + 1, position: 0) == nil)
      try await town.suspend("ada")
      #expect(try await town.shownPosts() == [other])
      #expect(try await town.community.imageFeed.comments(post: shown, position: 0) == nil)
    }
  }

  @Test func `NEW_17 in a closed community a member's feed has what the member may see`() async throws {
    try await withTown { town in
      var posts: [Visibility: Int64] = [:]
      for visibility in Visibility.allCases where visibility != .circles {
        posts[visibility] = try await town.pictures(1, by: "ada", visibility)
      }
      let circle = try await town.circle("Family", of: "ada", ["cat"])
      let family = try await town.community.posts.publish(
        PostDraft(text: "Family", circles: CircleChoice([circle], but: [])), viewer: town.viewer("ada"),
        idempotencyKey: nil)
      try await town.picture(of: family)
      posts[.circles] = number(family.id)
      try await town.follow("ada", by: "ben")
      func seen(by name: String?) async throws -> Set<Visibility> {
        let feed = try await town.community.imageFeed.page(
          after: nil, limit: 100, viewer: name.map { town.viewer($0) })
        let ids = Set(feed.map { number($0.postID ?? "") })
        for (visibility, post) in posts {
          let comments = try await town.community.imageFeed.comments(
            post: post, position: 0, viewer: name.map { town.viewer($0) })
          #expect((comments != nil) == ids.contains(post), "\(visibility)")
        }
        return Set(posts.filter { ids.contains($0.value) }.keys)
      }
      for name in [nil] + Town.names {
        #expect(try await seen(by: name) == [.everybody], "open: for all the same")
      }
      try await town.community.settings.setPrivacy(.members)
      #expect(try await seen(by: nil) == [.everybody])
      #expect(try await seen(by: "dan") == [.everybody, .members])
      #expect(try await seen(by: "ben") == [.everybody, .members, .followers])
      #expect(try await seen(by: "cat") == [.everybody, .members, .circles])
      #expect(try await seen(by: "ada") == [.everybody, .members, .followers, .circles])
      _ = try await town.community.relationships.block(town.id("ada"), town.viewer("dan"))
      _ = try await town.community.relationships.mute(
        town.id("ada"), town.viewer("eve"), hidesNotifications: true, duration: nil)
      _ = try await town.community.relationships.block(town.id("gus"), town.viewer("ada"))
      for name in ["dan", "eve", "gus"] { #expect(try await seen(by: name) == [], "\(name)") }
    }
  }

  @Test func `NEW_17 in a closed community a member reads the comments that they may see`() async throws {
    try await withTown { town in
      let post = try await town.pictures(1, by: "ada", .members)
      let root = try #require(try await town.community.posts.find(post, viewer: town.viewer("ada")))
      try await town.community.settings.setPrivacy(.members)
      for (name, visibility) in [("ben", Visibility.members), ("cat", .followers), ("dan", .direct)] {
        try await town.post(name, by: name, visibility, replyTo: root)
      }
      try await town.follow("cat", by: "eve")
      func comments(_ name: String) async throws -> [String] {
        try #require(
          try await town.community.imageFeed.comments(post: post, position: 0, viewer: town.viewer(name))
        ).map(\.message)
      }
      #expect(try await comments("fay") == ["ben"])
      #expect(try await comments("eve") == ["ben", "cat"])
      #expect(try await comments("dan") == ["ben"], "a direct message is in no feed")
      _ = try await town.community.relationships.block(town.id("ben"), town.viewer("fay"))
      #expect(try await comments("fay") == [])
    }
  }

  @Test func `COM_02 comments are the replies of the conversation as Moments shows them`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.pictures(2, by: "ada")
      let root = try #require(try await community.posts.find(post, viewer: town.viewer("ada")))
      let first = try await town.post("Lovely\nindeed", by: "ben", replyTo: root)
      town.clock.advance(seconds: 60)
      let second = try await town.post("Where is it?", by: "cat", replyTo: root)
      try await town.post("@cat At home", by: "ada", replyTo: second)
      try await town.post("For followers", by: "ben", .followers, replyTo: root)
      try await town.post("By somebody suspended", by: "eve", replyTo: root)
      try await town.suspend("eve")
      _ = try await community.posts.repost(number(first.id), viewer: town.viewer("cat"), visibility: nil)
      let comments = try #require(try await community.imageFeed.comments(post: post, position: 1))
      #expect(comments.map(\.message) == ["Lovely\nindeed", "Where is it?", "@cat At home"])
      #expect(comments.map(\.author) == ["ben", "cat", "ada"])
      #expect(comments.map(\.createdAt) == comments.map(\.createdAt).sorted())
      #expect(
        comments.map(\.id) == [first.id, second.id].map { FeedIdentifier.comment(number($0)).uuid } + [
          comments[2].id
        ])
      let moments = try #require(try await community.moments.page(of: "ada", viewer: nil))
      #expect(moments.first?.comments.map(\.text) == comments.map(\.message))
      #expect(moments.first?.comments.map(\.createdAt) == comments.map(\.createdAt))
      _ = try await community.posts.delete(number(second.id), viewer: town.viewer("cat"))
      let left = try await community.imageFeed.comments(post: post, position: 0)
      #expect(
        left?.map(\.message) == ["Lovely\nindeed", "@cat At home"], "what answered the deleted one stays")
    }
  }

  @Test func `COM_09 a comment behind a warning is nowhere uncovered`() async throws {
    try await withTown { town in
      let post = try await town.pictures(1, by: "ada")
      let root = try #require(try await town.community.posts.find(post, viewer: town.viewer("ada")))
      try await town.post("Lovely", by: "ben", replyTo: root)
      let covered = PostDraft(
        text: "The murderer is the gardener", warning: "The end", replyTo: number(root.id))
      let reply = try await town.community.posts.publish(
        covered, viewer: town.viewer("cat"), idempotencyKey: nil)
      // A reply to it has no warning.
      try await town.post("Oh no", by: "ben", replyTo: reply)
      let comments = try #require(try await town.community.imageFeed.comments(post: post, position: 0))
      #expect(comments.map(\.message) == ["Lovely", "Oh no"])
      let moments = try #require(try await town.community.moments.page(of: "ada", viewer: nil))
      #expect(moments.first?.comments.map(\.text) == ["Lovely", "Oh no"])
    }
  }

  @Test func `COM_02 below a picture in a reply are the replies to that reply`() async throws {
    try await withTown { town in
      let root = try await town.post("Show me", by: "ben")
      let reply = try await town.post("Here", by: "ada", replyTo: root)
      try await town.post("Thanks to both", by: "ben", replyTo: root)
      let answer = try await town.post("Beautiful", by: "cat", replyTo: reply)
      try await town.post("Yes", by: "ben", replyTo: answer)
      try await town.changing(
        "INSERT INTO attachments (post, position, source, description) "
          + "VALUES (\(reply.id), 0, 'https://example.org/1.jpg', '')")
      let comments = try await town.community.imageFeed.comments(post: number(reply.id), position: 0)
      #expect(comments?.map(\.message) == ["Beautiful", "Yes"])
    }
  }

  @Test(arguments: [1, 7, 100])
  func `COM_09 hundreds of pictures are paged while posts come and go`(_ limit: Int) async throws {
    try await withTown { town in
      var random = SeededGenerator(seed: 4)
      var posts: [Int64: Int] = [:]
      for _ in 0..<80 {
        let count = 1 + random.below(9)
        posts[try await town.pictures(count, by: "ben")] = count
      }
      var gone: Set<Int64> = []
      let old = posts
      var seen: [FeedImage] = []
      var last: (post: Int64, position: UInt8)?
      while true {
        let page = try await town.community.imageFeed.page(after: last, limit: limit)
        guard let end = page.last else { break }
        #expect(page.count <= limit)
        seen += page
        guard case .picture(let post, let position)? = FeedIdentifier(uuid: end.id) else { break }
        last = (post, position)
        if random.chance(30) {
          // At times the very post that the page ended in.
          let victim = random.chance(50) ? post : random.pick(posts.keys.sorted())
          if old[victim] != nil, gone.insert(victim).inserted {
            _ = try await town.community.posts.delete(victim, viewer: town.viewer("ben"))
          }
        }
        if random.chance(30) { posts[try await town.pictures(2, by: "ada")] = 0 }
      }
      #expect(Set(seen.map(\.id)).count == seen.count, "no double")
      let places = seen.compactMap { FeedIdentifier(uuid: $0.id) }
      for (post, count) in old where !gone.contains(post) {
        let expected = (0..<count).map { FeedIdentifier.picture(post: post, position: UInt8($0)) }
        #expect(places.filter { expected.contains($0) } == expected, "no gap, and in order")
      }
      #expect(
        seen.compactMap { Int64($0.postID ?? "") } == seen.compactMap { Int64($0.postID ?? "") }.sorted(by: >)
      )
    }
  }

  @Test func `COM_09 a page costs one statement and comments two`() async throws {
    try await withTown { town in
      for _ in 0..<30 { try await town.pictures(3, by: "ada") }
      let store = town.community.store
      for limit in [1, 10, 90] {
        let before = store.statementCount
        #expect(try await town.community.imageFeed.page(after: nil, limit: limit).count == limit)
        #expect(store.statementCount == before + 1)
      }
      let post = try await town.pictures(1, by: "ada")
      let root = try await town.community.posts.find(post, viewer: nil)
      for count in 1...20 { try await town.post("\(count)", by: "ben", replyTo: root) }
      let before = store.statementCount
      #expect(try await town.community.imageFeed.comments(post: post, position: 0)?.count == 20)
      #expect(store.statementCount == before + 2)
    }
  }
}

extension Town {
  /// Publishes a post with so many pictures that are elsewhere; returns its id.
  @discardableResult
  fileprivate func pictures(
    _ count: Int, by name: String, _ visibility: Visibility = .everybody, text: String = "",
    descriptions: [String] = []
  ) async throws -> Int64 {
    let id = community.identifiers.next(milliseconds: clock.now.milliseconds)
    let (author, now) = (self.id(name), clock.now.milliseconds)
    let attachments = (0..<count).map { position in
      ImportedPost.Attachment(
        picture: PictureReference(media: nil, source: "https://example.org/\(position).jpg"),
        description: descriptions.indices.contains(position) ? descriptions[position] : "")
    }
    try await community.store.importing { transaction in
      try transaction.insert(
        ImportedPost(
          id: id, author: author, text: text, visibility: visibility, createdAt: now, attachments: attachments
        ))
    }
    return id
  }

  /// Adds a picture to a post that is there.
  fileprivate func picture(of post: Post) async throws {
    try await changing(
      "INSERT INTO attachments (post, position, source, description) "
        + "VALUES (\(post.id), 0, 'https://example.org/1.jpg', '')")
  }

  /// The posts whose pictures are in the feed.
  fileprivate func shownPosts() async throws -> [Int64] {
    try await community.imageFeed.page(after: nil, limit: 100).map { number($0.postID ?? "") }
  }

  fileprivate func changing(_ sql: String) async throws {
    try await community.store.driver.write { _ = try $0.execute(Statement(raw: sql)) }
  }
}
