import Contracts
import JSON
import Social
import TestSupport
import Testing

@testable import Server

/// Tests the URLs in the entities.
struct AddressTests {
  private func encoded(_ write: (MastodonEncoder, inout JSONWriter) -> Void) throws -> JSON {
    try JSON(parsing: JSONWriter.text { write(MastodonEncoder(prefix: "https://example.org"), &$0) })
  }

  private let ada = Profile(id: "1", account: .made("Ada"))

  @Test func `posts and accounts lead to their pages`() throws {
    let status = try encoded { $0.status(Post(id: "7", author: ada, content: .text("Hi")), &$1) }
    #expect(status["url"]?.string == "https://example.org/@Ada/7")
    #expect(status["uri"]?.string == "https://example.org/@Ada/7")
    #expect(status["account"]?["url"]?.string == "https://example.org/@Ada")
  }

  @Test func `a repost leads to the post and holds it`() throws {
    let bob = Profile(id: "2", account: .made("bob"))
    let post = Post(id: "7", author: ada, content: .text("Hi"), visibility: .unlisted)
    let moment = Timestamp.at("2026-11-21T06:04:13Z")
    let json = try encoded {
      $0.entry(TimelineEntry(id: "9", createdAt: moment, post: post, reposter: bob), &$1)
    }
    #expect(json["id"]?.string == "9")
    #expect(json["created_at"]?.string == "2026-11-21T06:04:13.000Z")
    #expect(json["account"]?["acct"]?.string == "bob")
    #expect(json["url"]?.string == "https://example.org/@Ada/7")
    #expect(json["reblog"]?["id"]?.string == "7")
    #expect(json["reblog"]?["account"]?["acct"]?.string == "Ada")
    #expect(json["reblog"]?["content"]?.string == "<p>Hi</p>")
    #expect(json["content"]?.string == "")
  }

  @Test func `who has no picture gets the default one`() throws {
    let bare = try encoded { $0.account(Extremes.bareProfile, &$1) }
    for name in ["avatar", "avatar_static"] {
      #expect(bare[name]?.string == "https://example.org/icons/avatar-default.png")
    }
    for name in ["header", "header_static"] {
      #expect(bare[name]?.string == "https://example.org/icons/header-default.png")
    }
    let account = Account.made(avatar: "/media/a/b.jpg", cover: "https://img.example.org/c.jpg")
    let whole = try encoded { $0.account(Profile(id: "1", account: account), &$1) }
    #expect(whole["avatar"]?.string == "https://example.org/media/a/b.jpg")
    #expect(whole["header"]?.string == "https://img.example.org/c.jpg")
  }

  @Test func `a preview is the smallest copy that is large enough`() throws {
    let sizes = [(200, Picture.Variant.Shape.whole), (800, .whole), (500, .square), (450, .whole)]
    let variants = sizes.compactMap { width, shape in
      PixelSize(width: width, height: width).map {
        Picture.Variant(url: "/\(width).webp", size: $0, shape: shape)
      }
    }
    let picture = Picture(
      url: "/o.jpg", size: PixelSize(width: 1600, height: 1200), variants: variants, description: "A bird")
    var status = Extremes.barePost
    status.attachments = [Post.Attachment(id: "3", kind: .image, picture: picture, url: "")]
    let json = try encoded { $0.status(status, &$1) }
    let attachment = try #require(json["media_attachments"]?.array?.first)
    #expect(attachment["url"]?.string == "https://example.org/o.jpg")
    #expect(attachment["preview_url"]?.string == "https://example.org/450.webp")
    #expect(attachment["meta"]?["original"]?["width"]?.int64 == 1600)
    #expect(attachment["meta"]?["small"]?["width"]?.int64 == 450)
    #expect(attachment["description"]?.string == "A bird")
    let text = JSONWriter.text { MastodonEncoder(prefix: "https://example.org").status(status, &$0) }
    #expect(text.contains(#""size":"1600x1200","aspect":1.333"#))
  }

  @Test func `NEW_10 a link's card comes through`() throws {
    func card(_ picture: Picture) -> Post.LinkPreview {
      Post.LinkPreview(
        url: "https://news.example/a", title: "A <title>", description: "Words", site: "News",
        picture: picture)
    }
    let sent = card(
      Picture(
        url: "/media/1/original.jpg", size: PixelSize(width: 1200, height: 600),
        variants: PixelSize(width: 800, height: 400).map {
          [.init(url: "/media/1/w800.webp", size: $0, shape: .whole)]
        }
          ?? []))
    let json = JSONWriter.text { MastodonEncoder(prefix: "https://example.org").card(sent, &$0) }
    let encoded = try JSON(parsing: json)
    #expect(
      encoded["image"]?.string == "https://example.org/media/1/w800.webp" && encoded["width"]?.int == 800)
    let decoder = MastodonDecoder(origin: .own(try #require(ServerAddress("https://example.org"))))
    let account = #"{"id":"7","username":"anna"}"#
    let status = decoder.status(body: Array(#"{"id":"1","account":\#(account),"card":\#(json)}"#.utf8))
    #expect(status?.linkPreview == card(Picture(url: "/media/1/w800.webp")))
  }
}
