import HTTPTypes
import JSON
import TestSupport
import Testing

extension MastodonClient {
  /// Gets a method of the Twitter API: `statuses/home_timeline?count=2`.
  func twitter(_ method: String) async throws -> Reply {
    let parts = method.split(separator: "?", maxSplits: 1)
    return try await get("/1.1/\(parts[0]).json" + (parts.count > 1 ? "?\(parts[1])" : ""))
  }
}

extension MastodonClient.Reply {
  /// The ids of a list of tweets or users.
  var twitterIDs: [String] { (json.array ?? []).compactMap { $0["id_str"]?.string } }
  var twitterCode: Int? { json["errors"]?.array?.first?["code"]?.int }
}

@Suite struct TwitterReadingTests {
  @Test func `NEW_03 home, paging and options are as on Twitter`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      var posts: [String] = []
      for number in 0..<5 { posts.append(try await bob.publish("Number \(number) & more")) }
      posts.reverse()
      #expect(try await ann.twitter("statuses/home_timeline").twitterIDs == posts)
      // `max_id` is inclusive, `since_id` isn't, and 0 bounds nothing.
      let page = try await ann.twitter(
        "statuses/home_timeline?count=2&max_id=\(posts[1])&since_id=\(posts[4])&cursor=-1&user_id=None")
      #expect(page.twitterIDs == [posts[1], posts[2]])
      #expect(try await ann.twitter("statuses/home_timeline?max_id=0&since_id=0").twitterIDs == posts)
      #expect(try await ann.twitter("statuses/home_timeline?since_id=\(posts[3])").twitterIDs.count == 3)
      let none = try await ann.twitter("statuses/home_timeline?count=0")
      #expect(none.status == 200 && none.text == "[]")
      for wrong in ["count=many", "max_id=x", "max_id=9223372036854775807", "since_id=-1", "trim_user=maybe"]
      {
        #expect(try await ann.twitter("statuses/home_timeline?" + wrong).twitterIDs.count == 5, "\(wrong)")
      }
      let first = page.json.array?.first
      #expect(first?["text"]?.string == "Number 3 &amp; more" && first?["full_text"] == nil)
      #expect(first?["id"]?.int64.map { "\($0)" } == posts[1])
      #expect(first?["user"]?["screen_name"]?.string == "bob" && first?["user"]?["following"] == .bool(true))
      let extended = try await ann.twitter(
        "statuses/home_timeline?tweet_mode=extended&trim_user=True&count=1")
      #expect(extended.json.array?.first?["full_text"]?.string == "Number 4 &amp; more")
      #expect(extended.json.array?.first?["user"]?.members?.count == 2)
    }
  }

  @Test func `NEW_03 mentions are paged by their tweets`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      var posts: [String] = []
      for number in 0..<5 { posts.append(try await bob.publish("@ann \(number)")) }
      try await ann.publish("@bob no mention of ann")
      posts.reverse()
      #expect(try await ann.twitter("statuses/mentions_timeline").twitterIDs == posts)
      #expect(
        try await ann.twitter("statuses/mentions_timeline?max_id=\(posts[1])&count=2").twitterIDs
          == [posts[1], posts[2]])
      #expect(
        try await ann.twitter("statuses/mentions_timeline?since_id=\(posts[2])").twitterIDs
          == [posts[0], posts[1]])
      let first = try await ann.twitter("statuses/mentions_timeline?count=1").json.array?.first
      let mention = first?["entities"]?["user_mentions"]?.array?.first
      #expect(mention?["screen_name"]?.string == "ann" && mention?["id_str"]?.string == ann.id)
      try await ann.post("/api/v1/accounts/\(bob.id)/block")
      #expect(try await ann.twitter("statuses/mentions_timeline").twitterIDs == [])
    }
  }

  @Test func `NEW_03 a user's tweets are found by id and name in every form`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("One")
      let reply = try await bob.publish("@ann two", replyTo: try await ann.publish("Zero"))
      let own = try await ann.publish("Mine")
      try await bob.post("/api/v1/statuses/\(own)/reblog")
      for query in [
        "?user_id=\(bob.id)", "?screen_name=BOB", "?screen_name=@bob", "?id=bob", "?id=\(bob.id)",
        "/bob", "?user_id=\(bob.id)&screen_name=bob",
      ] {
        let path = query.hasPrefix("/") ? "statuses/user_timeline\(query)" : "statuses/user_timeline" + query
        let reply = try await ann.twitter(path)
        #expect(reply.status == 200 && reply.twitterIDs.count == 3, "\(query): \(reply.text)")
      }
      let repost = try #require(try await ann.twitter("statuses/user_timeline?id=bob").json.array?.first)
      #expect(repost["text"]?.string == "RT @ann: Mine")
      #expect(repost["retweeted_status"]?["id_str"]?.string == own)
      #expect(repost["id_str"]?.string != own)
      #expect(
        try await ann.twitter("statuses/user_timeline?id=bob&include_rts=false").twitterIDs == [reply, post])
      #expect(
        try await ann.twitter("statuses/user_timeline?id=bob&include_rts=0&exclude_replies=1").twitterIDs
          == [post])
      #expect(try await ann.twitter("statuses/user_timeline").twitterIDs.first == own, "one's own")
      let nobody = try await ann.twitter("statuses/user_timeline?screen_name=nobody")
      #expect(nobody.status == 404 && nobody.twitterCode == 34)
    }
  }

  @Test func `NEW_03 tweets are shown one by one and several at once`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("One")
      for path in ["statuses/show?id=\(post)", "statuses/show/\(post)"] {
        #expect(try await ann.twitter(path).json["id_str"]?.string == post)
      }
      for path in [
        "statuses/show?id=1", "statuses/show/1", "statuses/show/x", "statuses/show?id=-1", "statuses/show",
      ] {
        let missing = try await ann.twitter(path)
        #expect(missing.status == 404 && missing.twitterCode == 144, "\(path)")
      }
      #expect(try await ann.twitter("statuses/lookup?id=\(post),1,x").twitterIDs == [post])
      let map = try await ann.twitter("statuses/lookup?id=\(post),1&map=true").json["id"]
      #expect(map?[post]?["text"]?.string == "One" && map?["1"] == .null)
      try await ann.post("/api/v1/statuses/\(post)/reblog")
      let mine = try await ann.twitter("statuses/show/\(post)?include_my_retweet=1").json
      let repost = try #require(mine["current_user_retweet"]?["id_str"]?.string)
      #expect(mine["retweeted"] == .bool(true))
      #expect(
        try await ann.twitter("statuses/show/\(repost)").json["retweeted_status"]?["id_str"]?.string == post)
      #expect(
        try await bob.twitter("statuses/show/\(post)?include_my_retweet=1").json["current_user_retweet"]
          == nil)
    }
  }

  @Test func `NEW_03 favourites are listed by their tweets, and nobody else's`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let posts = [try await bob.publish("1"), try await bob.publish("2"), try await bob.publish("3")]
      for post in [posts[1], posts[2], posts[0]] { try await ann.post("/api/v1/statuses/\(post)/favourite") }
      #expect(try await ann.twitter("favorites/list").twitterIDs == posts.reversed())
      #expect(try await ann.twitter("favorites?max_id=\(posts[1])&count=1").twitterIDs == [posts[1]])
      #expect(try await bob.twitter("favorites/list?screen_name=ann").text == "[]")
    }
  }

  @Test func `NEW_03 a client reads the settings of its member`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let settings = try await ann.twitter("account/settings").json
      #expect(settings["screen_name"]?.string == "ann" && settings["protected"]?.bool == false)
      #expect(settings["language"]?.string == "en" && settings["geo_enabled"]?.bool == false)
      #expect(settings["sleep_time"]?["enabled"]?.bool == false && settings["trend_location"] == .array([]))
      try await bob.patch(
        "/api/v1/accounts/update_credentials", #"{"locked":true,"source":{"language":"el"}}"#)
      let others = try await bob.twitter("account/settings").json
      #expect(others["screen_name"]?.string == "bob" && others["protected"]?.bool == true)
      #expect(others["language"]?.string == "el")
      #expect(try await stranger.twitter("account/settings").status == 401)
      // No stranger reads without a token, and a client has one of its own (`oauth2/token`).
      let guest = try await stranger.post("/1.1/guest/activate.json")
      #expect(guest.status == 404 && guest.twitterCode == 34, "\(guest.text)")
    }
  }

  @Test func `NEW_03 users come with their newest tweet`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("One")
      let own = try await bob.twitter("account/verify_credentials").json
      #expect(own["id_str"]?.string == bob.id && own["status"]?["id_str"]?.string == post)
      #expect(own["status"]?["user"] == nil)
      #expect(try await bob.twitter("account/verify_credentials?skip_status=true").json["status"] == nil)
      for path in [
        "users/show?screen_name=bob", "users/show?user_id=\(bob.id)", "users/show/bob",
        "users/show/\(bob.id)",
      ] {
        #expect(try await ann.twitter(path).json["screen_name"]?.string == "bob", "\(path)")
      }
      let missing = try await ann.twitter("users/show?screen_name=nobody")
      #expect(missing.status == 404 && missing.twitterCode == 50)
      let several = try await ann.twitter("users/lookup?screen_name=bob,nobody&user_id=\(ann.id)")
      #expect(several.twitterIDs == [ann.id, bob.id])
      let none = try await ann.twitter("users/lookup?screen_name=nobody")
      #expect(none.status == 404 && none.twitterCode == 17)
      let posted = try await ann.send(
        .post, "/1.1/users/lookup.json", type: "application/x-www-form-urlencoded",
        body: Array("screen_name=bob".utf8))
      #expect(posted.twitterIDs == [bob.id])
    }
  }

  @Test func `NEW_03 lists of people have cursors`() async throws {
    try await withMembers("ann", "bob", "cat", "dan") { _, members in
      let ann = members[0]
      for member in members[1...] { try await member.post("/api/v1/accounts/\(ann.id)/follow") }
      let all = try await ann.twitter("followers/ids?stringify_ids=true").json
      let ids = all["ids"]?.array?.compactMap(\.string) ?? []
      #expect(Set(ids) == Set(members[1...].map(\.id)))
      #expect(all["next_cursor"]?.int == 0 && all["total_count"] == .null)
      var (seen, cursor): ([String], String) = ([], "-1")
      var previous: String?
      for _ in 0..<5 where cursor != "0" {
        let page = try await ann.twitter(
          "followers/list?screen_name=ann&count=1&cursor=\(cursor)&skip_status=1"
        ).json
        seen += (page["users"]?.array ?? []).compactMap { $0["id_str"]?.string }
        cursor = page["next_cursor_str"]?.string ?? "0"
        #expect(page["next_cursor"]?.int64.map { "\($0)" } == cursor)
        previous = page["previous_cursor_str"]?.string
      }
      #expect(seen == ids)
      if let previous, previous != "0" {
        let page = try await ann.twitter("followers/list?count=1&cursor=\(previous)").json
        #expect(page["users"]?.array?.isEmpty == false)
      }
      #expect(
        try await members[1].twitter("friends/ids").json["ids"]?.array?.compactMap(\.int64) == [Int64(ann.id)]
      )
      let friend = try await members[1].twitter("friends/list").json["users"]?.array?.first
      #expect(friend?["following"] == .bool(true) && friend?["muting"] == .bool(false))
      let relationship = try await members[1].twitter("friendships/show?target_screen_name=ann").json[
        "relationship"]
      #expect(relationship?["source"]?["following"] == .bool(true))
      #expect(relationship?["target"]?["followed_by"] == .bool(true))
      #expect(relationship?["source"]?["screen_name"]?.string == "bob")
      let others = try await ann.twitter("friendships/show?source_screen_name=bob&target_screen_name=cat")
      #expect(others.status == 403 && others.twitterCode == 220)
      try await ann.post("/api/v1/accounts/\(members[1].id)/block")
      try await ann.post("/api/v1/accounts/\(members[2].id)/mute")
      #expect(
        try await ann.twitter("blocks/ids").json["ids"]?.array?.compactMap(\.int64) == [Int64(members[1].id)])
      #expect(try await ann.twitter("mutes/users/list").json["users"]?.array?.first?["muting"] == .bool(true))
      #expect(try await ann.twitter("friendships/no_retweets/ids").text == "[]")
    }
  }

  @Test func `NEW_03 people of a list come with their newest tweets`() async throws {
    try await withMembers("ann", "bob", "cat", "dan") { _, members in
      let ann = members[0]
      for member in members[1...] { try await ann.post("/api/v1/accounts/\(member.id)/follow") }
      var newest: [String: String?] = [:]
      for member in members[1...2] {
        _ = try await member.publish("first")
        newest[member.id] = try await member.publish("second")
      }
      newest[members[3].id] = .some(nil)
      _ = try await members[3].publish("hidden", visibility: "direct")
      let users = try await ann.twitter("friends/list").json["users"]?.array ?? []
      #expect(users.count == 3)
      for user in users {
        #expect(user["status"]?["id_str"]?.string == newest[user["id_str"]?.string ?? ""] ?? nil)
      }
    }
  }

  @Test func `NEW_03 search ends by max_id`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let posts = [
        try await bob.publish("tower 1"), try await bob.publish("tower 2"), try await ann.publish("tower 3"),
      ]
      let page = try await ann.twitter("search/tweets?q=tower&count=2")
      #expect(page.json["statuses"]?.array?.compactMap { $0["id_str"]?.string } == [posts[2], posts[1]])
      let next = try #require(page.json["search_metadata"]?["next_results"]?.string)
      let last = try await ann.twitter("search/tweets" + next).json
      #expect(last["statuses"]?.array?.compactMap { $0["id_str"]?.string } == [posts[0]])
      #expect(last["search_metadata"]?["next_results"] == nil)
      #expect(
        try await ann.twitter("search/tweets?q=tower%20from:ann%20-filter:retweets").json["statuses"]?.array?
          .count == 1)
      let own = try await ann.twitter("search/tweets?q=from:bob&max_id=\(posts[1])&count=1").json["statuses"]
      #expect(own?.array?.compactMap { $0["id_str"]?.string } == [posts[1]])
      for nothing in ["from:nobody", "-filter:retweets", "to:bob"] {
        #expect(
          try await ann.twitter("search/tweets?q=\(nothing)").json["statuses"]?.array?.isEmpty == true,
          "\(nothing)")
      }
      #expect(try await ann.twitter("search/tweets?q=").json["statuses"]?.array?.isEmpty == true)
    }
  }

  @Test func `NEW_03 every reading method answers as its description says`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("Hello @ann")
      let picture = try await ann.upload(TestPicture.png(width: 60, height: 40, left: [200, 0, 0]))
      let checker = SchemaChecker(description: try await stranger.get("/api/openapi.json").json)
      var asked = 0
      for path in checker.description["paths"]?.members ?? [] where path.name.hasPrefix("/1.1/") {
        // These members have no covers.
        guard let operation = path.value["get"], !path.name.contains("profile_banner") else { continue }
        let id = path.name.contains("/users/") || path.name.contains("user_timeline") ? bob.id : post
        var address = path.name.replacing("{id}", with: id)
        if ["show", "retweets", "retweeters/ids"].contains(where: { path.name == "/1.1/statuses/\($0).json" })
        {
          address += "?id=" + post
        }
        if path.name == "/1.1/users/lookup.json" { address += "?user_id=" + bob.id }
        if path.name == "/1.1/media/upload.json" { address += "?command=STATUS&media_id=" + picture }
        for client in [ann, stranger] {
          let reply = try await client.get(address)
          #expect(reply.status == (client.token == nil ? 401 : 200), "\(address): \(reply.text)")
          let schema = operation["responses"]?["\(reply.status)"]?["content"]?["application/json"]?["schema"]
          #expect(checker.problems(in: reply.json, schema: schema) == [], "\(address)")
        }
        asked += 1
      }
      #expect(asked > 20)
    }
  }
}
