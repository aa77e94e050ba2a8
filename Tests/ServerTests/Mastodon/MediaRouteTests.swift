import Foundation
import HTTPTypes
import JSON
import Screens
import Social
import TestSupport
import Testing

@testable import Community
@testable import Server

/// Tests members' uploads (docs.joinmastodon.org/methods/media), and rule 14.
@Suite struct MediaRouteTests {
  static let picture = TestPicture.png(width: 60, height: 40)

  private static func other(_ number: UInt8) -> [UInt8] {
    TestPicture.png(width: 50, height: 40, left: [number, 10, 10])
  }

  static func setup(timeout: Duration) -> ServerSetup {
    var setup = ServerSetup.withoutLimits
    setup.configuration.limits.copiesTimeout = timeout
    return setup
  }

  @Test(arguments: ["v1", "v2"])
  func `NEW_07 rule 14 a picture is described, focused, and shown with its post`(_ version: String)
    async throws
  {
    try await withMembers("ann", setup: Self.setup(timeout: .seconds(30))) { stranger, members in
      let ann = members[0]
      let taken = try await ann.form(
        .post, "/api/\(version)/media",
        [.file("file", Self.picture), .field("description", "Two halves"), .field("focus", "-0.5,0.25")])
      #expect(taken.status == 200, "\(taken.text)")
      #expect(Entities.mediaAttachment.problems(in: taken.json) == [])
      #expect(taken.json["description"]?.string == "Two halves")
      #expect(taken.text.contains(#""focus":{"x":-0.500,"y":0.250}"#))
      #expect(taken.json["blurhash"]?.string?.utf8.count == 28)
      let post = try await ann.post("/api/v1/statuses", #"{"media_ids":["\#(taken.id)"]}"#)
      #expect(post.status == 200, "\(post.text)")
      #expect(post.json["content"]?.string == "")
      let shown = try await stranger.get("/api/v1/statuses/\(post.id)").json
      #expect(Entities.status.problems(in: shown) == [])
      let attachments = try #require(shown["media_attachments"]?.array)
      #expect(attachments == [taken.json])
      let url = try #require(attachments.first?["url"]?.string)
      let file = try await stranger.client.send(.get, String(url.dropFirst("http://localhost".count)))
      #expect(file.status == .ok && file.headers[.contentType] == "image/jpeg")
      // The picture belongs to a post now.
      #expect(try await ann.get("/api/v1/media/\(taken.id)").status == 404)
      let again = try await ann.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(taken.id)"]}"#)
      #expect(again.status == 422 && again.error?.contains("already attached") == true)
    }
  }

  @Test func `NEW_07 rule 14 what is not ready is answered with 202 and 206, and can't be attached`()
    async throws
  {
    try await withMembers(named: ["ann"], setup: Self.setup(timeout: .zero)) { community, _, members in
      let ann = members[0]
      let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
      // The task before it in the queue delays it.
      let before = community.pictureQueue.begin { for await _ in goesOn { return } }
      let taken = try await ann.form(.post, "/api/v2/media", [.file("file", Self.picture)])
      #expect(taken.status == 202)
      #expect(taken.json["url"] == .null && taken.json["type"]?.string == "image")
      let waiting = try await ann.get("/api/v1/media/\(taken.id)")
      #expect(waiting.status == 206 && waiting.json["url"] == .null)
      let changed = try await ann.put("/api/v1/media/\(taken.id)", #"{"description":"Said early"}"#)
      #expect(changed.status == 206 && changed.json["description"]?.string == "Said early")
      let early = try await ann.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(taken.id)"]}"#)
      #expect(early.status == 422 && early.error?.contains("not finished processing") == true)
      go.finish()
      try await before.value
      for _ in 0..<600 where try await ann.get("/api/v1/media/\(taken.id)").status != 200 {
        try await Task.sleep(for: .milliseconds(50))
      }
      let ready = try await ann.get("/api/v1/media/\(taken.id)")
      #expect(ready.status == 200 && ready.json["description"]?.string == "Said early")
      #expect(Entities.mediaAttachment.problems(in: ready.json) == [])
    }
  }

  @Test func `NEW_07 what turns out to be no picture is answered with 422, at once or later`() async throws {
    let broken = Array(Self.picture.prefix(500))
    try await withMembers(named: ["ann"], setup: Self.setup(timeout: .zero)) { community, _, members in
      let ann = members[0]
      let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
      let before = community.pictureQueue.begin { for await _ in goesOn { return } }
      let taken = try await ann.form(.post, "/api/v2/media", [.file("file", broken)])
      #expect(taken.status == 202)
      go.finish()
      try await before.value
      try await community.pictureQueue.run {}
      let failed = try await ann.get("/api/v1/media/\(taken.id)")
      #expect(failed.status == 422 && failed.error?.contains("damaged") == true)
      let post = try await ann.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(taken.id)"]}"#)
      #expect(post.status == 422 && post.error?.contains("damaged") == true)
      #expect(try await ann.delete("/api/v1/media/\(taken.id)").status == 200)
    }
    try await withMembers("ann", setup: Self.setup(timeout: .seconds(30))) { _, members in
      let refused = try await members[0].form(.post, "/api/v2/media", [.file("file", broken)])
      #expect(refused.status == 422 && refused.error?.contains("damaged") == true)
    }
  }

  @Test func `NEW_07 a picture without a post belongs to nobody but who brought it`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await ann.upload(Self.picture)
      #expect(try await bob.get("/api/v1/media/\(id)").status == 404)
      #expect(try await bob.put("/api/v1/media/\(id)", #"{"description":"mine"}"#).status == 404)
      #expect(try await bob.delete("/api/v1/media/\(id)").status == 404)
      let stolen = try await bob.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(id)"]}"#)
      #expect(stolen.status == 422 && stolen.error?.contains("not found") == true)
      #expect(try await stranger.get("/api/v1/media/\(id)").status == 401)
      #expect(try await ann.get("/api/v1/media/\(id)").json["description"] == .null)
      // A picture can't be taken out of another member's post either.
      let post = try await ann.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(id)"]}"#)
      let taken = try await bob.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(id)"]}"#)
      #expect(taken.status == 422)
      #expect(try await ann.get("/api/v1/statuses/\(post.id)").json["media_attachments"]?.array?.count == 1)
      #expect(try await bob.get("/api/v1/timelines/home").ids == [])
    }
  }

