import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Community
@testable import Server

/// Uploads that are refused: files that aren't pictures, broken bodies, and more than there is room for.
extension MediaRouteTests {
  struct NoPicture: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String, _ more: [UInt8] = []) {
      self.name = name
      bytes = Array(text.utf8) + more
    }

    init(_ name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    var testDescription: String { name }
  }

  static let noPictures: [NoPicture] = [
    NoPicture("page.html", "<!doctype html><script>alert(1)</script>"),
    NoPicture("picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
    NoPicture("film.mp4", "\u{0}\u{0}\u{0} ftypisom", [UInt8](repeating: 0, count: 64)),
    NoPicture("empty.jpg", bytes: []), NoPicture("paper.pdf", "%PDF-1.7"),
    NoPicture("script.ps", "%!PS-Adobe\nshowpage"), NoPicture("archive.zip", "PK\u{3}\u{4}"),
    NoPicture("one.jpg", bytes: [0xFF]), NoPicture("head.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0]),
    NoPicture("head.png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    NoPicture("head.gif", "GIF89a"), NoPicture("head.webp", "RIFF\u{9}\u{0}\u{0}\u{0}WEBPVP8 "),
    NoPicture("bomb.png", bytes: TestPicture.emptyPNG(width: 60_000, height: 60_000)),
    NoPicture("script.gif", "GIF89a/*" + String(repeating: "/", count: 400) + "*/=1;alert(1)"),
  ]

  @Test(arguments: noPictures)
  func `NEW_07 what is no picture is refused by its bytes, whatever it is called`(_ wrong: NoPicture)
    async throws
  {
    try await withMembers(named: ["ann"], setup: Self.setup(timeout: .seconds(30))) { community, _, members in
      for type in ["image/jpeg", "text/html"] {
        let head =
          "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(wrong.name)\"\r\nContent-Type: \(type)\r\n\r\n"
        let reply = try await members[0].send(
          .post, "/api/v2/media", type: "multipart/form-data; boundary=limit",
          body: Array(head.utf8) + wrong.bytes + Array("\r\n--limit--\r\n".utf8))
        #expect(reply.status == 422, "\(reply.text)")
        #expect(Entities.error.problems(in: reply.json) == [])
      }
      try await community.pictureQueue.run {}
      #expect(try Self.left(of: community) == [])
    }
  }

  /// The files of unfinished uploads.
  static func left(of community: Community) throws -> [String] {
    let scratch = try community.media.uploadPath()
    let folder = scratch.prefix(upTo: try #require(scratch.range(of: "/tmp/")).lowerBound)
    return files(below: String(folder)).filter { $0.hasPrefix("tmp/") || $0.hasPrefix("incoming/") }
  }

  @Test func `NEW_07 bodies that are cut off, wrong or in vain leave nothing behind`() async throws {
    try await withMembers(named: ["ann"], setup: Self.setup(timeout: .seconds(30))) {
      community, stranger, members in
      let ann = members[0]
      let whole = FormPart.body([.file("file", Self.picture)])
      let type = "multipart/form-data; boundary=limit"
      for length in stride(from: 0, to: whole.count - 4, by: 37) {
        let reply = try await ann.send(.post, "/api/v2/media", type: type, body: Array(whole.prefix(length)))
        #expect(reply.status == 400 || reply.status == 422, "\(length): \(reply.text)")
      }
      let others: [(String, [UInt8], Int)] = [
        ("multipart/form-data; boundary=other", whole, 400), ("multipart/form-data", whole, 400),
        ("application/json", Array("{}".utf8), 422), ("application/json", Array(#"{"file":"x"}"#.utf8), 422),
        ("image/jpeg", Self.picture, 415),
        (type, FormPart.body([.field("file", "not a file")]), 422),
        (type, FormPart.body([.file("other", Self.picture)]), 422),
        (type, FormPart.body([.file("file", Self.picture, named: String(repeating: "x", count: 9000))]), 400),
        (type, FormPart.body([FormPart](repeating: .file("file", []), count: 300)), 400),
      ]
      for (type, body, status) in others {
        let reply = try await ann.send(.post, "/api/v2/media", type: type, body: body)
        #expect(reply.status == status, "\(type): \(reply.text)")
      }
      #expect(try await stranger.form(.post, "/api/v2/media", [.file("file", Self.picture)]).status == 401)
      // A file's name isn't used in any path. Of two files in the same field the last one counts.
      let named = try await ann.form(
        .post, "/api/v2/media",
        [
          .file("file", Array("x".utf8), named: "../../../a"),
          .file("file", Self.picture, named: "../../swiftlet.sqlite"),
        ])
      #expect(named.status == 200, "\(named.text)")
      #expect(try Self.left(of: community) == [])
      #expect(community.uploadSlots.count == 0)
    }
  }

  @Test func `NEW_07 when too many pictures are on their way, a further one is told to come later`()
    async throws
  {
    try await withMembers(named: ["ann", "bob"], setup: .withoutLimits) { community, _, members in
      let (ann, bob) = (members[0], members[1])
      let viewer = Viewer(account: Int64(ann.id) ?? 0)
      var slots: [UploadSlot] = []
      for _ in 0..<UploadSlots.maxOfMember { slots.append(try community.media.uploadSlot(viewer)) }
      let refused = try await ann.form(.post, "/api/v2/media", [.file("file", Self.picture)])
      #expect(refused.status == 503 && refused.headers[.retryAfter] != nil)
      // Another member still has slots, and requests without a file are accepted.
      _ = try await bob.upload(Self.picture)
      #expect(try await ann.patch("/api/v1/accounts/update_credentials", #"{"note":"a"}"#).status == 200)
      slots = []
      _ = try await ann.upload(Self.picture)
    }
  }

  @Test func `NEW_07 a member's quota holds`() async throws {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      try await community.settings.setPictureQuota(0)
      let refused = try await members[0].form(.post, "/api/v2/media", [.file("file", Self.picture)])
      #expect(refused.status == 422 && refused.error?.contains("0 MB") == true)
      try await community.settings.setPictureQuota(1)
      let id = try await members[0].upload(Self.picture)
      try await members[0].post("/api/v1/statuses", #"{"media_ids":["\#(id)"]}"#)
      let large = TestPicture.png(width: 620, height: 540)
      let tooMuch = try await members[0].form(.post, "/api/v2/media", [.file("file", large)])
      #expect(tooMuch.status == 422 && tooMuch.error?.contains("1 MB") == true)
      try await community.settings.setPictureQuota(nil)
      _ = try await members[0].upload(large)
    }
  }

  @Test func `The limits of bodies hold for the routes that are declared with files, and for no others`()
    async throws
  {
    try await withCommunity(posts: nil) { community in
      let limits = ServerLimits()
      for operation in buildAPI(community).operations {
        let route = operation.route
        for path in route.paths.map({ $0.replacing(":id", with: "5") }) {
          #expect(limits.budget(route.method, path: path + "?a=/b").isUpload == route.takesFiles, "\(path)")
        }
      }
    }
  }
}
