import HTTPTypes
import JSON
import Social
import TestSupport
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests that a cached response always equals a fresh one, whatever members do and for every viewer.
@Suite struct CachedEqualsFreshTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `NEW_16 a cached response always equals a fresh one, byte for byte`(_ seed: UInt64) async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.isOn = false
    try await withMembers(named: Life.names, setup: setup) { [setup] community, _, members in
      var bare = setup
      bare.configuration.responseCacheBytes = 0
      bare.configuration.encodedPostBytes = 0
      var life = Life(community: community, members: members, chance: SeededGenerator(seed: seed))
      try await life.begin()
      for _ in 0..<250 {
        try await life.change()
        try await bare.application(community.forgetful).withClient { fresh in
          for _ in 0..<6 { try await life.compare(with: fresh) }
        }
      }
      #expect(life.kept * 4 > life.compared, "\(life.kept) of \(life.compared) came without a statement")
    }
  }
}

extension Community {
  /// Another community over the same data with empty caches: no posts, no follows, no tokens.
  fileprivate var forgetful: Community {
    let revisions = store.revisions
    let store = Store(
      driver: store.driver, folder: store.folder, followed: Followed(revisions: revisions),
      recent: RecentPosts(revisions: revisions), memory: PostCache(revisions: revisions), snapshot: nil)
    return Community(
      store: store, folder: store.folder.path, secret: secret, vapidKey: vapidKey, passwordCost: .least,
      clock: clock,
      logger: logger)
  }
}

/// The random actions of a few members.
private struct Life {
  static let names = ["ann", "bob", "cat", "dan", "eve"]

  let community: Community
  let members: [MastodonClient]
  var chance: SeededGenerator
  var posts: [String] = ["1"]
  var circles: [String] = []
  /// The named albums, also deleted ones, and the posts with pictures.
  var scrapbooks: [(owner: String, id: String)] = []
  var pictures: [(author: String, post: String)] = []
  var number: Int64 = 0
  var compared = 0
  /// The number of responses that needed no statement.
  var kept = 0
  /// Some of all paths, which are requested repeatedly so that there is something to cache.
  var paths: [String] = []

  init(community: Community, members: [MastodonClient], chance: SeededGenerator) {
    self.community = community
    self.members = members
    self.chance = chance
  }

  mutating func begin() async throws {
    for member in members {
      for other in members where other.id != member.id && chance.chance(50) {
        try await member.post("/api/v1/accounts/\(other.id)/follow")
      }
    }
    for _ in 0..<12 { try await publish(by: chance.pick(members)) }
    for _ in 0..<4 { try await importPicture() }
    for member in members.prefix(2) {
      circles.append(try await member.post("/api/v1/lists", "{\"title\":\"Circle\"}").id)
      try await makeScrapbook(of: member)
    }
  }

