import HTTPTypes
import JSON
import TestSupport
import Testing

@testable import Community
@testable import Server

/// Clients of Twitter know the sizes of pictures by heart.
@Suite struct TwitterPictureTests {
  @Test func `NEW_03 pictures of a user answer at the address of every size`() async throws {
    try await withMembers(named: ["ann"]) { community, stranger, members in
      let ann = members[0]
      let picture = TestPicture.png(width: 60, height: 40, left: [200, 0, 0])
      #expect(try await ann.twitter("users/profile_banner").twitterCode == 34)
      let changed = try await ann.form(
        .patch, "/api/v1/accounts/update_credentials", [.file("avatar", picture), .file("header", picture)])
      #expect(changed.status == 200, "\(changed.text)")
      let user = try await ann.twitter("users/show/ann").json
      let avatar = try path(user["profile_image_url_https"])
      #expect(avatar.hasSuffix("_normal.jpg"))
      let whole = avatar.replacing("_normal", with: "")
      let banner = try path(user["profile_banner_url"])
      let sized = try await ann.twitter("users/profile_banner?screen_name=ann").json["sizes"]
      let banners = try #require(sized?.members)
      #expect(banners.count == 10 && sized?["web"]?["w"]?.int == 520 && sized?["web"]?["h"]?.int == 260)
      for size in banners { #expect(try path(size.value["url"]) == banner + "/" + size.name) }
      try await community.settings.setPrivacy(.members)
      let (expected, header) = (try await stranger.get(whole), try await stranger.get(banner))
      #expect(expected.status == 200 && header.status == 200)
      let sizes = ["normal", "bigger", "mini", "400x400"].map { avatar.replacing("normal", with: $0) }
      let appended = banners.map { banner + "/" + $0.name }
      for address in sizes + appended + [whole + ":large", banner] {
        let reply = try await stranger.get(address)
        #expect(reply.status == 200 && reply.headers[.contentType] == "image/jpeg", "\(address)")
        let same = address.hasPrefix(banner) ? header : expected
        #expect(reply.headers[.contentLength] == same.headers[.contentLength], "\(address)")
      }
      for address in [avatar.replacing("normal", with: "huge"), banner + "/huge", whole + ":huge"] {
        #expect(try await ann.get(address).status == 404, "\(address)")
      }
    }
  }

  private func path(_ url: JSON?) throws -> String {
    let url = try #require(url?.string)
    return try String(#require(url.hasPrefix("http://localhost/") ? url.dropFirst(16) : nil))
  }
}
