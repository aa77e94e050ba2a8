import HTTPTypes
import JSON
import Social
import TestSupport
import Testing
import TwitterContracts

@testable import Community
@testable import Server
@testable import Storage

/// Tweets are encoded once for all viewers (`EncodedPosts`).
@Suite struct EncodedTweetTests {
  private static let post = Post(
    id: "12", author: Profile(id: "7", account: .made("ada")), content: .text("Hi @bob & all"),
    createdAt: .at("2026-11-28T12:00:00Z"),
    attachments: [.init(id: "1", kind: .image, picture: .made(), url: "/media/1.jpg")],
    mentions: [.init(id: "8", username: "bob", handle: "bob", url: "")], favouritesCount: 1)

  private static let repost = TimelineEntry(
    id: "13", createdAt: .at("2026-11-28T13:00:00Z"), post: post,
    reposter: Profile(id: "9", account: .made("eve")))

  private static let encoder = TwitterEncoder(prefix: "https://a.example")

  private static func tweet(
    _ entry: TimelineEntry, _ encoder: TwitterEncoder = encoder, _ options: TweetOptions = TweetOptions(),
    in posts: EncodedPosts
  ) throws -> JSON {
    try JSON(parsing: JSONWriter.text { posts.write(entry, encoder, options, &$0) })
  }

