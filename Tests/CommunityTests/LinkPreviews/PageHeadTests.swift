import TestSupport
import Testing

@testable import Community

/// What pages of others say of themselves, however they were written.
@Suite struct PageHeadTests {
  private func head(_ html: String) -> PageHead { PageHead(Array(html.utf8)) }

  @Test func `NEW_10 a page says title, site, words, picture, author and language`() {
    let head = head(
      """
      <!DOCTYPE html><HTML lang="pt-BR"><head><!-- <title>not this</title> --><title>Plain</title>
      <script>var a = "<meta property='og:title' content='not this'>"</script>
      <meta property="og:title" content="Caf&eacute; &amp; p&#227;o">
      <meta content='A &quot;small&quot; place' property=og:description />
      <META PROPERTY="og:site_name" CONTENT="The  Site"><meta name=author content=Ana>
      <meta property="og:image" content="/a.png?x=1&amp;y=2"><meta property="og:image:alt" content="A cup">
      </head><body><meta property="og:title" content="too late"></body>
      """)
    #expect(head.title == "Café & pão")
    #expect(head.description == #"A "small" place"# && head.site == "The Site" && head.author == "Ana")
    #expect(head.picture == "/a.png?x=1&y=2" && head.pictureDescription == "A cup" && head.language == "pt")
  }

  @Test func `NEW_10 a page without Open Graph has its title and its description`() {
    let head = head("<title>\n  Hello\n  you </title><meta name=Description content=Words>")
    #expect(head.title == "Hello you" && head.description == "Words")
    #expect(head.picture == nil && head.site.isEmpty && head.language == nil)
  }

  @Test func `NEW_10 the first of two says it, and twitter's names count where there are no others`() {
    let head = head(
      """
      <meta name="twitter:title" content="Second"><meta property="og:title" content=" "><meta name="twitter:image"
      content="https://a.example/b.png"><meta name="twitter:title" content="Third">
      """)
    #expect(head.title == "Second" && head.picture == "https://a.example/b.png")
  }

  @Test func `NEW_10 what is not UTF-8 is Latin-1`() {
    #expect(PageHead(Array("<title>Caf".utf8) + [0xE9] + Array("</title>".utf8)).title == "Café")
    #expect(head("<title>朋友圈</title>").title == "朋友圈")
  }

  @Test func `NEW_10 texts are bounded and turn nothing around them`() {
    let long = String(repeating: "é", count: 5000)
    let head = head("<title>\(long)</title><meta name=description content=\"\(long)\">")
    #expect(head.title.unicodeScalars.count == 200 && head.title.hasSuffix("é…"))
    #expect(head.description.unicodeScalars.count == 500)
    #expect(self.head("<title>a\u{202E}b\u{0}c</title>").title == "abc")
    #expect(self.head("<title>\u{200B} &nbsp; </title>").title.isEmpty)
  }

  @Test(arguments: [
    "", "<", "<!--", "<title", "<title>", "<title>a", "<meta", "<meta content", "<meta content=",
    "<meta content='a",
    "<script>", "</", "<meta property=og:title content=>", "<><<<>>", "<title>&#", "<a b=\"", "</head", "=",
  ])
  func `NEW_10 a page that is cut off is read as far as it goes`(_ html: String) {
    let head = head(html)
    #expect(head.title == (html == "<title>a" ? "a" : html == "<title>&#" ? "&#" : ""))
  }

  @Test(arguments: UInt64(0)..<200) func `NEW_10 whatever a page holds, what is read of it is bounded`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<60 {
      bytes += Array(
        generator.pick([
          "<title>", "</title>", "<meta property=\"og:title\" content=\"", "\">", "<script>", "</script>",
          "<!--",
          "-->",
          "='", "'", " ", "&#x202E;", "&amp;",
        ]).utf8)
      bytes += Array(generator.text(atMost: 40).utf8)
      if generator.chance(10) { bytes.append(UInt8(generator.below(256))) }
    }
    let head = PageHead(bytes)
    #expect(head.title.unicodeScalars.count <= 200 && head.description.unicodeScalars.count <= 500)
    #expect(!head.title.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value < 0x20 })
  }
}
