import Social
import TestSupport
import Testing

struct PostTextTests {
  @Test(
    arguments: [
      ("Hello", [.plain("Hello")]),
      ("", []), (" \n\t\r ", []),
      ("  a\nb  \n", [.plain("a\nb")]),
      ("https://example.org", [.link("https://example.org")]),
      ("HTTP://EXAMPLE.ORG/A", [.link("HTTP://EXAMPLE.ORG/A")]),
      ("see http://a.b/c?d=e&f=g#h now", [.plain("see "), .link("http://a.b/c?d=e&f=g#h"), .plain(" now")]),
      ("https://a.b\nhttps://c.d", [.link("https://a.b"), .plain("\n"), .link("https://c.d")]),
      ("(https://a.b/c).", [.plain("("), .link("https://a.b/c"), .plain(").")]),
      ("https://a.b/Swift_(bird)", [.link("https://a.b/Swift_(bird)")]),
      (
        "(see https://a.b/Swift_(bird)).", [.plain("(see "), .link("https://a.b/Swift_(bird)"), .plain(").")]
      ),
      ("https://a.b/c!?", [.link("https://a.b/c"), .plain("!?")]),
      ("\"https://a.b\"", [.plain("\""), .link("https://a.b"), .plain("\"")]),
      ("<https://a.b>", [.plain("<"), .link("https://a.b"), .plain(">")]),
      ("看https://a.b/c朋友圈", [.plain("看"), .link("https://a.b/c"), .plain("朋友圈")]),
      ("https://a.b/c，好", [.link("https://a.b/c"), .plain("，好")]),
      ("https://a.b😀", [.link("https://a.b"), .plain("😀")]),
      ("看https://a.b/é，好", [.plain("看"), .link("https://a.b/é"), .plain("，好")]),
      ("x https://кц.рф.", [.plain("x "), .link("https://кц.рф"), .plain(".")]),
      ("https://a.b@c.d/", [.plain("https://a.b@c.d/")]),
      (
        "\u{2067}שלום https://a.b/ש\u{2069}",
        [
          .plain("\u{2067}שלום "), .link("https://a.b/ש"), .plain("\u{2069}"),
        ]
      ),
      ("xhttps://a.b", [.plain("xhttps://a.b")]), ("9http://a.b", [.plain("9http://a.b")]),
      ("_https://a.b", [.plain("_"), .link("https://a.b")]),
      ("http://", [.plain("http://")]), ("https://...", [.plain("https://...")]),
      ("http:/a.b", [.plain("http:/a.b")]),
      ("httphttps://a.b", [.plain("httphttps://a.b")]), ("www.a.b", [.plain("www.a.b")]),
      ("javascript:alert(1)", [.plain("javascript:alert(1)")]), ("ftp://a.b", [.plain("ftp://a.b")]),
      ("h", [.plain("h")]),
    ] as [(String, [PostText.Piece])])
  func linksAreFoundAsTheyAreWritten(text: String, pieces: [PostText.Piece]) {
    #expect(PostText(text).pieces == pieces)
  }

  @Test func `one word of six hundred characters stays whole`() {
    let word = String(repeating: "a", count: 600)
    #expect(PostText(word).pieces == [.plain(word)])
    let url = "https://a.b/" + word
    #expect(PostText(url).pieces == [.link(url)])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no character is lost or added`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = generator.text(atMost: 30)
    var shown = ""
    for piece in PostText(text).pieces {
      switch piece {
      case .plain(let plain): shown += plain
      case .link(let url):
        #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F })
        shown += url
      }
    }
    let blanks: Set<Unicode.Scalar> = [" ", "\n", "\t", "\r", "\u{B}", "\u{C}"]
    var scalars = Array(text.unicodeScalars)[...]
    while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
    while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
    #expect(Array(shown.unicodeScalars)[...] == scalars)
  }

  @Test func `short texts never fold`() {
    #expect(!PostText.couldExceed(lines: 6, ""))
    #expect(!PostText.couldExceed(lines: 6, "Hello"))
    #expect(!PostText.couldExceed(lines: 6, "1\n2\n3\n4\n5\n6"))
  }

  @Test func `MOM_09 what the narrowest screen breaks into more than six lines could fold`() {
    #expect(PostText.couldExceed(lines: 6, "1\n2\n3\n4\n5\n6\n7"))
    #expect(PostText.couldExceed(lines: 6, String(repeating: "a", count: 600)))
    #expect(PostText.couldExceed(lines: 6, String(repeating: "朋", count: 60)))
    // At 320 px a line of the default size holds some 28 Latin or 14 Chinese characters.
    #expect(PostText.couldExceed(lines: 6, String(repeating: "a ", count: 14 * 6 + 1)))
    #expect(PostText.couldExceed(lines: 6, String(repeating: "朋", count: 14 * 6 + 1)))
  }
}
