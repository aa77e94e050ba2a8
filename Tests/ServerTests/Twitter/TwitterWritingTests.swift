import HTTPTypes
import JSON
import Testing

extension MastodonClient {
  /// Posts a form to a method of the Twitter API.
  func tweet(_ method: String, _ form: String = "") async throws -> Reply {
    let parts = method.split(separator: "?", maxSplits: 1)
    return try await send(
      .post, "/1.1/\(parts[0]).json" + (parts.count > 1 ? "?\(parts[1])" : ""),
      type: "application/x-www-form-urlencoded;charset=utf-8", body: Array(form.utf8))
  }
}

extension MastodonClient.Reply {
  var tweetID: String { json["id_str"]?.string ?? "" }
}

@Suite struct TwitterWritingTests {
  @Test func `NEW_03 a tweet is published, answered and deleted`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let tweet = try await ann.tweet("statuses/update", "status=Hello+%26+all")
      #expect(tweet.status == 200 && tweet.json["text"]?.string == "Hello &amp; all")
      #expect(tweet.json["user"]?["screen_name"]?.string == "ann")
      let again = try await ann.tweet("statuses/update", "status=Hello+%26+all")
      #expect(again.status == 403 && again.twitterCode == 187)
      #expect(
        try await bob.tweet("statuses/update", "status=Hello+%26+all").status == 200, "another author's")
      let reply = try await bob.tweet(
        "statuses/update?in_reply_to_status_id=\(tweet.tweetID)&trim_user=1", "status=@ann+hi")
      #expect(reply.json["in_reply_to_status_id_str"]?.string == tweet.tweetID)
      #expect(reply.json["in_reply_to_screen_name"]?.string == "ann")
      for (form, code) in [
        ("", 38), ("status=", 38), ("status=" + String(repeating: "a", count: 501), 186),
        ("status=x&in_reply_to_status_id=1", 385), ("status=x&media_ids=1", 325),
        ("status=x&media_ids=y", 324),
      ] {
        let refused = try await ann.tweet("statuses/update", form)
        #expect(refused.twitterCode == code && refused.status >= 400, "\(form.prefix(40)): \(refused.text)")
      }
      let other = try await bob.tweet("statuses/destroy/\(tweet.tweetID)")
      #expect(other.status == 403 && other.twitterCode == 183)
      #expect(try await ann.tweet("statuses/destroy/\(tweet.tweetID)").tweetID == tweet.tweetID)
      let gone = try await ann.tweet("statuses/destroy?id=\(tweet.tweetID)")
      #expect(gone.status == 404 && gone.twitterCode == 144)
      #expect(
        try await ann.tweet("statuses/update", "status=Hello+%26+all").status == 200, "deleting frees it")
    }
  }

  @Test func `NEW_03 a repost has an id of its own, by which it is undone`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("One")
      let repost = try await ann.tweet("statuses/retweet/\(post)")
      #expect(repost.status == 200 && repost.tweetID != post)
      #expect(repost.json["retweeted"] == .bool(true) && repost.json["retweet_count"]?.int == 1)
      let original = repost.json["retweeted_status"]
      #expect(original?["id_str"]?.string == post && original?["retweeted"] == .bool(true))
      let again = try await ann.tweet("statuses/retweet?id=\(post)")
      #expect(again.status == 403 && again.twitterCode == 327)
      for request in ["statuses/retweets/\(post)", "statuses/retweets?id=\(repost.tweetID)"] {
        #expect(try await bob.twitter(request).twitterIDs == [repost.tweetID], "\(request)")
      }
      let reposters = try await bob.twitter("statuses/retweeters/ids?id=\(post)&stringify_ids=true")
      #expect(reposters.json["ids"]?.array?.compactMap(\.string) == [ann.id])
      #expect(try await ann.tweet("statuses/destroy/\(repost.tweetID)").tweetID == repost.tweetID)
      #expect(try await bob.twitter("statuses/show/\(post)").json["retweet_count"]?.int == 0)
      let second = try await ann.tweet("statuses/retweet", "id=\(post)&id=\(post)")
      for id in [second.tweetID, post] {
        let undone = try await ann.tweet("statuses/unretweet/\(id)")
        #expect(undone.tweetID == post && undone.json["retweeted"] == .bool(false))
      }
      let narrow = try await bob.publish("For members", visibility: "members")
      let refused = try await ann.tweet("statuses/retweet/\(narrow)")
      #expect(refused.status == 403 && refused.twitterCode == 328)
      #expect(try await ann.tweet("statuses/retweet/1").twitterCode == 144)
    }
  }

  @Test func `NEW_03 favourites are set once`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let post = try await bob.publish("One")
      let liked = try await ann.tweet("favorites/create", "id=\(post)")
      #expect(liked.json["favorited"] == .bool(true) && liked.json["favorite_count"]?.int == 1)
      for request in ["favorites/create?id=\(post)", "favorites/create/\(post)"] {
        let again = try await ann.tweet(request)
        #expect(again.status == 403 && again.twitterCode == 139)
      }
      let undone = try await ann.tweet("favorites/destroy?id=\(post)")
      #expect(undone.json["favorited"] == .bool(false) && undone.json["favorite_count"]?.int == 0)
      for request in ["favorites/create", "favorites/create/x", "favorites/destroy?id=1"] {
        #expect(try await ann.tweet(request).twitterCode == 144)
      }
      let secret = try await bob.publish("Secret", visibility: "direct")
      for name in ["statuses/retweets", "statuses/retweeters/ids"] {
        #expect(try await ann.twitter("\(name)?id=\(secret)").twitterCode == 144, "\(name)")
      }
      for name in [
        "favorites/create", "favorites/destroy", "statuses/retweet", "statuses/unretweet", "statuses/destroy",
      ] {
        let refused = try await ann.tweet(name, "id=\(secret)")
        #expect(refused.status == 404 && refused.twitterCode == 144, "\(name)")
      }
      // Multipart fields count like those of other forms.
      let multipart = "--xYzZY\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n\(post)\r\n--xYzZY--\r\n"
      let form = try await ann.send(
        .post, "/1.1/favorites/create.json", type: "multipart/form-data; boundary=xYzZY",
        body: Array(multipart.utf8))
      #expect(form.json["favorited"] == .bool(true), "\(form.text)")
    }
  }

  @Test func `NEW_03 relationships change and answer the user`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      for request in [
        "friendships/create?screen_name=bob", "friendships/create?user_id=\(bob.id)&follow=true",
        "friendships/create/bob",
      ] {
        let reply = try await ann.tweet(request)
        #expect(
          reply.tweetID == bob.id && reply.json["following"] == .bool(true), "\(request): \(reply.text)")
      }
      #expect(try await ann.tweet("friendships/destroy", "screen_name=bob").json["following"] == .bool(false))
      #expect(try await ann.tweet("friendships/create?screen_name=ann").twitterCode == 158)
      for request in [
        "friendships/create?screen_name=nobody", "friendships/create", "blocks/create?screen_name=ann",
      ] {
        let refused = try await ann.tweet(request)
        #expect(refused.status == 404 && refused.twitterCode == 108, "\(request)")
      }
      #expect(try await ann.tweet("mutes/users/create?screen_name=bob").status == 200)
      #expect(try await ann.twitter("mutes/users/ids").json["ids"]?.array?.count == 1)
      #expect(try await ann.tweet("mutes/users/destroy?screen_name=bob").status == 200)
      #expect(try await ann.twitter("mutes/users/ids").json["ids"]?.array?.count == 0)
      #expect(try await ann.tweet("blocks/create?screen_name=bob").status == 200)
      let blocked = try await bob.tweet("friendships/create?screen_name=ann")
      #expect(blocked.status == 403 && blocked.twitterCode == 162)
      #expect(try await ann.tweet("blocks/destroy?screen_name=bob").status == 200)
      #expect(try await bob.tweet("friendships/create?screen_name=ann").status == 200)
    }
  }
}