  /// - Parameter fresh: A client of a server over the same data that caches nothing.
  mutating func compare(with fresh: TestClient) async throws {
    if paths.isEmpty || chance.chance(6) {
      paths = []
      for _ in 0..<8 { paths.append(anyPath()) }
    }
    let path = chance.pick(paths)
    let member: MastodonClient? = chance.chance(80) ? chance.pick(Array(members.prefix(2))) : nil
    var headers = HTTPFields()
    headers[.authorization] = member?.token.map { "Bearer " + $0 }
    let client = members[0].client
    let before = community.store.statementCount
    let answer = try await client.send(.get, path, headers)
    if community.store.statementCount == before { kept += 1 }
    let expected = try await fresh.send(.get, path, headers)
    // Another member's circle is a 404, which isn't cached, and so is an album without visible posts.
    let isOften404 = path.contains("/list") || path.contains("/scrapbooks/")
    if expected.status != .notFound || !isOften404 { compared += 1 }
    #expect(answer.status == expected.status, "\(path) for \(member?.username ?? "a stranger")")
    #expect(
      answer.text.replacing(Self.counts, with: "") == expected.text.replacing(Self.counts, with: ""),
      "\(path) for \(member?.username ?? "a stranger")")
    #expect(answer.headers[.link] == expected.headers[.link])
  }

  /// The number of active members, which is recounted only now and then while the processors are busy
  /// (`CachedCount`).
  private static var counts: Regex<Substring> { /"active_month":\d+/ }

  private mutating func anyPath() -> String {
    let (id, post, name) = (chance.pick(members).id, chance.pick(posts), chance.pick(Self.names))
    // A circle is a 404 to all others, which costs a statement each time.
    let list = chance.pick(circles)
    let circle = chance.pick(["/api/v1/timelines/list/\(list)", "/api/v1/lists/\(list)/accounts"])
    let album = "/api/swiftlet/v1/accounts/\(id)/album"
    let scrapbook = "/api/swiftlet/v1/scrapbooks/\(chance.pick(scrapbooks).id)"
    return chance.pick([
      album, "\(album)?date=\(nextYear)", "/api/swiftlet/v1/accounts/\(id)/scrapbooks", scrapbook,
      "\(scrapbook)/statuses", "\(scrapbook)/statuses?limit=2",
      "/api/swiftlet/v1/statuses/\(chance.pick(pictures).post)/scrapbooks",
      "/api/v1/timelines/home", "/api/v1/timelines/home?limit=3", "/api/v1/timelines/home?max_id=\(post)",
      "/api/v1/timelines/home?min_id=\(post)&limit=4", "/api/v1/timelines/public",
      "/api/v1/timelines/public?only_media=true", "/api/v1/timelines/tag/one", "/api/v1/timelines/home",
      "/api/v1/accounts/\(id)", "/api/v1/accounts/\(id)/statuses",
      "/api/v1/accounts/\(id)/statuses?pinned=true",
      "/api/v1/accounts/\(id)/statuses?exclude_replies=true",
      "/api/v1/accounts/\(id)/statuses?only_media=true",
      "/api/v1/accounts/\(id)/statuses?tagged=one", "/api/v1/accounts/\(id)/followers",
      "/api/v1/accounts/\(id)/following", "/api/v1/accounts/relationships?id[]=\(id)",
      "/api/v1/accounts/lookup?acct=\(name)", "/api/v1/accounts/verify_credentials",
      "/api/v1/statuses/\(post)",
      "/api/v1/statuses?id[]=\(post)&id[]=\(chance.pick(posts))", "/api/v1/statuses/\(post)/context",
      "/api/v1/statuses/\(post)/context", "/api/v1/statuses/\(post)/favourited_by",
      "/api/v1/statuses/\(post)/reblogged_by", "/api/v1/statuses/\(post)/history", "/api/v1/notifications",
      "/api/v1/notifications?types[]=mention", "/api/v1/notifications/unread_count", "/api/v1/favourites",
      "/api/v1/lists", circle,
      "/api/v1/bookmarks", "/api/v1/blocks", "/api/v1/mutes", "/api/v1/follow_requests",
      "/api/v1/markers?timeline[]=notifications", "/api/v1/preferences", "/api/v2/search?q=one",
      "/api/v2/search?q=\(name)", "/api/v2/search?q=text&type=statuses",
      "/api/v2/search?q=Name&type=accounts",
      "/api/v1/accounts/search?q=\(name)", "/api/v1/accounts/search?q=name",
      "/api/v2/search?q=o&type=hashtags",
      "/1.1/statuses/home_timeline.json", "/1.1/statuses/home_timeline.json?include_my_retweet=1",
      "/1.1/statuses/home_timeline.json?tweet_mode=extended&count=3",
      "/1.1/statuses/user_timeline.json?user_id=\(id)", "/1.1/statuses/mentions_timeline.json",
      "/api/v1/conversations", "/api/v1/trends/tags", "/api/v1/directory?order=new", "/api/v2/suggestions",
      "/api/v2/instance", "/essential-feed/v1/feed?limit=5", "/user/\(name)", "/user/\(name)/tweets",
      "/user/ann/tweets", "/user/ann/tweets?covered=true", "/moments/\(name)", "/",
    ])
  }

  /// A date for which today's posts are those of an earlier year.
  private var nextYear: String {
    String(Timestamp(milliseconds: community.clock().milliseconds + 365 * 86_400_000).iso8601.prefix(10))
  }

  mutating func change() async throws {
    let member = chance.pick(members)
    let other = chance.pick(members)
    let post = chance.pick(posts)
    switch chance.below(36) {
    case 0...7: try await publish(by: member)
    case 8: try await member.delete("/api/v1/statuses/\(post)")
    case 9 where chance.chance(40):
      let audience = chance.pick(["unlisted", "members", "followers", "direct"])
      _ = try await member.put("/api/v1/statuses/\(post)", "{\"visibility\":\"\(audience)\"}")
    case 9:
      _ = try await member.put(
        "/api/v1/statuses/\(post)",
        "{\"status\":\"Changed \(chance.below(99)) #one @\(other.username)\",\"sensitive\":\(chance.chance(30))}"
      )
    case 10...12:
      let action = chance.pick([
        "favourite", "unfavourite", "bookmark", "unbookmark", "pin", "unpin", "mute", "unmute",
      ])
      try await member.post("/api/v1/statuses/\(post)/\(action)")
    case 13, 14:
      let json = chance.chance(30) ? "{\"visibility\":\"private\"}" : "{}"
      let action = chance.chance(70) ? "reblog" : "unreblog"
      let reply = try await member.post("/api/v1/statuses/\(post)/\(action)", json)
      if reply.status == 200 { posts.append(reply.id) }
    case 15...17:
      let action = chance.pick(["follow", "follow", "unfollow", "remove_from_followers"])
      try await member.post("/api/v1/accounts/\(other.id)/\(action)")
    case 18:
      let action = chance.pick(["block", "unblock", "unblock", "mute", "unmute", "unmute"])
      try await member.post("/api/v1/accounts/\(other.id)/\(action)")
      try await member.post("/api/v1/accounts/\(other.id)/note", "{\"comment\":\"\(chance.below(3))\"}")
    case 19:
      try await member.patch(
        "/api/v1/accounts/update_credentials",
        "{\"display_name\":\"Name \(chance.below(99))\",\"locked\":\(chance.chance(30))}")
    case 20:
      let answer = chance.chance(60) ? "authorize" : "reject"
      try await member.post("/api/v1/follow_requests/\(other.id)/\(answer)")
    case 21: try await importPicture()
    case 22: try await importLike(of: post)
    case 23: try await changeMembers(other)
    case 24: try await member.post("/api/v1/markers", "{\"notifications\":{\"last_read_id\":\"\(post)\"}}")
    case 25: try await member.post("/api/v1/notifications/clear")
    // A request that is refused.
    case 26: try await member.post("/api/v1/statuses", "{\"status\":\"\"}")
    case 27: try await publishPicture(by: member)
    case 28:
      let status = try await member.get("/api/v1/statuses/\(post)").json
      let media = status["media_attachments"]?.array?.first?["id"]?.string
      guard let media else { break }
      _ = try await member.put(
        "/api/v1/statuses/\(post)",
        "{\"media_attributes\":[{\"id\":\"\(media)\",\"description\":\"Described \(chance.below(99))\"}]}")
    case 29 where chance.chance(60): try await changeCircles(of: chance.pick(Array(members.prefix(2))), other)
    case 31, 32: try await changeScrapbooks(of: chance.pick(Array(members.prefix(3))))
    case 33:
      let location = chance.pick(["", "Here", "There"])
      try await change(post, "{\"location\":\"\(location)\"}")
    case 34: try await change(post, "{\"reminded_ids\":[\"\(member.id)\",\"\(other.id)\"]}")
    default: break
    }
  }

  /// Changes a post in the name of its author.
  private func change(_ post: String, _ json: String) async throws {
    for viewer in members.prefix(2) {
      let author = try await viewer.get("/api/v1/statuses/\(post)").json["account"]?["id"]?.string
      guard let author, let member = members.first(where: { $0.id == author }) else { continue }
      _ = try await member.put("/api/v1/statuses/\(post)", json)
      return
    }
  }

  private mutating func makeScrapbook(of member: MastodonClient) async throws {
    let reply = try await member.post(
      "/api/swiftlet/v1/scrapbooks", "{\"title\":\"Album \(chance.below(9))\"}")
    if reply.status == 200 { scrapbooks.append((owner: member.id, id: reply.id)) }
  }

  private mutating func changeScrapbooks(of member: MastodonClient) async throws {
    let own = scrapbooks.filter { $0.owner == member.id }
    guard !own.isEmpty, chance.chance(80) else {
      try await makeScrapbook(of: member)
      return
    }
    let path = "/api/swiftlet/v1/scrapbooks/\(chance.pick(own).id)"
    let photos = pictures.filter { $0.author == member.id }
    switch chance.below(8) {
    case 0: _ = try await member.put(path, "{\"title\":\"Album \(chance.below(9))\"}")
    case 1: if chance.chance(30) { try await member.delete(path) }
    case _ where photos.isEmpty: break
    case 2, 3: try await member.delete("\(path)/statuses?status_ids[]=\(chance.pick(photos).post)")
    default:
      try await member.post("\(path)/statuses", "{\"status_ids\":[\"\(chance.pick(photos).post)\"]}")
    }
  }

  private mutating func changeCircles(of member: MastodonClient, _ other: MastodonClient) async throws {
    let list = "/api/v1/lists/\(chance.pick(circles))"
    let accounts = "{\"account_ids\":[\"\(other.id)\"]}"
    switch chance.below(8) {
    case 0:
      let isExclusive = chance.chance(50)
      let reply = try await member.post(
        "/api/v1/lists", "{\"title\":\"Circle\",\"exclusive\":\(isExclusive)}")
      if reply.status == 200 { circles.append(reply.id) }
    case 1...3: try await member.post("\(list)/accounts", accounts)
    case 4:
      _ = try await member.send(
        .delete, "\(list)/accounts", type: "application/json", body: Array(accounts.utf8))
    case 5:
      let policy = chance.pick(["followed", "list", "none"])
      _ = try await member.put(
        list,
        """
        {"title":"Circle \(compared)","replies_policy":"\(policy)","exclusive":\(chance.chance(50))}
        """)
    case 6: if chance.chance(30) { try await member.delete(list) }
    default: break
    }
  }

  private mutating func publishPicture(by member: MastodonClient) async throws {
    let colour = UInt8(chance.below(4))
    let picture = TestPicture.png(width: 4, height: 3, left: [colour, 0, 0])
    let media = try await member.form(.post, "/api/v1/media", [.file("file", picture)])
    // A suspended member can't upload.
    guard media.status == 200 else { return }
    let visibility = chance.pick(["public", "public", "members", "private", "direct"])
    let reply = try await member.post(
      "/api/v1/statuses",
      """
      {"media_ids":["\(media.id)"],"visibility":"\(visibility)","sensitive":\(chance.chance(20)),\
      "location":"\(chance.pick(["", "Here"]))","reminded_ids":["\(chance.pick(members).id)"]}
      """)
    guard reply.status == 200 else { return }
    posts.append(reply.id)
    pictures.append((author: member.id, post: reply.id))
  }

  private mutating func publish(by member: MastodonClient) async throws {
    let text =
      "Text \(chance.below(1000))" + chance.pick(["", " #one", " @ann", " @bob #one", " #two", " @eve @cat"])
    if !circles.isEmpty, chance.chance(25) {
      let list = chance.pick(["circle_ids", "excluded_circle_ids"])
      let reply = try await member.post(
        "/api/v1/statuses", "{\"status\":\"\(text)\",\"\(list)\":[\"\(chance.pick(circles))\"]}")
      if reply.status == 200 { posts.append(reply.id) }
      return
    }
    let visibility = chance.pick(["public", "public", "public", "unlisted", "members", "private", "direct"])
    let reply = try await member.post(
      "/api/v1/statuses",
      MastodonClient.object([
        "status": text, "visibility": visibility,
        "in_reply_to_id": chance.chance(40) ? chance.pick(posts) : nil,
        "spoiler_text": chance.chance(15) ? "Mind" : nil,
      ]))
    if reply.status == 200 { posts.append(reply.id) }
  }

  /// Inserts a post as an import or another process does.
  private mutating func importPicture() async throws {
    let id = community.identifiers.next(milliseconds: community.clock().milliseconds)
    let author = Int64(chance.pick(members).id) ?? 0
    let attachment = ImportedPost.Attachment(
      picture: PictureReference(media: nil, source: "https://example.org/\(id).jpg"), description: "A picture"
    )
    let draft = ImportedPost(
      id: id, author: author, text: "With a picture", visibility: chance.chance(70) ? .everybody : .followers,
      createdAt: nil, attachments: [attachment])
    try await community.store.importing { try $0.insert(draft) }
    posts.append("\(id)")
    pictures.append((author: "\(author)", post: "\(id)"))
    number += 1
    // With a stopped clock, the next id would be the next post's.
    let commentID = community.identifiers.next(milliseconds: community.clock().milliseconds)
    let comment = CommentDraft(
      id: commentID, post: id, author: Int64(chance.pick(members).id) ?? 0, text: "Comment \(number)",
      replyTo: nil,
      createdAt: nil, position: Int(number))
    try await community.store.importing { try $0.insert(comment) }
    posts.append("\(commentID)")
  }

  private mutating func importLike(of post: String) async throws {
    let account = Int64(chance.pick(members).id) ?? 0
    let place = chance.below(9)
    guard let id = Int64(post), try await community.posts.find(id, viewer: Viewer(account: account)) != nil
    else {
      return
    }
    try await community.store.importing { try $0.like(id, by: account, at: place) }
  }

  /// Suspends or reinstates a member, adds a member, or renames the community.
  private mutating func changeMembers(_ member: MastodonClient) async throws {
    switch chance.below(3) {
    case 0:
      // Doesn't revoke the tokens, so that the member can go on after being reinstated.
      let id = Int64(member.id) ?? 0
      let isSuspended = chance.chance(40)
      try await community.store.driver.write { connection in
        _ = try connection.execute(
          "UPDATE accounts SET suspended_at = \(isSuspended ? 1 : nil) WHERE id = \(id)")
      }
    case 1:
      number += 1
      try await community.members.add(MemberDraft(username: "new\(number)", password: "correct horse"))
    default: try await community.store.set("title", to: "Town \(chance.below(100))")
    }
  }
}
