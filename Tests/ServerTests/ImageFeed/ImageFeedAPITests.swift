import Contracts
import HTTPTypes
import JSON
import NIOCore
import Social
import Storage
import TestSupport
import Testing

@testable import Community

/// Tests `GET /essential-feed/v1/feed` and `…/image/{id}/comments` as any client of the feed sends them.
@Suite struct ImageFeedAPITests {
  private static let feed = "/essential-feed/v1/feed"

  private static func comments(of id: String) -> String { "/essential-feed/v1/image/\(id)/comments" }

  private func items(_ reply: MastodonClient.Reply) throws -> [JSON] {
    try #require(reply.json["items"]?.array)
  }

  @Test func `COM_09 the feed is the contracts`() async throws {
    let picture = TestPicture.png(width: 1000, height: 500)
    let posts = [
      SourcePost(text: "Two of them", images: ["wide.png", "wide.png"]), SourcePost(text: "None"),
    ]
    try await withServer(posts: posts, files: ["wide.png": picture]) { client in
      let response = try await client.send(.get, Self.feed)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/json; charset=utf-8")
      #expect(response.headers[.accessControlAllowOrigin] == "*")
      let items = try #require(try JSON(parsing: response.text)["items"]?.array)
      #expect(items.count == 2)
      for (position, item) in items.enumerated() {
        let id = try #require(item["id"]?.string.flatMap { FeedIdentifier(uuid: $0) })
        let status = try #require(item["status_id"]?.string.flatMap { Int64($0) })
        #expect(id == .picture(post: status, position: UInt8(position)))
        #expect(item["description"]?.string == "Two of them")
        #expect(item["location"] == nil)
        let url = try #require(item["image"]?.string)
        #expect(url.hasPrefix("http://localhost/media/") && url.hasSuffix("/w720.webp"))
        let bytes = try await client.send(.get, String(url.dropFirst("http://localhost".count)))
        #expect(bytes.status == .ok)
        #expect(bytes.headers[.contentType] == "image/webp")
        #expect(bytes.headers[.accessControlAllowOrigin] == "*")
        #expect(bytes.body.readableBytes > 0)
      }
    }
  }

  @Test func `COM_09 an empty community has an empty page`() async throws {
    try await withServer(posts: nil) { client in
      let response = try await client.send(.get, Self.feed + "?limit=10")
      #expect(response.status == .ok)
      #expect(response.text == #"{"items":[]}"#)
    }
  }

  @Test func `COM_09 a client reads page after page until one is empty`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      try await community.addPictures(33, by: members[0])
      let decoder = ImageFeedDecoder(origin: .other(try #require(ServerAddress("http://localhost"))))
      var seen: [String] = []
      var pages: [Int] = []
      while true {
        let request = ImageFeedRequests.feed(limit: 10, after: seen.last)
        let reply = try await stranger.get("/essential-feed" + request.target)
        #expect(ImageFeedRequests.isSuccess(status: reply.status))
        let page = try #require(decoder.feed(body: Array(reply.text.utf8)))
        pages.append(page.count)
        seen += page.map(\.id)
        if page.isEmpty { break }
      }
      #expect(pages == [10, 10, 10, 3, 0])
      #expect(Set(seen).count == 33)
      let lower = try await stranger.get(Self.feed + "?after_id=" + seen[4].lowercased())
      #expect(try items(lower).first?["id"]?.string == seen[5])
    }
  }