  @Test func `NEW_07 a post is deleted and written anew with the same pictures (28_6)`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await ann.upload(Self.picture)
      let draft = #"{"status":"a","media_ids":["\#(id)"]}"#
      for query in ["", "?delete_media=false"] {
        let post = try await ann.post("/api/v1/statuses", draft)
        #expect(post.status == 200, "\(post.text)")
        #expect(try await ann.delete("/api/v1/statuses/\(post.id)\(query)").status == 200)
        #expect(try await ann.get("/api/v1/media/\(id)").status == 200)
        #expect(try await bob.get("/api/v1/media/\(id)").status == 404)
        #expect(try await bob.post("/api/v1/statuses", draft).status == 422)
        #expect(try await stranger.get("/api/v1/media/\(id)").status == 401)
      }
      let last = try await ann.post("/api/v1/statuses", draft)
      #expect(try await ann.delete("/api/v1/statuses/\(last.id)?delete_media=true").status == 200)
      #expect(try await ann.get("/api/v1/media/\(id)").status == 404)
      #expect(try await ann.post("/api/v1/statuses", draft).status == 422)
    }
  }

  @Test
  func `NEW_07 a picture with a warning and no text is covered, and in no public list of pictures (28_7)`()
    async throws
  {
    try await withMembers("ann") { stranger, members in
      let id = try await members[0].upload(Self.picture)
      let post = try await members[0].post(
        "/api/v1/statuses", #"{"spoiler_text":"Spiders","sensitive":false,"media_ids":["\#(id)"]}"#)
      #expect(post.json["sensitive"]?.bool == true)
      #expect(try await stranger.get("/essential-feed/v1/feed").json["items"]?.array?.count == 0)
      #expect(try await stranger.get("/user/ann/tweets").json.array?.count == 0)
    }
  }

  @Test func `NEW_07 a post has nine pictures at most, in the order that was asked for, and each once`()
    async throws
  {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      var ids: [String] = []
      for number in 0..<10 { ids.append(try await ann.upload(Self.other(UInt8(number * 20)))) }
      func list(_ ids: some Sequence<String>) -> String { ids.map { "\"\($0)\"" }.joined(separator: ",") }
      let tooMany = try await ann.post("/api/v1/statuses", #"{"media_ids":[\#(list(ids))]}"#)
      #expect(tooMany.status == 422 && tooMany.error?.contains("more than 9") == true)
      let order = [ids[8], ids[0], ids[0], ids[5]] + ids[1...4] + ids[6...7]
      let post = try await ann.post("/api/v1/statuses", #"{"media_ids":[\#(list(order))]}"#)
      #expect(post.status == 200, "\(post.text)")
      let shown = post.json["media_attachments"]?.array?.compactMap { $0["id"]?.string }
      #expect(shown == [ids[8], ids[0], ids[5]] + ids[1...4] + ids[6...7])
      let instance = try await ann.get("/api/v2/instance").json["configuration"]
      #expect(instance?["statuses"]?["max_media_attachments"]?.int64 == 9)
      #expect(instance?["media_attachments"]?["image_size_limit"]?.int64 == 20_000_000)
      #expect(
        instance?["media_attachments"]?["supported_mime_types"]?.array?.contains(.string("image/heic"))
          == true)
      #expect(try await ann.get("/api/v1/instance").json["configuration"] != nil)
    }
  }

  @Test func `NEW_07 an edit keeps, describes, moves, adds and takes away pictures, and everybody sees it`()
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, stranger, members in
      let ann = members[0]
      let first = try await ann.upload(Self.other(1))
      let second = try await ann.upload(Self.other(2))
      let third = try await ann.upload(Self.other(3))
      let post = try await ann.post(
        "/api/v1/statuses", #"{"status":"a","media_ids":["\#(first)","\#(second)"]}"#)
      let path = "/api/v1/statuses/\(post.id)"
      func shown() async throws -> [String] {
        let json = try await stranger.get(path).json
        return (json["media_attachments"]?.array ?? []).map {
          "\($0["id"]?.string ?? "") \($0["description"]?.string ?? "-")"
        }
      }
      #expect(try await shown() == ["\(first) -", "\(second) -"])
      let described = try await ann.put(
        path,
        #"{"status":"a","media_ids":["\#(second)","\#(first)"],"media_attributes":[{"id":"\#(first)","description":"One"}]}"#
      )
      #expect(described.status == 200, "\(described.text)")
      #expect(try await shown() == ["\(second) -", "\(first) One"])
      // An edit of the text alone leaves the pictures unchanged.
      #expect(try await ann.put(path, #"{"status":"b"}"#).status == 200)
      #expect(try await shown() == ["\(second) -", "\(first) One"])
      let secondURL = try #require(
        try await ann.get(path).json["media_attachments"]?.array?.first?["url"]?.string)
      let file = String(secondURL.dropFirst("http://localhost".count))
      #expect(try await ann.put(path, #"{"status":"b","media_ids":["\#(first)","\#(third)"]}"#).status == 200)
      #expect(try await shown() == ["\(first) One", "\(third) -"])
      try await community.pictureQueue.run {}
      #expect(
        try await stranger.client.send(.get, file).status == .notFound, "what no post has any more is gone")
      #expect(try await ann.put(path, #"{"status":"b","media_ids":[]}"#).status == 200)
      #expect(try await shown() == [])
      #expect(try await ann.put(path, #"{"status":"","media_ids":[]}"#).status == 422)
      let unknown = try await ann.put(path, #"{"media_attributes":[{"id":"5","description":"x"}]}"#)
      #expect(unknown.status == 422)
    }
  }

  @Test(arguments: [
    ("description", String(repeating: "x", count: 1501), 422),
    ("description", String(repeating: "漢", count: 1500), 200),
    ("focus", "1", 422), ("focus", "a,b", 422), ("focus", "nan,inf", 422), ("focus", "1,2,3", 422),
    ("focus", "1e300,-7", 200), ("focus", "", 200), ("thumbnail", "text", 422), ("quality", "9", 422),
  ])
  func `NEW_07 what is said of a picture has its limits`(_ name: String, _ value: String, _ status: Int)
    async throws
  {
    try await withMembers("ann") { _, members in
      let id = try await members[0].upload(Self.picture)
      let reply = try await members[0].put("/api/v1/media/\(id)", MastodonClient.object([name: value]))
      #expect(reply.status == status, "\(reply.text)")
      let early = try await members[0].form(
        .post, "/api/v1/media", [.file("file", Self.other(9)), .field(name, value)])
      #expect(early.status == status, "\(early.text)")
    }
  }

  @Test func `NEW_07 a picture of one's own can stand in its place at first`() async throws {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      let id = try await ann.upload(Self.picture)
      let plain = try await ann.get("/api/v1/media/\(id)").json
      let changed = try await ann.form(.put, "/api/v1/media/\(id)", [.file("thumbnail", Self.other(77))])
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed.json["url"] == plain["url"] && changed.json["preview_url"] != plain["preview_url"])
      let post = try await ann.post("/api/v1/statuses", #"{"media_ids":["\#(id)"]}"#)
      #expect(post.json["media_attachments"]?.array?.first?["preview_url"] == changed.json["preview_url"])
    }
  }

  @Test func `NEW_07 a GIF that moves is shown moving`() async throws {
    try await withMembers("ann") { stranger, members in
      let id = try await members[0].upload(TestPicture.movingGIF(frames: 3, width: 40, height: 30))
      let media = try await members[0].get("/api/v1/media/\(id)").json
      let url = try #require(media["url"]?.string)
      #expect(media["type"]?.string == "image" && url.hasSuffix("/moving.webp"))
      #expect(media["preview_url"]?.string?.hasSuffix("/w360.webp") == true)
      let file = try await stranger.client.send(.get, String(url.dropFirst("http://localhost".count)))
      #expect(file.headers[.contentType] == "image/webp")
    }
  }

  @Test func `NEW_13 a member has a picture and a cover, and everybody sees the new ones at once`()
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, stranger, members in
      let ann = members[0]
      let path = "/api/v1/accounts/\(ann.id)"
      let before = try await stranger.get(path).json
      let changed = try await ann.form(
        .patch, "/api/v1/accounts/update_credentials",
        [
          .file("avatar", Self.other(1)), .file("header", Self.other(2)), .field("display_name", "Ann S."),
          .field("fields_attributes[0][name]", "Site"),
          .field("fields_attributes[0][value]", "https://example.org"),
        ])
      #expect(changed.status == 200, "\(changed.text)")
      let after = try await stranger.get(path).json
      #expect(after["avatar"] != before["avatar"] && after["header"] != before["header"])
      #expect(after["display_name"]?.string == "Ann S.")
      #expect(after["fields"]?.array?.count == 1)
      #expect(after["avatar"] == changed.json["avatar"])
      func status(of url: String) async throws -> Int {
        try await stranger.client.send(.get, String(url.dropFirst("http://localhost".count))).status.code
      }
      let avatar = try #require(after["avatar"]?.string)
      #expect(try await status(of: avatar) == 200)
      // Another picture takes its place, and the old files are deleted.
      let other = try await ann.form(
        .patch, "/api/v1/accounts/update_credentials", [.file("avatar", Self.other(3))])
      #expect(other.json["header"] == after["header"])
      try await community.pictureQueue.run {}
      #expect(try await status(of: avatar) == 404)
      for name in ["avatar", "header"] {
        let removed = try await ann.delete("/api/v1/profile/\(name)")
        #expect(removed.status == 200 && removed.json[name] == before[name])
      }
      for bytes in [[], Array("<svg/>".utf8), Array(Self.picture.prefix(300))] {
        let refused = try await ann.form(
          .patch, "/api/v1/accounts/update_credentials", [.file("avatar", bytes), .field("note", "kept?")])
        #expect(refused.status == 422, "\(refused.text)")
        #expect(refused.json["code"]?.string == "unusable_avatar")
        #expect(refused.error?.hasPrefix("Validation failed: avatar: ") == true, "\(refused.text)")
        // A good picture beside it isn't stored either.
        let mixed = try await ann.form(
          .patch, "/api/v1/accounts/update_credentials",
          [.file("avatar", Self.other(4)), .file("header", bytes), .field("display_name", "Changed")])
        #expect(mixed.status == 422 && mixed.json["code"]?.string == "unusable_cover", "\(mixed.text)")
      }
      let own = try await ann.get("/api/v1/accounts/verify_credentials").json
      #expect(own["source"]?["note"]?.string == "" && own["display_name"]?.string != "Changed")
      #expect(own["avatar"] == before["avatar"] && own["header"] == before["header"])
      try await community.pictureQueue.run {}
      #expect(try Self.left(of: community) == [])
    }
  }

  @Test func `NEW_20 settings with a refused picture change nothing, and the error names it`()
    async throws
  {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let (ann, path) = (members[0], "/api/swiftlet/v1/community")
      let texts: [FormPart] = [
        .field("title", "Choir"), .field("rules", "Be kind."), .field("registration", "open"),
      ]
      for (name, code) in [("picture", "unusable_picture"), ("cover", "unusable_cover")] {
        let other = name == "cover" ? "picture" : "cover"
        for bytes in [Array("<svg/>".utf8), Array(Self.picture.prefix(300))] {
          let files = [FormPart.file(name, bytes), .file(other, Self.other(1))]
          let refused = try await ann.form(.patch, path, texts + files)
          #expect(refused.status == 422 && refused.json["code"]?.string == code, "\(refused.text)")
          #expect(refused.error?.hasPrefix("Validation failed: \(name): ") == true, "\(refused.text)")
        }
      }
      // A text that is refused keeps a good picture out, too.
      let long: [FormPart] = [.field("title", String(repeating: "x", count: 101))]
      #expect(try await ann.form(.patch, path, long + [.file("cover", Self.other(2))]).status == 422)
      let shown = try await ann.get(path).json
      #expect(shown["title"]?.string == "Swiftlet" && shown["registration"]?.string == "invitation")
      #expect(shown["rules"] == .array([]))
      #expect(shown["picture"] == .null && shown["cover"] == .null)
      #expect(try await community.log.list(Cursor()).items.isEmpty)
      try await community.pictureQueue.run {}
      #expect(try Self.left(of: community) == [])
    }
  }

  @Test func `NEW_20 the community has a picture and a cover, which strangers see`() async throws {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, stranger, members in
      let (ann, path) = (members[0], "/api/swiftlet/v1/community")
      let standard = try await stranger.get("/api/v1/instance").json["thumbnail"]
      let files = [FormPart.file("cover", Self.other(2)), .file("picture", Self.other(1))]
      #expect(try await members[1].form(.patch, path, files).status == 403)
      let changed = try await ann.form(.patch, path, files + [.field("title", "Choir")])
      #expect(changed.status == 200 && changed.json["title"]?.string == "Choir", "\(changed.text)")
      let cover = try #require(changed.json["cover"]?.string)
      #expect(changed.json["picture"]?.string?.hasPrefix("http://localhost/media/") == true)
      #expect(try await stranger.get("/api/v1/instance").json["thumbnail"]?.string == cover)
      #expect(try await stranger.get("/api/v2/instance").json["thumbnail"]?["url"]?.string == cover)
      let preview = try await community.preview()
      #expect(preview?.cover.map { "http://localhost" + $0.url } == cover && preview?.picture != nil)
      func status(of url: String) async throws -> Int {
        try await stranger.client.send(.get, String(url.dropFirst("http://localhost".count))).status.code
      }
      #expect(try await status(of: cover) == 200)
      // A change of nothing else keeps them, and a stranger of a closed community sees them too.
      #expect(try await ann.patch(path, #"{"privacy":"members"}"#).json["cover"]?.string == cover)
      #expect(try await status(of: cover) == 200)
      #expect(try await community.preview()?.cover != nil)
      #expect(try await ann.form(.patch, path, [.file("cover", Array("<svg/>".utf8))]).status == 422)
      #expect(try await members[1].delete(path + "/cover").status == 403)
      #expect(try await ann.delete(path + "/cover").json["cover"] == .null)
      try await community.pictureQueue.run {}
      #expect(try await status(of: cover) == 404)
      let picture = try #require(changed.json["picture"]?.string)
      #expect(try await ann.get("/api/v1/instance").json["thumbnail"]?.string == picture)
      #expect(try await ann.delete(path + "/picture").status == 200)
      #expect(try await ann.get("/api/v1/instance").json["thumbnail"] == standard)
      let log = try await community.log.list(Cursor()).items
      #expect(log.map(\.target) == ["picture", "cover", "privacy", "cover", "picture", "title"])
    }
  }
}