@Suite struct TwitterProfileTests {
  @Test func `NEW_03 a member changes name and description, and sees how others stand to them`() async throws
  {
    try await withMembers("ann", "bob", "cat") { _, members in
      let (ann, bob) = (members[0], members[1])
      let changed = try await ann.post(
        "/1.1/account/update_profile.json?name=Ann%20%26%20co&description=Hi&url=x")
      #expect(changed.status == 200 && changed.json["name"]?.string == "Ann & co", "\(changed.text)")
      #expect(changed.json["description"]?.string == "Hi")
      let emptied = try await ann.post("/1.1/account/update_profile.json?description=")
      #expect(emptied.json["description"]?.string?.isEmpty == true)
      #expect(emptied.json["name"]?.string == "Ann & co")
      let long = String(repeating: "a", count: 501)
      #expect(try await ann.post("/1.1/account/update_profile.json?location=" + long).twitterCode == 120)
      #expect(try await ann.post("/1.1/account/update_profile.json?description=" + long).twitterCode == 120)
      try await ann.post("/api/v1/accounts/\(bob.id)/follow")
      try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      try await ann.post("/api/v1/accounts/\(bob.id)/mute")
      let list = try await ann.twitter("friendships/lookup?screen_name=bob,cat,nobody").json.array ?? []
      #expect(list.map { $0["screen_name"]?.string } == ["bob", "cat"])
      let connections = list.map { ($0["connections"]?.array ?? []).compactMap(\.string) }
      #expect(connections == [["following", "followed_by", "muting"], ["none"]])
    }
  }

  @Test func `NEW_03 address and location are rows of the profile`() async throws {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      let path = "/1.1/account/update_profile.json"
      _ = try await ann.publish("One")
      let changed = try await ann.post(path + "?url=a.example%2Fx%3Fy&location=Athens%20%26%20around")
      #expect(changed.json["url"]?.string == "http://a.example/x?y", "\(changed.text)")
      #expect(changed.json["location"]?.string == "Athens & around")
      #expect(changed.json["entities"]?["url"] != nil && changed.json["status"] != nil)
      let short = try await ann.post(path + "?location=Berlin&skip_status=1&include_entities=false")
      #expect(short.json["location"]?.string == "Berlin" && short.json["url"] == changed.json["url"])
      #expect(short.json["entities"] == nil && short.json["status"] == nil)
      let rows = try await ann.get("/api/v1/accounts/\(ann.id)").json["fields"]?.array ?? []
      #expect(rows.compactMap { $0["name"]?.string } == ["Website", "Location"])
      let wrong = try await ann.post(path + "?url=javascript%3A%2F%2Fx")
      #expect(wrong.status == 200 && wrong.json["url"] == changed.json["url"], "\(wrong.text)")
      let emptied = try await ann.post(path + "?url=&location=")
      #expect(emptied.json["url"] == .null && emptied.json["location"]?.string?.isEmpty == true)
    }
  }
}
