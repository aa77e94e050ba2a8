import DatabaseTestSupport
import Foundation
import HTTPTypes
import JSON
import NIOCore
import Social
import TestSupport
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests named albums: who sees which of their posts, and what their owners do with them.
@Suite struct ScrapbookAPITests {
  private static let path = "/api/swiftlet/v1/scrapbooks"

  /// Returns a new album with these posts.
  private static func album(
    _ title: String, of member: MastodonClient, _ posts: [String]
  ) async throws -> String {
    let id = try await member.post(path, MastodonClient.object(["title": title])).id
    let reply = try await member.post("\(path)/\(id)/statuses", ids(posts))
    try #require(reply.status == 200, "\(reply.text)")
    return id
  }

  private static func ids(_ posts: [String]) -> String {
    "{\"status_ids\":[\(posts.map { "\"\($0)\"" }.joined(separator: ","))]}"
  }

  /// Publishes a post with a picture, and returns its id.
  private static func photo(
    _ member: MastodonClient, _ text: String = "", more: String = #""visibility":"public""#
  ) async throws -> String {
    let shade = UInt8.random(in: 0...255)
    let picture = try await member.upload(
      TestPicture.png(width: 60, height: 40, left: [shade, UInt8.random(in: 0...255), 0]))
    let reply = try await member.post(
      "/api/v1/statuses", #"{"status":"\#(text)","media_ids":["\#(picture)"],\#(more)}"#)
    try #require(reply.status == 200, "\(reply.text)")
    return reply.id
  }

  @Test func `NEW_22 An album is made, filled, renamed, emptied and deleted by its owner`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let made = try await ann.post(Self.path, #"{"title":" Summer\n2026 "}"#)
      #expect(made.status == 200)
      #expect(
        made.json.members?.map(\.name) == ["id", "account_id", "title", "posts_count", "cover"])
      #expect(made.json["title"]?.string == "Summer 2026" && made.json["account_id"]?.string == ann.id)
      let path = "\(Self.path)/\(made.id)"
      // An album without posts is its owner's alone.
      #expect(try await bob.get(path).status == 404)
      #expect(try await bob.get("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks").text == "[]")
      let (first, second) = (try await Self.photo(ann, "One"), try await Self.photo(ann, "Two"))
      for _ in 0..<2 {
        let filled = try await ann.post(path + "/statuses", Self.ids([first, second]))
        #expect(filled.json["posts_count"]?.int == 2, "adding twice changes nothing")
        #expect(filled.json["cover"]?["type"]?.string == "image")
      }
      #expect(try await bob.get(path + "/statuses").ids == [second, first])
      #expect(try await bob.get(path + "/statuses?limit=1&max_id=\(second)").ids == [first])
      #expect(try await stranger.get(path).json["posts_count"]?.int == 2)
      #expect(try await ann.get("/api/swiftlet/v1/statuses/\(first)/scrapbooks").ids == [made.id])
      #expect(try await bob.get("/api/swiftlet/v1/statuses/\(first)/scrapbooks").ids == [])
      #expect(try await ann.put(path, #"{"title":"Sea"}"#).json["title"]?.string == "Sea")
      #expect(
        try await bob.get("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks").json.array?.first?["title"]?
          .string
          == "Sea", "a cached list ends with the change")
      let left = try await ann.delete(path + "/statuses?status_ids[]=\(second)")
      #expect(left.json["posts_count"]?.int == 1)
      // A deleted post is gone from it.
      try await ann.delete("/api/v1/statuses/\(first)")
      #expect(try await ann.get(path).json["posts_count"]?.int == 0)
      #expect(try await bob.get(path).status == 404)
      #expect(try await ann.delete(path).text == "{}")
      #expect(try await ann.get(path).status == 404)
      #expect(try await ann.get("/api/v1/statuses/\(second)").status == 200, "its posts stay")
    }
  }

  @Test func `NEW_22 Each post of an album keeps its audience, and an album without one is nowhere`()
    async throws
  {
    try await withMembers("ann", "bob", "cat") { stranger, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let circle = try await ann.post("/api/v1/lists", #"{"title":"Family"}"#).id
      try await ann.post("/api/v1/lists/\(circle)/accounts", #"{"account_ids":["\#(bob.id)"]}"#)
      let secret = try await Self.photo(ann, "Us", more: #""circle_ids":["\#(circle)"]"#)
      let followers = try await Self.photo(ann, "Near", more: #""visibility":"private""#)
      let shared = try await Self.photo(ann, "All")
      let hidden = try await Self.album("Hidden", of: ann, [secret])
      let mixed = try await Self.album("Mixed", of: ann, [secret, followers, shared])

      func seen(_ viewer: MastodonClient) async throws -> [String: Int] {
        let list = try await viewer.get("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks")
        var seen: [String: Int] = [:]
        for album in list.json.array ?? [] {
          seen[album["title"]?.string ?? ""] = album["posts_count"]?.int
        }
        return seen
      }
      #expect(try await seen(ann) == ["Hidden": 1, "Mixed": 3])
      #expect(try await seen(bob) == ["Hidden": 1, "Mixed": 2])
      #expect(try await seen(cat) == ["Mixed": 1])
      #expect(try await seen(stranger) == ["Mixed": 1])
      for viewer in [cat, stranger] {
        #expect(try await viewer.get("\(Self.path)/\(hidden)").status == 404)
        #expect(try await viewer.get("\(Self.path)/\(hidden)/statuses").status == 404)
        #expect(try await viewer.get("\(Self.path)/\(mixed)/statuses").ids == [shared])
        let text = try await viewer.get("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks").text
        #expect(!text.contains("Hidden") && !text.contains(hidden))
      }
      #expect(try await bob.get("\(Self.path)/\(mixed)/statuses").ids == [shared, secret])
      // Cached responses end with a follow and with a block.
      _ = try await cat.post("/api/v1/accounts/\(ann.id)/follow")
      #expect(try await seen(cat) == ["Mixed": 2])
      _ = try await ann.post("/api/v1/accounts/\(bob.id)/block")
      #expect(try await bob.get("\(Self.path)/\(mixed)").status == 404)
      let blocked = try await bob.get("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks")
      #expect(blocked.status == 404 || blocked.text == "[]")
      // Without the post that all may see, the album is gone for them.
      _ = try await ann.delete("\(Self.path)/\(mixed)/statuses?status_ids[]=\(shared)")
      #expect(try await seen(stranger) == [:])
    }
  }

  @Test func `NEW_22 The cover is the newest visible picture without a warning`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let plain = try await Self.photo(ann)
      let covered = try await Self.photo(ann, more: #""sensitive":true"#)
      let direct = try await Self.photo(ann, more: #""visibility":"direct""#)
      let id = try await Self.album("A", of: ann, [plain, covered, direct])
      func picture(_ post: String) async throws -> String? {
        try await ann.get("/api/v1/statuses/\(post)").json["media_attachments"]?.array?.first?["id"]?.string
      }
      let expected = (try await picture(direct), try await picture(plain))
      #expect(try await ann.get("\(Self.path)/\(id)").json["cover"]?["id"]?.string == expected.0)
      #expect(try await bob.get("\(Self.path)/\(id)").json["cover"]?["id"]?.string == expected.1)
      try await ann.delete("/api/v1/statuses/\(plain)")
      let left = try await bob.get("\(Self.path)/\(id)")
      #expect(left.text.contains("\"cover\":null") && left.json["posts_count"]?.int == 1)
    }
  }

  @Test func `NEW_22 Another member's picture outdates no album, and an edit of pictures does`()
    async throws
  {
    try await withMembers(named: ["ann", "bob", "cat"], setup: .withoutMinutes) { community, _, members in
      let (ann, bob, cat) = (members[0], members[1], members[2])
      let (first, second) = (try await Self.photo(ann, "One"), try await Self.photo(ann, "Two"))
      let id = try await Self.album("A", of: ann, [first, second])
      let (list, album) = ("/api/swiftlet/v1/accounts/\(ann.id)/scrapbooks", "\(Self.path)/\(id)")
      let paths = [list, album, album + "/statuses"]
      try await Task.sleep(for: .milliseconds(200))
      var texts: [String] = []
      for path in paths { texts.append(try await cat.get(path).text) }
      _ = try await Self.photo(bob)
      // After each change, the token is checked once more, a moment later.
      try await Task.sleep(for: .milliseconds(200))
      _ = try await cat.get("/api/v1/preferences")
      let before = community.store.statementCount
      for (path, text) in zip(paths, texts) { #expect(try await cat.get(path).text == text) }
      #expect(community.store.statementCount == before)

      func shown() async throws -> [String] {
        let posts = try await cat.get(album + "/statuses").ids
        let counts = [try await cat.get(list).json.array?.first, try await cat.get(album).json]
        for json in counts { #expect(json?["posts_count"]?.int == posts.count) }
        return posts
      }
      #expect(try await shown() == [second, first])
      let path = "/api/v1/statuses/\(second)"
      #expect(try await ann.put(path, #"{"status":"Two","media_ids":[]}"#).status == 200)
      #expect(try await shown() == [first])
      let picture = try await ann.upload(TestPicture.png(width: 60, height: 40))
      #expect(try await ann.put(path, #"{"status":"Two","media_ids":["\#(picture)"]}"#).status == 200)
      #expect(try await shown() == [second, first])
      try await ann.delete(path)
      #expect(try await shown() == [first])
    }
  }

  @Test func `NEW_22 An album takes only own posts with pictures, and nobody else changes it`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      let id = try await Self.album("A", of: ann, [try await Self.photo(ann)])
      let path = "\(Self.path)/\(id)"
      for json in ["{}", #"{"title":""}"#, #"{"title":" \u200b"}"#] {
        #expect(try await ann.post(Self.path, json).status == 422)
      }
      let long = String(repeating: "a", count: 61)
      #expect(try await ann.post(Self.path, #"{"title":"\#(long)"}"#).json["code"]?.string == "text_too_long")
      #expect(try await ann.post(Self.path, #"{"title":"\#(long.dropLast())"}"#).status == 200)
      let (bobs, words) = (try await Self.photo(bob), try await ann.publish("Words"))
      let repost = try await ann.post("/api/v1/statuses/\(bobs)/reblog").id
      for post in [bobs, words, repost] {
        #expect(try await ann.post(path + "/statuses", Self.ids([post])).status == 422)
      }
      let own = try await Self.photo(ann)
      #expect(try await ann.post(path + "/statuses", Self.ids([own, "99"])).status == 404)
      #expect(try await ann.get(path).json["posts_count"]?.int == 1, "all are added, or none")
      #expect(try await bob.put(path, #"{"title":"Mine"}"#).status == 404)
      #expect(try await bob.post(path + "/statuses", Self.ids([bobs])).status == 404)
      #expect(try await bob.delete(path + "/statuses?status_ids[]=\(own)").status == 404)
      #expect(try await bob.delete(path).status == 404)
      #expect(try await bob.post(path + "/download").status == 404)
      #expect(try await stranger.post(Self.path, #"{"title":"x"}"#).status == 401)
      #expect(try await ann.get(path).json["title"]?.string == "A")
    }
  }

  @Test func `NEW_22 Albums and their posts have limits`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let ann = members[0]
      let owner = try #require(Int64(ann.id))
      let photo = try await Self.photo(ann)
      let id = try await Self.album("A", of: ann, [photo])
      let scrapbook = try #require(Int64(id))
      _ = try await community.store.driver.write { connection in
        for number in 1..<Int64(Community.Scrapbooks.maxScrapbooks) {
          try connection.execute(
            "INSERT INTO scrapbooks (id, owner, title) VALUES (\(number), \(owner), 'x')")
        }
        for number in 1..<Int64(Community.Scrapbooks.maxPosts) {
          try connection.execute(
            """
            INSERT INTO posts (id, author, text, visibility, created_at, conversation)
            VALUES (\(number), \(owner), '', 'public', 0, \(number))
            """)
          try connection.execute(
            """
            INSERT INTO scrapbook_posts (id, scrapbook, owner, post)
            VALUES (\(number), \(scrapbook), \(owner), \(number))
            """)
        }
      }
      let many = try await ann.post(Self.path, #"{"title":"One more"}"#)
      #expect(many.status == 422 && many.json["code"]?.string == "too_many_albums")
      let another = try await Self.photo(ann)
      let full = try await ann.post("\(Self.path)/\(id)/statuses", Self.ids([another]))
      #expect(full.status == 422 && full.json["code"]?.string == "album_full")
      #expect(try await ann.post("\(Self.path)/\(id)/statuses", Self.ids([photo])).status == 200)
    }
  }

  @Test func `NEW_22 Its owner downloads an album: pictures by day, with what they say`() async throws {
    try await withMembers("ann") { stranger, members in
      let ann = members[0]
      let picture = try await ann.upload(
        TestPicture.png(width: 60, height: 40), [.field("description", "A beach")])
      let first = try await ann.post(
        "/api/v1/statuses", #"{"status":"At the sea","media_ids":["\#(picture)"]}"#)
      let second = try await Self.photo(ann, "On the way home")
      let id = try await Self.album("Sea / 2026", of: ann, [first.id, second])
      let reply = try await ann.post("\(Self.path)/\(id)/download")
      let ticket = try #require(reply.json["ticket"]?.string)
      let response = try await stranger.client.send(.get, "/export/" + ticket)
      #expect(response.headers[.contentType] == "application/zip")
      #expect(
        response.headers[.contentDisposition]
          == "attachment; filename=\"Sea___2026.zip\"; filename*=UTF-8''Sea%20_%202026.zip")
      let archive = try ZipReader(Array(response.body.readableBytesView))
      let day = try #require(first.json["created_at"]?.string).prefix(10)
      #expect(archive.names.count == 3 && archive.names.last == "captions.txt")
      #expect(archive.names.first == "\(day) 01.jpg")
      #expect(archive.files["\(day) 01.jpg"]?.isEmpty == false)
      let captions = archive.text("captions.txt")
      #expect(captions.contains("At the sea\n\(day) 01.jpg: A beach\n"))
      #expect(captions.contains("On the way home\n"))
      #expect(try await stranger.get("/export/" + ticket).status == 404, "a ticket counts once")
    }
  }

  @Test func `NEW_22 An account's removal takes its albums along`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let ann = members[0]
      let id = try await Self.album("A", of: ann, [try await Self.photo(ann)])
      let owner = try #require(Int64(ann.id))
      _ = try await community.store.driver.write { connection in
        try MembershipTransaction(connection: connection).beginRemoval(of: owner, now: 0)
      }
      while try await community.store.removePart(of: owner) {}
      let scrapbook = try await community.store.scrapbook(try #require(Int64(id)), viewer: nil)
      #expect(scrapbook == nil)
      let left = try await community.store.driver.read { connection in
        try connection.count("SELECT count(*) FROM scrapbook_posts")
      }
      #expect(left == 0)
    }
  }
}