  @Test func `NEW_03 a kept tweet equals a fresh one, with all options and for all viewers`() throws {
    let posts = EncodedPosts(byteLimit: 4 << 20)
    for number in 0..<(1 << 8) {
      var options = TweetOptions()
      options.isExtended = number & 1 != 0
      options.hasTrimmedUser = number & 2 != 0
      options.hasEntities = number & 4 != 0
      options.hasDescriptions = number & 8 != 0
      options.hasOwnRepost = number & 16 != 0
      var (viewer, entry) = (Self.encoder, number & 32 != 0 ? Self.repost : TimelineEntry(Self.post))
      if number & 64 != 0 {
        viewer.relationships["7"] = Relationship(id: "7")
        viewer.relationships["7"]?.isFollowing = true
        viewer.relationships["9"] = Relationship(id: "9")
        viewer.relationships["9"]?.isRequested = true
      }
      if number & 128 != 0 {
        viewer.ownReposts["12"] = "14"
        entry.post.interactions.isReposted = true
      }
      let fresh = try JSON(parsing: JSONWriter.text { viewer.tweet(entry, options: options, &$0) })
      for _ in 0..<2 { #expect(try Self.tweet(entry, viewer, options, in: posts) == fresh, "\(number)") }
      let original = number & 32 != 0 ? fresh["retweeted_status"] : fresh
      #expect(original?["retweeted"] == .bool(number & 128 != 0))
      #expect((original?["current_user_retweet"] != nil) == (number & 144 == 144))
      guard !options.hasTrimmedUser else { continue }
      #expect(original?["user"]?["following"] == .bool(number & 64 != 0))
      #expect(fresh["user"]?["follow_request_sent"] == .bool(number & 96 == 96))
    }
  }

  @Test func `NEW_03 a tweet is kept once for viewers with different likes and follows`() throws {
    let posts = EncodedPosts(byteLimit: 4 << 20)
    _ = try Self.tweet(TimelineEntry(Self.post), in: posts)
    let bytes = posts.bytes
    var friend = Self.encoder
    friend.relationships["7"] = Relationship(id: "7")
    friend.relationships["7"]?.isFollowing = true
    friend.relationships["7"]?.notifies = true
    var liked = Self.post
    liked.interactions.isFavourite = true
    let theirs = try Self.tweet(TimelineEntry(liked), friend, in: posts)
    let others = try Self.tweet(TimelineEntry(Self.post), in: posts)
    #expect(posts.bytes == bytes && bytes > 1000)
    #expect(theirs["favorited"] == .bool(true) && others["favorited"] == .bool(false))
    #expect(theirs["user"]?["following"] == .bool(true) && others["user"]?["following"] == .bool(false))
    #expect(theirs["user"]?["notifications"] == .bool(true))
    var status = JSONWriter()
    posts.write(Self.post, MastodonEncoder(prefix: "https://a.example"), &status)
    _ = try Self.tweet(TimelineEntry(Self.post), TwitterEncoder(prefix: "https://b.example"), in: posts)
    #expect(posts.bytes > 2 * bytes, "other addresses and the other API have their own")
    #expect(try Self.tweet(TimelineEntry(Self.post), in: posts) == others)
  }

  @Test func `NEW_03 kept tweets take no more than their bound`() throws {
    let posts = EncodedPosts(byteLimit: 30_000)
    for id in 1...100 {
      var post = Self.post
      post.id = "\(id)"
      #expect(try Self.tweet(TimelineEntry(post), in: posts)["id_str"]?.string == "\(id)")
      #expect(posts.bytes <= 30_000)
    }
    #expect(posts.bytes > 5000)
  }

  @Test func `NEW_03 a tweet changes with its post, its author and the viewer`() async throws {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let post = try await bob.publish("One")
      let tweet = { (viewer: MastodonClient) async throws -> JSON in
        try await viewer.twitter("statuses/show/\(post)?include_my_retweet=true").json
      }
      for viewer in [ann, cat] { #expect(try await tweet(viewer)["text"]?.string == "One") }
      _ = try await bob.put("/api/v1/statuses/\(post)", "{\"status\":\"Two\"}")
      #expect(try await tweet(ann)["text"]?.string == "Two")
      let extended = try await ann.twitter("statuses/show/\(post)?tweet_mode=extended").json
      #expect(extended["full_text"]?.string == "Two" && extended["text"] == nil)

      try await ann.post("/api/v1/statuses/\(post)/favourite")
      try await ann.post("/api/v1/statuses/\(post)/reblog")
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      for (viewer, sees) in [(cat, false), (ann, true), (cat, false)] {
        let seen = try await tweet(viewer)
        #expect(seen["favorite_count"]?.int == 1 && seen["retweet_count"]?.int == 1)
        #expect(seen["favorited"] == .bool(sees) && seen["retweeted"] == .bool(sees))
        #expect(seen["user"]?["following"] == .bool(sees) && seen["user"]?["followers_count"]?.int == 1)
        #expect((seen["current_user_retweet"] != nil) == sees)
      }

      try await bob.patch("/api/v1/accounts/update_credentials", "{\"display_name\":\"Bobby\"}")
      #expect(try await tweet(ann)["user"]?["name"]?.string == "Bobby")
      let avatar = try await tweet(ann)["user"]?["profile_image_url"]
      let picture = TestPicture.png(width: 60, height: 60, left: [200, 0, 0])
      let changed = try await bob.form(
        .patch, "/api/v1/accounts/update_credentials", [.file("avatar", picture)])
      #expect(changed.status == 200)
      #expect(try await tweet(ann)["user"]?["profile_image_url"] != avatar)
      try await bob.publish("Another")
      #expect(try await tweet(ann)["user"]?["statuses_count"]?.int == 2)

      try await ann.post("/api/v1/accounts/\(bob.id)/unfollow")
      #expect(try await tweet(ann)["user"]?["following"] == .bool(false))
      try await bob.delete("/api/v1/statuses/\(post)")
      for viewer in [ann, cat] {
        #expect(try await viewer.twitter("statuses/show/\(post)").twitterCode == 144)
      }
    }
  }

  @Test func `NEW_03 follows, requests and bells show in tweets`() async throws {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      for member in [bob, cat] { try await member.publish("Hello @ann") }
      try await cat.patch("/api/v1/accounts/update_credentials", "{\"locked\":true}")
      try await ann.post("/api/v1/accounts/\(bob.id)/follow", "{\"notify\":true}")
      try await ann.post("/api/v1/accounts/\(cat.id)/follow")
      let tweets = try await ann.twitter("statuses/mentions_timeline").json.array ?? []
      #expect(tweets.map { $0["user"]?["screen_name"]?.string } == ["cat", "bob"])
      for (name, expected) in [
        ("following", [false, true]), ("follow_request_sent", [true, false]),
        ("notifications", [false, true]),
      ] {
        #expect(tweets.map { $0["user"]?[name] == .bool(true) } == expected, "\(name)")
      }
      for (tweet, member) in zip(tweets, [cat, bob]) {
        let shown = try await ann.twitter("users/show?user_id=\(member.id)&skip_status=1").json
        for name in ["following", "follow_request_sent", "notifications"] {
          #expect(tweet["user"]?[name] == shown[name], "\(name) of \(member.username)")
        }
      }
      let own = try await ann.publish("Mine")
      #expect(try await ann.twitter("statuses/show/\(own)").json["user"]?["following"] == .bool(false))
    }
  }

  @Test func `NEW_16 a page of home costs one statement once its posts are known, in both APIs`()
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutMinutes) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      for number in 0..<20 { try await bob.publish("Number \(number)") }
      for path in [
        "/1.1/statuses/home_timeline.json?tweet_mode=extended&", "/1.1/statuses/home_timeline.json?",
        "/api/v1/timelines/home?",
      ] {
        var costs: [Int] = []
        for number in 0..<10 {
          let before = community.store.statementCount
          // Another address each time, so that no response is cached.
          let reply = try await ann.get("\(path)max_id=90000000000000000\(number)")
          #expect(reply.json.array?.count == 20, "\(path)")
          costs.append(community.store.statementCount - before)
        }
        // The use of a token is written once, and PostgreSQL reports writes late.
        #expect(costs.min() == 1, "\(path): \(costs)")
      }
    }
  }
}
