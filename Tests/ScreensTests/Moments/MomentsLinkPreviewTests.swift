import Contracts
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the card of a link on Moments.
struct MomentsLinkPreviewTests {
  private static let address = "https://a.example/x"
  private static let preview = MomentsPost.LinkPreview(
    url: address, title: "A page", picture: Picture(url: "/media/1/s180.webp"))

  private func post(
    _ text: String, _ preview: MomentsPost.LinkPreview? = preview, pictures: [Picture] = [],
    warning: String = ""
  ) -> MomentsPost {
    var post = MomentsPost.made("7", text: text, pictures: pictures)
    (post.linkPreview, post.warning) = (preview, warning)
    return post
  }

  private func html(_ post: MomentsPost, isUncovered: Bool = false) -> String {
    var state = TestStore.loaded([post]).state
    if isUncovered { state.uncovered.insert("p7") }
    for case .post(let cell) in Moments.view(state, .made()).cells.all where cell.key == "p7" {
      return cell.html(Strings(.english)).text
    }
    return ""
  }

  @Test func `NEW_22 a link's card is one link with a square and the title`() {
    let html = html(post("Look: " + Self.address))
    #expect(
      html.contains(
        #"<a class="link-card" href="https://a.example/x" rel="noopener nofollow ugc" target="_blank">"#
          + #"<img class="picture" src="/media/1/s180.webp" alt="" decoding="async" loading="lazy">"#
          + #"<span class="lead"><b dir="auto">A page</b></span></a>"#), "\(html)")
    #expect(html.contains(#"<div class="text" dir="auto">Look: <a "#), "the text stays as it is")
  }

  @Test func `NEW_22 a link's card without a picture has a sign in its place`() {
    let plain = MomentsPost.LinkPreview(url: Self.address, title: "صفحة")
    let html = html(post("Look: " + Self.address, plain))
    let sign = HTML { Icon.globe.append(to: &$0) }.text
    #expect(html.contains(sign + #"<span class="lead"><b dir="auto">صفحة</b></span></a>"#), "\(html)")
  }

  @Test func `NEW_22 a text that is only the address gives way to its card`() {
    let html = html(post("  " + Self.address + "\n"))
    #expect(html.contains(#"class="link-card""#) && !html.contains(#"class="text""#))
    #expect(self.html(post(Self.address, nil)).contains(#"class="text""#))
  }

  @Test func `NEW_22 a post with pictures has no card`() {
    let html = html(post(Self.address, pictures: Picture.several(1)))
    #expect(!html.contains("link-card") && html.contains(#"class="text""#))
  }

  @Test func `NEW_22 a post with a warning has no card, as at home`() {
    let html = html(post(Self.address, warning: "Fruit"), isUncovered: true)
    #expect(!html.contains("link-card") && html.contains(#"class="text""#))
  }

  @Test func `NEW_22 a card's title is text, and its address is one of the web`() {
    let title = html(post("x", MomentsPost.LinkPreview(url: Self.address, title: #"<script>"&"#)))
    #expect(title.contains(#"<b dir="auto">&lt;script&gt;"#) && !title.contains("<script"))
    let hostile = MomentsPost.LinkPreview(url: "javascript:alert(1)", title: "A page")
    let address = html(post(Self.address, hostile))
    #expect(!address.contains("link-card") && address.contains(#"class="text""#), "the text stays then")
  }

  @Test func `NEW_22 a page that the device stores has the cards`() throws {
    var writer = JSONWriter()
    MomentsEncoder().post(post(Self.address), &writer)
    let read = try MomentsDecoder(origin: .own(.made())).post(JSON(parsing: writer.bytes)).get()
    #expect(read.linkPreview == Self.preview)
  }

  @Test(arguments: [
    #"{"url":"https://a.example/"}"#, #"{"title":"A page"}"#, #"{"url":"https://a.example/","title":" "}"#,
    #"{"url":7,"title":"A page"}"#, "[]", "7", "null",
  ])
  func `NEW_22 a card without an address or a title is none, and costs only itself`(card: String) throws {
    let json = try JSON(
      parsing: Array(
        #"{"sender":{"username":"ada","nick":"Ada"},"content":"Hi","card":\#(card)}"#.utf8))
    let post = try MomentsDecoder(origin: .own(.made())).post(json).get()
    #expect(post.text == "Hi" && post.linkPreview == nil)
  }
}
