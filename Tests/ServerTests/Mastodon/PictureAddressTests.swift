import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Community
@testable import Server
@testable import Storage

/// Tests who may see a picture's files, and where they may be cached. A client needs only the address.
@Suite struct PictureAddressTests {
  private func path(_ attachment: JSON) throws -> String {
    let url = try #require(attachment["url"]?.string)
    return try String(
      #require(url.hasPrefix("http://localhost/media/") ? url.dropFirst("http://localhost".count) : nil))
  }

  private func uploaded(_ id: String, _ member: MastodonClient) async throws -> String {
    try path(try await member.get("/api/v1/media/\(id)").json)
  }

  private func caching(_ path: String, _ client: MastodonClient) async throws -> String? {
    let reply = try await client.get(path)
    #expect(reply.status == 200, "\(path)")
    return reply.headers[.cacheControl]
  }

  @Test func `a picture is stored by shared stores only once everybody may see it`() async throws {
    try await withMembers("ann") { stranger, members in
      let ann = members[0]
      for (number, (visibility, expected)) in [
        ("public", "public, max-age=31536000, immutable"),
        ("unlisted", "public, max-age=31536000, immutable"),
        ("private", "private, max-age=31536000, immutable"),
        ("direct", "private, max-age=31536000, immutable"),
      ].enumerated() {
        let id = try await ann.upload(TestPicture.png(width: 9, height: 9 + number))
        let path = try await uploaded(id, ann)
        #expect(
          try await caching(path, stranger) == "private, no-store", "clients show a preview without a token")
        try await ann.post(
          "/api/v1/statuses", #"{"status":"","media_ids":["\#(id)"],"visibility":"\#(visibility)"}"#)
        #expect(try await caching(path, stranger) == expected, "\(visibility)")
      }
    }
  }

  @Test func `the most open post decides`() async throws {
    try await withMembers("ann") { stranger, members in
      let bytes = TestPicture.png(width: 12, height: 7)
      var paths: [String] = []
      for visibility in ["private", "public"] {
        let id = try await members[0].upload(bytes)
        paths.append(try await uploaded(id, members[0]))
        try await members[0].post(
          "/api/v1/statuses", #"{"status":"","media_ids":["\#(id)"],"visibility":"\#(visibility)"}"#)
      }
      #expect(paths[0] == paths[1], "one's own bytes are one picture")
      #expect(try await caching(paths[0], stranger)?.hasPrefix("public") == true)
    }
  }

  @Test func `nobody can tell from their own copy where a picture is, nor that it is here`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let bytes = TestPicture.png(width: 11, height: 7)
      let first = try await uploaded(try await members[0].upload(bytes), members[0])
      let second = try await uploaded(try await members[1].upload(bytes), members[1])
      #expect(first != second)
      try await withMembers("ann") { _, others in
        let third = try await uploaded(try await others[0].upload(bytes), others[0])
        #expect(third != first, "each community has its own key")
      }
    }
  }

  @Test func `what nothing shows any more is not answered`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      let id = try await members[0].upload(TestPicture.png(width: 13, height: 7))
      let path = try await uploaded(id, members[0])
      #expect(try await stranger.get(path).status == 200)
      // The files still exist for a moment.
      _ = try await community.store.driver.write { try $0.execute("DELETE FROM uploads") }
      #expect(try await stranger.get(path).status == 404)
    }
  }

  @Test func `what a suspended member published is not answered until they are back`() async throws {
    try await withMembers(named: ["ann", "bob"]) { community, stranger, members in
      var paths: [String] = []
      for visibility in ["public", "private"] {
        let id = try await members[1].upload(TestPicture.png(width: 14, height: 7 + visibility.utf8.count))
        paths.append(try await uploaded(id, members[1]))
        try await members[1].post(
          "/api/v1/statuses", #"{"status":"","media_ids":["\#(id)"],"visibility":"\#(visibility)"}"#)
      }
      paths.append(
        try await uploaded(try await members[1].upload(TestPicture.png(width: 15, height: 7)), members[1]))
      let form = try await members[1].form(
        .patch, "/api/v1/accounts/update_credentials",
        [.file("avatar", TestPicture.png(width: 16, height: 16))])
      let avatar = try #require(form.json["avatar_static"]?.string)
      paths.append(String(avatar.dropFirst("http://localhost".count)))
      for path in paths { #expect(try await stranger.get(path).status == 200, "\(path)") }
      try await community.members.suspend("bob")
      for path in paths { #expect(try await stranger.get(path).status == 404, "\(path)") }
      try await community.members.suspend("bob", false)
      for path in paths { #expect(try await stranger.get(path).status == 200, "\(path)") }
    }
  }
}
