import JSON
import Markup
import Social
import TestSupport
import Testing

@testable import Screens
@testable import Server

/// Tests the API's HTML for texts that people wrote.
struct ContentMarkupTests {
  private func html(_ text: String, mentions: [Post.Mention] = []) throws -> String {
    var status = Extremes.barePost
    status.content = .text(text)
    status.mentions = mentions
    let json = try JSON(
      parsing: JSONWriter.text { MastodonEncoder(prefix: "https://example.org").status(status, &$0) })
    return try #require(json["content"]?.string)
  }

  @Test(arguments: [
    ("", ""), (" \n ", ""), ("Hello", "<p>Hello</p>"), (" Hello \n", "<p>Hello</p>"),
    ("one\ntwo", "<p>one<br />two</p>"), ("one\r\ntwo", "<p>one<br />two</p>"),
    ("one\n\ntwo\n\n\n\nthree", "<p>one</p><p>two</p><p>three</p>"),
    ("a & b < c > \"d\"", "<p>a &amp; b &lt; c &gt; &quot;d&quot;</p>"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("&amp;", "<p>&amp;amp;</p>"), ("a\u{0}b\u{1B}c\u{7F}", "<p>abc</p>"),
    ("朋友圈\u{2028}😀", "<p>朋友圈\u{2028}😀</p>"),
  ])
  func `text becomes paragraphs and breaks`(text: String, expected: String) throws {
    #expect(try html(text) == expected)
  }

  @Test func `a link is shown short and is whole`() throws {
    let rel = #"target="_blank" rel="nofollow noopener noreferrer" translate="no""#
    #expect(
      try html("see https://www.example.org/?a=1&b=2.")
        == #"<p>see <a href="https://www.example.org/?a=1&amp;b=2" \#(rel)><span class="invisible">https://www.</span>"#
        + #"<span class="">example.org/?a=1&amp;b=2</span><span class="invisible"></span></a>.</p>"#)
    #expect(
      try html("http://example.org/abcdefghijklmnopqrstuvwxyz")
        == #"<p><a href="http://example.org/abcdefghijklmnopqrstuvwxyz" \#(rel)><span class="invisible">http://</span>"#
        + #"<span class="ellipsis">example.org/abcdefghijklmnopqr</span>"#
        + #"<span class="invisible">stuvwxyz</span></a></p>"#)
  }

  @Test func `only who is mentioned becomes a link`() throws {
    let ada = Post.Mention(id: "1", username: "Ada", handle: "Ada", url: "")
    let bob = Post.Mention(
      id: "2", username: "bob", handle: "bob@example.net", url: "https://example.net/@bob")
    #expect(
      try html("@ada, @bob@example.net and @carl", mentions: [ada, bob])
        == #"<p><span class="h-card" translate="no"><a href="https://example.org/@Ada" class="u-url mention">"#
        + #"@<span>Ada</span></a></span>, <span class="h-card" translate="no">"#
        + #"<a href="https://example.net/@bob" class="u-url mention">@<span>bob</span></a></span> and @carl</p>"#
    )
  }

  @Test func `a tag leads to its page`() throws {
    #expect(
      try html("#Swift and #朋友圈")
        == #"<p><a href="https://example.org/tags/swift" class="mention hashtag" rel="tag">#<span>Swift</span></a> and "#
        + #"<a href="https://example.org/tags/%E6%9C%8B%E5%8F%8B%E5%9C%88" class="mention hashtag" rel="tag">#<span>"#
        + #"朋友圈</span></a></p>"#)
  }

  private func links(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return TextEntities(text).all.compactMap {
      $0.kind == .link ? String(decoding: bytes[$0.range], as: UTF8.self) : nil
    }
  }

  private func links(_ text: SanitizedText) -> [(href: String, text: String)] {
    text.paragraphs.flatMap { $0.pieces }.compactMap { piece in
      if case .link(let href, let text) = piece { (href, text) } else { nil }
    }
  }

  /// `OutsideTextTests` has the app's half.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `a link in any text leads where it says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = CleanText.text(generator.textOfAddresses())
    let written = links(text)
    let read = Sanitizer.cleaned(try html(text))
    let shown = links(read).filter { !$0.href.hasPrefix("https://example.org/tags/") }
    #expect(shown.map(\.href) == written, "\(text.debugDescription)")
    for link in shown {
      // Links are shortened only after the host.
      let whole = link.href.utf8.drop { $0 != 0x2F }.dropFirst(2)
      let host = whole.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
      let name = host.starts(with: "www.".utf8) ? host.dropFirst(4) : host
      #expect(link.text.utf8.starts(with: name), "\(link)")
    }
  }
}
