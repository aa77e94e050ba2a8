import Social
import Testing

@testable import Community

@Suite struct NotificationTests {
  @Test func `TWT_17 Who is mentioned, replied to, followed, liked or reposted is notified, once`()
    async throws
  {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("mine @ada", by: "ada")
      let id = number(post.id)
      try await town.follow("ada", by: "ben")
      try await town.follow("ada", by: "ben")
      try await town.post("@ada @ADA yes", by: "ben", replyTo: post)
      for _ in 0..<2 {
        _ = try await community.posts.favourite(id, town.viewer("ben"))
        _ = try await community.posts.repost(id, viewer: town.viewer("cat"), visibility: nil)
      }
      _ = try await community.posts.favourite(id, town.viewer("ada"))
      #expect(
        try await town.notices("ada") == [
          "reblog cat mine @ada", "favourite ben mine @ada", "mention ben @ada @ADA yes", "follow ben",
        ])
      #expect(
        try await community.posts.find(id, viewer: town.viewer("ben"))?.interactions.isFavourite == true)
      #expect(try await community.posts.find(id, viewer: nil)?.favouritesCount == 2)
      _ = try await community.posts.unfavourite(id, town.viewer("ben"))
      _ = try await community.posts.unrepost(id, town.viewer("cat"))
      _ = try await community.relationships.unfollow(town.id("ada"), town.viewer("ben"))
      #expect(try await town.notices("ada") == ["mention ben @ada @ADA yes"])
      #expect(try await community.posts.find(id, viewer: nil)?.favouritesCount == 1)
      #expect(try await community.posts.find(id, viewer: nil)?.repostsCount == 0)
    }
  }

  @Test func `Nobody is notified of the muted, nor of a muted conversation`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("mine", by: "ada")
      let ada = town.viewer("ada")
      _ = try await community.relationships.mute(town.id("ben"), ada, hidesNotifications: true, duration: nil)
      _ = try await community.relationships.mute(
        town.id("cat"), ada, hidesNotifications: false, duration: nil)
      for name in ["ben", "cat"] { try await town.post("@ada I am \(name)", by: name) }
      #expect(try await town.notices("ada") == ["mention cat @ada I am cat"])
      #expect(try await community.posts.muteConversation(number(post.id), ada).interactions.isMuted)
      let reply = try await town.post("to you", by: "dan", replyTo: post)
      try await town.post("@ada deeper", by: "eve", replyTo: reply)
      #expect(try await town.notices("ada") == ["mention cat @ada I am cat"])
      #expect(
        try await community.posts.unmuteConversation(number(reply.id), ada).interactions.isMuted == false)
      try await town.post("again", by: "dan", replyTo: post)
      #expect(try await town.notices("ada") == ["mention dan again", "mention cat @ada I am cat"])
    }
  }

  @Test func `Who asks for notifications of somebody gets one a post, none for replies, none twice`()
    async throws
  {
    try await withTown { town in
      _ = try await town.community.relationships.follow(
        town.id("ben"), town.viewer("ada"), showsReposts: nil, notifies: true)
      let cats = try await town.post("c", by: "cat")
      let first = try await town.post("news", by: "ben")
      try await town.post("@ada psst", by: "ben", .direct)
      try await town.post("to Cat", by: "ben", replyTo: cats)
      try await town.post("thread", by: "ben", replyTo: first)
      #expect(
        try await town.notices("ada") == ["status ben thread", "mention ben @ada psst", "status ben news"])
    }
  }

  @Test func `An edit notifies who reposted, and who is newly mentioned`() async throws {
    try await withTown { town in
      let community = town.community
      let post = try await town.post("hello @ben", by: "ada")
      let id = number(post.id)
      _ = try await community.posts.repost(id, viewer: town.viewer("cat"), visibility: nil)
      for text in ["hello @ben @dan", "hello @ben @dan!"] {
        _ = try await community.posts.edit(
          id, PostChange(text: text, warning: "", isSensitive: false), viewer: town.viewer("ada"))
      }
      #expect(try await town.notices("cat") == ["update ada hello @ben @dan!"])
      #expect(try await town.notices("dan") == ["mention ada hello @ben @dan!"])
      #expect(try await town.notices("ben") == ["mention ada hello @ben @dan!"])
    }
  }

  @Test func `They are filtered, counted, marked, dismissed and cleared`() async throws {
    try await withTown { town in
      let community = town.community
      let ada = town.viewer("ada")
      try await town.follow("ada", by: "ben")
      try await town.post("@ada one", by: "ben")
      try await town.post("@ada two", by: "cat")
      func kinds(_ filter: NotificationFilter) async throws -> [String] {
        try await community.notifications.list(ada, filter, Cursor()).items.map {
          $0.kind.rawValue + " " + $0.actor.account.username
        }
      }
      #expect(try await kinds(NotificationFilter(types: [.mention])) == ["mention cat", "mention ben"])
      #expect(try await kinds(NotificationFilter(excluded: [.mention])) == ["follow ben"])
      #expect(try await kinds(NotificationFilter(types: [.mention], excluded: [.mention])).isEmpty)
      #expect(try await kinds(NotificationFilter(from: town.id("ben"))) == ["mention ben", "follow ben"])
      #expect(try await community.notifications.unreadCount(ada) == 3)
      let all = try await community.notifications.list(ada, NotificationFilter(), Cursor()).items
      let (newest, middle) = (number(all[0].id), number(all[1].id))
      let marker = try await community.notifications.setMarker(.notifications, lastRead: middle, ada)
      #expect(marker.version == 1 && marker.lastRead == middle && marker.updatedAt == town.clock.now)
      let back = try await community.notifications.setMarker(.notifications, lastRead: 1, ada)
      #expect(back.version == 2 && back.lastRead == middle, "NEW_09: it goes forward only")
      #expect(try await community.notifications.markers(ada).map(\.timeline) == [.notifications])
      #expect(try await community.notifications.unreadCount(ada) == 1)
      try await community.notifications.dismiss(newest, town.viewer("ben"))
      #expect(try await community.notifications.find(newest, town.viewer("ben")) == nil)
      #expect(try await community.notifications.find(newest, ada)?.id == all[0].id)
      try await community.notifications.dismiss(newest, ada)
      #expect(try await community.notifications.find(newest, ada) == nil)
      try await community.notifications.clear(ada)
      #expect(try await town.notices("ada").isEmpty)
    }
  }
}
