import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Media
import NIOCore
import Screens
import Social
import TestSupport
import Testing
import Texts

@testable import Community
@testable import Localization
@testable import Server
@testable import Storage

/// Tests the export of a member's data.
@Suite struct ExportTests {
  private static let path = "/api/swiftlet/v1/export"

  private func ticket(_ member: MastodonClient) async throws -> String {
    let reply = try await member.post(Self.path)
    try #require(reply.status == 200, "\(reply.text)")
    return try #require(reply.json["ticket"]?.string)
  }

  private func export(_ member: MastodonClient) async throws -> ZipReader {
    let response = try await member.client.send(.get, "/export/" + ticket(member))
    try #require(response.status == .ok)
    return try ZipReader(Array(response.body.readableBytesView))
  }

  @Test func `NEW_13 all that is one's own is in the archive, and nothing of others'`() async throws {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let picture = try await ann.upload(
        TestPicture.png(width: 60, height: 40), [.field("description", "Two \"halves\" <b>")])
      let bobs = try await bob.publish("Bob's own words")
      let secret = try await bob.publish("Bob's secret", visibility: "direct")
      try await ann.post("/api/v1/accounts/\(bob.id)/follow", #"{"reblogs":false,"notify":true}"#)
      for action in ["favourite", "bookmark", "reblog"] {
        try await ann.post("/api/v1/statuses/\(bobs)/\(action)")
      }
      let circle = try await ann.post("/api/v1/lists", #"{"title":"The \"inner\", closest"}"#).id
      try await ann.post("/api/v1/lists/\(circle)/accounts", "{\"account_ids\":[\"\(bob.id)\"]}")
      let bobsCircle = try await bob.post("/api/v1/lists", #"{"title":"Bob's"}"#).id
      try await bob.post("/api/v1/lists/\(bobsCircle)/accounts", "{\"account_ids\":[\"\(ann.id)\"]}")
      let shown = try await ann.post(
        "/api/v1/statuses",
        #"{"status":"<script>alert(1)</script> & \"more\"","spoiler_text":"<i>","media_ids":["\#(picture)"]}"#
      )
      for visibility in ["unlisted", "private", "direct"] {
        try await ann.publish("As \(visibility)", visibility: visibility)
      }
      let edited = try await ann.publish("Before")
      _ = try await ann.put("/api/v1/statuses/\(edited)", #"{"status":"After"}"#)
      try await ann.patch(
        "/api/v1/accounts/update_credentials", #"{"note":"<b>me</b>","display_name":"A </title> n"}"#)

      let album = try await ann.post("/api/swiftlet/v1/scrapbooks", #"{"title":"The \"sea\""}"#).id
      try await ann.post(
        "/api/swiftlet/v1/scrapbooks/\(album)/statuses", "{\"status_ids\":[\"\(shown.id)\"]}")

      let archive = try await export(ann)
      #expect(
        archive.names.filter { !$0.hasPrefix("media/") } == [
          "index.html", "profile.json", "posts.json", "likes.json", "bookmarks.json",
          "following_accounts.csv",
          "lists.csv", "albums.json", "about.json",
        ])
      let posts = try #require(try JSON(parsing: archive.text("posts.json")).array)
      #expect(
        posts.compactMap { $0["text"]?.string }.prefix(4) == [
          "After", "As direct", "As private", "As unlisted",
        ])
      #expect(
        Set(posts.compactMap { $0["visibility"]?.string }) == ["public", "unlisted", "private", "direct"])
      let media = try #require(
        posts.first { $0["id"]?.string == shown.id }?["media_attachments"]?.array?.first)
      let file = try #require(media["file"]?.string)
      #expect(archive.files[file]?.isEmpty == false && media["description"]?.string == "Two \"halves\" <b>")
      let repost = try #require(posts.last?["reblog"])
      let address = "http://localhost/@bob/\(bobs)"
      #expect(repost["url"]?.string == address)
      for name in ["likes.json", "bookmarks.json"] {
        #expect(try JSON(parsing: archive.text(name)).array?.compactMap { $0["url"]?.string } == [address])
      }
      #expect(
        archive.text("following_accounts.csv")
          == "Account address,Show boosts,Notify on new posts,Languages\nbob@localhost,false,true,\n")
      #expect(archive.text("lists.csv") == "\"The \"\"inner\"\", closest\",bob@localhost\n")
      let albums = try #require(try JSON(parsing: archive.text("albums.json")).array)
      #expect(albums.map { $0["title"]?.string } == ["The \"sea\""])
      #expect(albums.first?["posts"]?.array?.map { $0["id"]?.string } == [shown.id])
      let profile = try JSON(parsing: archive.text("profile.json"))
      #expect(profile["note"]?.string == "<b>me</b>" && profile["address"]?.string == "ann@localhost")
      let page = archive.text("index.html")
      #expect(
        page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; \"more\"") && !page.contains("<script"))
      #expect(page.contains("<img src=\"\(file)\" alt=\"Two &quot;halves&quot; &lt;b&gt;\""))
      #expect(page.contains("A &lt;/title&gt; n") && page.contains("&lt;i&gt;"))
      let everything = archive.files.filter { !$0.key.hasPrefix("media/") }.values.joined()
      let text = String(decoding: Array(everything), as: UTF8.self)
      #expect(!text.contains("Bob's") && !text.contains(secret))
      let about = try JSON(parsing: archive.text("about.json"))
      #expect(
        about["posts"]?.int == 6 && about["pictures"]?.int == 1 && about["missing_pictures"]?.array == [])
    }
  }

  @Test func `NEW_13 the browser is told to save it under a name`() async throws {
    try await withMembers("ann") { _, members in
      let response = try await members[0].client.send(.get, "/export/" + ticket(members[0]))
      #expect(
        response.headers[.contentType] == "application/zip" && response.headers[.cacheControl] == "no-store")
      let disposition = try #require(response.headers[.contentDisposition])
      #expect(disposition.hasPrefix("attachment; filename=\"swiftlet-ann-20"))
      #expect(response.headers[.contentEncoding] == nil)
    }
  }

  @Test func `NEW_13 a ticket counts once, and what only looks doesn't use it up`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      #expect(try await stranger.post(Self.path).status == 401)
      #expect(try await stranger.get("/export/none").status == 404)
      let first = try await ticket(members[0])
      let ticket = try await ticket(members[0])
      #expect(try await stranger.get("/export/" + first).status == 404, "a later one takes its place")
      let looked = try await stranger.client.send(.head, "/export/" + ticket)
      #expect(looked.status == .notFound)
      #expect(try await stranger.get("/export/" + ticket).status == 200)
      #expect(try await stranger.get("/export/" + ticket).status == 404)
    }
  }

  @Test func `NEW_13 a ticket ends after a minute`() throws {
    let tickets = ExportTickets()
    let ticket = try tickets.issue(account: 1, token: 2, now: 1000)
    #expect(tickets.use(ticket + "x", now: 1000) == nil)
    #expect(tickets.use(ticket, now: 61_000) == nil)
    let other = try tickets.issue(account: 1, token: 2, now: 1000)
    #expect(tickets.use(other, now: 60_999)?.account == 1)
    #expect(tickets.use(other, now: 60_999) == nil)
    let (anns, bobs) = (
      try tickets.issue(account: 1, token: 2, now: 0), try tickets.issue(account: 2, token: 3, now: 0)
    )
    #expect(tickets.use(bobs, now: 1)?.account == 2 && tickets.use(anns, now: 1)?.token == 2)
  }

  @Test func `NEW_13 a ticket ends with the session that asked for it`() async throws {
    try await withMembers("ann") { stranger, members in
      let ann = members[0]
      let ticket = try await ticket(ann)
      let session = try #require(try await ann.get("/api/swiftlet/v1/sessions").ids.first)
      try await ann.delete("/api/swiftlet/v1/sessions/" + session)
      #expect(try await stranger.get("/export/" + ticket).status == 404)
    }
  }

  @Test func `NEW_13 it is asked for a few times an hour, by who may read all`() async throws {
    var setup = ServerSetup()
    setup.configuration.rateLimits.exporting = RateLimit(2, per: .seconds(3600))
    try await withMembers(named: ["ann"], setup: setup) { community, _, members in
      let ann = members[0]
      for status in [200, 200, 429] { #expect(try await ann.post(Self.path).status == status) }
      let registration = try await community.clients.register(
        ClientDraft(name: "Reader", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read"))
      var reader = ann
      let scopes = try #require(Scopes("read:accounts read:statuses"))
      reader.token = try await community.tokens.issue(
        scopes, to: registration.client.id, account: Int64(ann.id)
      ).token
      #expect(try await reader.post(Self.path).status != 200)
    }
  }

  @Test func `NEW_13 hostile names stay texts, and what no server takes is said`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      let hostile = ["=cmd|'x'!A1", "a,b\"c", "-x", "\u{202E}evil"]
      let id = try #require(Int64(ann.id))
      try await community.store.driver.write { connection in
        for (number, name) in hostile.enumerated() {
          try connection.execute(
            """
            INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at)
            VALUES (\(number + 1), \(name), \(name), \("</script>"), 1, 0)
            """)
          try connection.execute(
            "INSERT INTO follows (follower, followee, id) VALUES (\(id), \(number + 1), \(number + 1))")
        }
      }
      let archive = try await export(ann)
      #expect(archive.text("following_accounts.csv").split(separator: "\n").count == 1)
      let leftOut = try JSON(parsing: archive.text("about.json"))["not_in_following_accounts"]?.array
      #expect(leftOut?.compactMap(\.string) == hostile.reversed())
    }
  }

  @Test func `NEW_13 a picture that is not on the disk is said, and the rest is there`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      var files: [String] = []
      for shade in [UInt8(10), 200] {
        let id = try await ann.upload(TestPicture.png(width: 60, height: 40, left: [shade, 0, 0]))
        let post = try await ann.post("/api/v1/statuses", #"{"status":"a","media_ids":["\#(id)"]}"#)
        let url = try #require(post.json["media_attachments"]?.array?.first?["url"]?.string)
        files.append(String(url.dropFirst("http://localhost/".count)))
      }
      let parts = files[0].split(separator: "/").map(String.init)
      let path = try #require(community.media.file(hash: parts[1], name: parts[2])).path
      try FileManager.default.removeItem(atPath: path)
      let archive = try await export(ann)
      #expect(archive.files[files[0]] == nil && archive.files[files[1]] != nil)
      let about = try JSON(parsing: archive.text("about.json"))
      #expect(about["missing_pictures"]?.array?.compactMap(\.string) == [files[0]])
      #expect(about["missing_pictures_count"]?.int == 1 && about["pictures"]?.int == 1)
    }
  }

  /// Receives the archive or a part of it, and runs `first` before the first piece.
  private final class Taker: ResponseBodyWriter {
    struct Gone: Error {}

    var bytes: [UInt8] = []
    var largest = 0
    var most = Int.max
    var first: (() async throws -> Void)?

    func write(_ buffer: ByteBuffer) async throws {
      let before = first
      first = nil
      try await before?()
      largest = max(largest, buffer.readableBytes)
      guard bytes.count + buffer.readableBytes <= most else { throw Gone() }
      bytes += Array(buffer.readableBytesView)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  private func archive(_ community: Community, _ member: MastodonClient) async throws -> ExportArchive {
    let place = try #require(try await community.exports.redeem(ticket(member)))
    return try #require(
      try await ExportArchive(
        place, of: community, prefix: "http://localhost", strings: Strings(.english), now: .now))
  }

  /// Returns the deleted files below that folder that the process still has open.
  private func nameless(_ community: Community) throws -> [String] {
    let scratch = try community.media.uploadPath()
    let folder = String(
      scratch.prefix(upTo: try #require(scratch.range(of: "/tmp/", options: .backwards)).lowerBound))
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return open.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    .filter { $0.hasPrefix(folder) && $0.hasSuffix("(deleted)") }
  }

  @Test func `NEW_13 what a cut connection leaves is freed, and a member has one at a time`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      let (ann, bob) = (members[0], members[1])
      try await ann.publish(String(repeating: "words ", count: 80))
      var second = ""
      do {
        let archive = try await archive(community, ann)
        #expect(try nameless(community).count == 4)
        #expect(try await ann.post(Self.path).status == 429)
        // Another member isn't delayed.
        second = try await ticket(bob)
        #expect(try await stranger.get("/export/" + second).status == 200)
        let taker = Taker()
        taker.most = 300
        var writer: any ResponseBodyWriter = taker
        await #expect(throws: Taker.Gone.self) { try await archive.send(to: &writer) }
      }
      // The thread that wrote the last piece may hold the archive a moment longer.
      #expect(try await eventually { try nameless(community) == [] })
      #expect(try await ann.post(Self.path).status == 200)
    }
  }

  @Test func `NEW_13 ten thousand posts go in small pieces, as they were before`() async throws {
    try await withMembers(named: ["ann"]) { community, _, members in
      let ann = members[0]
      let id = try #require(Int64(ann.id))
      let text = String(repeating: " ", count: 499) + "x"
      _ = try await community.store.driver.write { connection in
        try connection.execute(
          """
          INSERT INTO posts (id, author, text, visibility, created_at, conversation)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
          SELECT i, CAST(\(id) AS BIGINT), 'post ' || i || \(text), 'public', i, i FROM n
          """)
      }
      let archive = try await archive(community, ann)
      let taker = Taker()
      // The archive lacks what is written while it is sent.
      taker.first = {
        try await ann.publish("Too late")
        _ = try await community.store.driver.write { try $0.execute("DELETE FROM posts WHERE id < 5000") }
      }
      var writer: any ResponseBodyWriter = taker
      try await archive.send(to: &writer)
      #expect(taker.largest <= 1 << 17)
      let reader = try ZipReader(taker.bytes)
      let posts = try #require(try JSON(parsing: reader.files["posts.json"] ?? []).array)
      #expect(posts.compactMap { $0["id"]?.string } == (1...10_000).reversed().map { "\($0)" })
      #expect(reader.names.filter { $0.hasSuffix(".html") }.count == 20)
      #expect(reader.text("index.html").contains("href=\"posts-2.html\""))
      #expect(
        reader.text("posts-20.html").contains("post 1 ") && !reader.text("posts-20.html").contains("posts-21")
      )
    }
  }

  @Test func `NEW_13 eight archives at once leave most readers of the database to others`() async throws {
    let names = (1...8).map { "member\($0)" }
    try await withMembers(named: names) { community, _, members in
      for member in members { try await member.publish("Words of \(member.id)") }
      let reads = community.exportReads
      // Reads of pages that haven't finished yet.
      let pages = (0..<ExportReads.limit).map { _ in AsyncStream.makeStream(of: Void.self) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for page in pages { group.addTask { await reads.run { for await _ in page.stream {} } } }
        while reads.running < ExportReads.limit { try await Task.sleep(for: .milliseconds(5)) }
        for member in members {
          group.addTask {
            let archive = try await self.export(member)
            #expect(archive.text("posts.json").contains("Words of \(member.id)"))
          }
        }
        while reads.waiting < members.count { try await Task.sleep(for: .milliseconds(5)) }
        #expect(reads.running == ExportReads.limit)
        // These are more requests than readers, which would block if each archive held one.
        for member in members { #expect(try await member.get("/api/v1/timelines/home").status == 200) }
        for page in pages { page.continuation.finish() }
        try await group.waitForAll()
      }
      #expect(reads.running == 0 && reads.waiting == 0)
    }
  }

  @Test func `NEW_13 no more pages of archives are read at a time than may be`() async throws {
    let reads = ExportReads()
    let most = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await reads.run {
            let running = reads.running
            await Task.yield()
            return max(running, reads.running)
          }
        }
      }
      return await group.reduce(0) { max($0, $1) }
    }
    #expect((1...ExportReads.limit).contains(most) && reads.running == 0)
  }

  @Test func `NEW_13 the data of somebody who wrote very much may take longer to begin than a page`() {
    let limits = ServerLimits()
    #expect(limits.budget(.get, path: "/export/x?y").responseTimeout == limits.exportTimeout)
    #expect(limits.exportTimeout >= .seconds(300))
    for path in ["/settings", "/exports", "/api/v1/timelines/home"] {
      #expect(limits.budget(.get, path: path).responseTimeout == limits.responseTimeout)
    }
  }
}