  @Test func `COM_09 the limit is kept within bounds`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      try await community.addPictures(120, by: members[0])
      for (query, count) in [
        ("", 10), ("?limit=1", 1), ("?limit=0", 1), ("?limit=-5", 1), ("?limit=1000", 100),
      ] {
        #expect(try items(await stranger.get(Self.feed + query)).count == count, "\(query)")
      }
      let reply = try await stranger.get(Self.feed + "?limit=many")
      #expect(reply.status == 422 && reply.error != nil)
    }
  }

  @Test(arguments: [
    "1", "", "abc", "2239CBA2-CB35-4392-ADC0-24A37D38E010", "019AA5C1-3E8B-87A2-8D08-00000000000",
    "019AA5C1-3E8B-87A2-9D00-000000000000", "%F0%9F%98%80", "'%3B--",
  ])
  func `COM_09 an after id that names no position is refused`(_ id: String) async throws {
    try await withMembers("ann") { stranger, _ in
      let reply = try await stranger.get(Self.feed + "?limit=10&after_id=" + id)
      #expect(reply.status == 400 && reply.error != nil, "\(reply.text)")
      #expect(reply.headers[.accessControlAllowOrigin] == "*")
      // With an empty id the path has two slashes, which is another route.
      guard !id.isEmpty else { return }
      let comments = try await stranger.get(Self.comments(of: id))
      #expect(comments.status == 404 && comments.error != nil, "\(comments.text)")
    }
  }

  @Test func `COM_09 a reply from any client is a comment here and in Moments`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      try await community.addPictures(1, by: members[0])
      let item = try #require(try items(await stranger.get(Self.feed)).first)
      let id = try #require(item["id"]?.string)
      let post = try #require(item["status_id"]?.string)
      #expect(try items(await stranger.get(Self.comments(of: id))).isEmpty)
      let first = try await members[1].publish("How lovely", replyTo: post)
      try await members[0].publish("@bob thank you", replyTo: first)
      try await members[1].publish("Only for you @ann", visibility: "direct", replyTo: post)
      let reply = try await stranger.get(Self.comments(of: id.lowercased()))
      let comments = try items(reply)
      #expect(comments.compactMap { $0["message"]?.string } == ["How lovely", "@bob thank you"])
      #expect(comments.compactMap { $0["author"]?["username"]?.string } == ["bob", "ann"])
      for comment in comments {
        let date = try #require(comment["created_at"]?.string)
        #expect(date.utf8.count == 24 && date.hasSuffix("+0000") && Timestamp(iso8601: date) != nil)
        #expect(comment["id"]?.string.flatMap { FeedIdentifier(uuid: $0) } != nil)
      }
      let moments = try await stranger.get("/user/ann/tweets").json.array?.first { $0["id"]?.string == post }
      #expect(
        moments?["comments"]?.array?.compactMap { $0["content"]?.string }
          == comments.compactMap {
            $0["message"]?.string
          })
    }
  }

  @Test func `COM_09 what is not for everybody is nowhere`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      for visibility in [Visibility.unlisted, .followers, .direct] {
        let post = try await community.addPictures(1, by: members[0], visibility)
        let id = FeedIdentifier.picture(post: post, position: 0).uuid
        for client in [stranger, members[0]] {
          #expect(try items(await client.get(Self.feed)).isEmpty)
          #expect(try await client.get(Self.comments(of: id)).status == 404)
        }
      }
    }
  }

  @Test func `COM_09 responses are cached until the data change`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutMinutes) { community, stranger, members in
      try await community.addPictures(3, by: members[0])
      let first = try await stranger.get(Self.feed)
      let before = community.store.statementCount
      for _ in 1...5 { #expect(try await stranger.get(Self.feed).text == first.text) }
      #expect(community.store.statementCount == before)
      let tag = try #require(first.headers[.eTag])
      #expect(try await stranger.get(Self.feed, [.ifNoneMatch: tag]).status == 304)
      try await community.addPictures(1, by: members[0])
      #expect(try items(await stranger.get(Self.feed)).count == 4)
    }
  }

  @Test func `COM_09 an app of another origin may ask`() async throws {
    try await withServer(posts: nil) { client in
      for path in [Self.feed, Self.comments(of: "019AA5C1-3E8B-87A2-8D08-000000000000")] {
        let preflight = try await client.send(.options, path, [.origin: "https://elsewhere.example"])
        #expect(preflight.status == .noContent)
        #expect(preflight.headers[.accessControlAllowMethods]?.contains("GET") == true)
        #expect(preflight.headers[.accessControlAllowOrigin] == "*")
        let wrong = try await client.send(.post, path)
        #expect(wrong.status == .methodNotAllowed)
      }
      let nowhere = try await client.send(.get, "/essential-feed/v1/nothing", [.accept: "text/html"])
      #expect(nowhere.status == .notFound)
      #expect(nowhere.text == #"{"error":"Not found"}"#)
      #expect(nowhere.headers[.accessControlAllowOrigin] == "*")
    }
  }
}

extension Community {
  /// Adds one public post with a picture for each; returns the last one's id.
  @discardableResult
  fileprivate func addPictures(
    _ count: Int, by member: MastodonClient, _ visibility: Visibility = .everybody
  ) async throws -> Int64 {
    let now = clock().milliseconds
    let author = try #require(Int64(member.id))
    let ids = (0..<count).map { _ in identifiers.next(milliseconds: now) }
    try await store.importing { transaction in
      for id in ids {
        let picture = PictureReference(media: nil, source: "https://example.org/1.jpg")
        try transaction.insert(
          ImportedPost(
            id: id, author: author, text: "Post \(id)", visibility: visibility, createdAt: now,
            attachments: [.init(picture: picture, description: "")]))
      }
    }
    return ids.last ?? 0
  }
}
