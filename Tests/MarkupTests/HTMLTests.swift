import Markup
import TestSupport
import Testing

struct HTMLTests {
  @Test func `text is escaped`() {
    let html = HTML { $0.element("p", text: "<b>&amp;\"'</b>") }
    #expect(html.text == "<p>&lt;b&gt;&amp;amp;\"'&lt;/b&gt;</p>")
  }

  @Test func `attributes are quoted and escaped`() {
    let html = HTML { $0.element("p", .class("a\" onclick=\"b"), .alt("<'&>")) { _ in } }
    #expect(html.text == #"<p class="a&quot; onclick=&quot;b" alt="&lt;'&amp;&gt;"></p>"#)
  }

  @Test func `elements nest and void ones have no end`() {
    let html = HTML { html in
      html.element("ul", .flag(.hidden), nil, .dir("auto")) { html in
        html.element("li", text: "1")
        html.void("img", .width(2), .height(3), .alt(""))
      }
    }
    #expect(html.text == #"<ul hidden dir="auto"><li>1</li><img width="2" height="3" alt=""></ul>"#)
  }

  @Test func `other markup stays as it is`() {
    let part = HTML { $0.literal("<i>&</i>") }
    #expect(HTML { $0.append(part) }.text == "<i>&</i>")
  }

  @Test func `a source set names each width`() throws {
    let urls = try #require([SafeURL("/a.jpg"), SafeURL("/b.jpg?c&d")] as? [SafeURL])
    let html = HTML { $0.void("img", .srcset([(urls[0], 80), (urls[1], 160)]), .sizes("82px")) }
    #expect(html.text == #"<img srcset="/a.jpg 80w, /b.jpg?c&amp;d 160w" sizes="82px">"#)
  }

  @Test(arguments: [
    "</script>", "</SCRIPT >", "</style", "<!--", "<!-- <script>", "a</b", "<", "x<", "<!", "</", "a<b<c</d",
  ])
  func `raw text cannot be broken out of`(text: String) {
    let html = HTML { $0.element("script") { $0.rawText(Array(text.utf8)) } }
    let inside = html.text.dropFirst("<script>".count).dropLast("</script>".count)
    #expect(!inside.contains("</") && !inside.contains("<!"))
    #expect(html.text.hasPrefix("<script>") && html.text.hasSuffix("</script>"))
  }

  @Test(arguments: [#"{"a":"\u003c/script>"}"#, "a < b && c > d", "p{content:'&amp;'}", ""])
  func `raw text is not escaped`(text: String) {
    #expect(HTML { $0.rawText(Array(text.utf8)) }.text == text)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `whatever goes in is found again`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let tree = TextTree.random(depth: 0, &generator)
    let html = HTML { tree.write(to: &$0) }
    #expect(MarkupReader.read(html.bytes) == tree.merged)
  }
}
