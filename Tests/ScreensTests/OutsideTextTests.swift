import Contracts
import Foundation
import JSON
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests texts of problematic characters, from the composer to the reader. The program doesn't crash, links
/// lead where they say, and app and server agree. `ContentMarkupTests` has the server's half.
struct OutsideTextTests {
  private func links(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return TextEntities(text).all.compactMap {
      $0.kind == .link ? String(decoding: bytes[$0.range], as: UTF8.self) : nil
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `A link leads where it says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = CleanText.text(generator.textOfAddresses())
    let written = links(text)
    let pieces = PostText(text).pieces.compactMap { if case .link(let url) = $0 { url } else { nil } }
    #expect(pieces == written)
    let html = HTML { $0.named(text, links: true) { name, _ in EncodedTap("x", name) } }.text
    #expect(html.components(separatedBy: "target=\"_blank\"").count - 1 == written.count)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `What is counted while one writes is what the server counts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (text, warning) = (generator.textOfAddresses(), generator.textOfAddresses())
    // The server cleans texts first (`PostContent`).
    let (kept, keptWarning) = (CleanText.text(text), CleanText.text(warning, keepsLines: false))
    let count = CharacterCount(kept, warning: keptWarning)
    #expect(
      count == CharacterCount(CleanText.text(kept), warning: CleanText.text(keptWarning, keepsLines: false)))
    #expect(count.count >= 0 && count.surplusStart == nil)
    let plain = CharacterCount("", warning: keptWarning)
    #expect(plain.count == keptWarning.count, "\(keptWarning.debugDescription)")
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `No markup of another server harms what stands around it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let tags = [
      "<p>", "</p>", "<a href='https://a.b/", "'>", "</a>", "<del>", "</del>", "<sup>", "<ol start=", ">",
      "<li>",
      "</ol>",
      "<table>", "<tr>", "<td>", "<pre>", "</pre>", "&#x202E;", "&#x2067;", "&#x300;&#x301;", "&zwj;",
      "&rlm;", "&#0;",
      "<br>",
    ]
    var markup = ""
    for _ in 0..<generator.below(40) {
      if generator.chance(50) {
        markup += generator.pick(tags)
      } else {
        markup.unicodeScalars.append(generator.nastyScalar())
      }
    }
    let text = Sanitizer.cleaned(markup)
    for piece in text.paragraphs.flatMap(\.pieces) {
      let shown: String
      switch piece {
      case .text(let text), .link(_, let text), .marked(_, let text): shown = text
      case .lineBreak: continue
      }
      var open = 0
      for scalar in shown.unicodeScalars {
        #expect(!(0x202A...0x202E ~= scalar.value))
        if 0x2066...0x2068 ~= scalar.value { open += 1 }
        if scalar.value == 0x2069 { open -= 1 }
        #expect(open >= 0)
      }
      #expect(open == 0)
    }
    _ = text.plain
  }

  @Test func `A value in a sentence is isolated if it may run from the right`() throws {
    let strings = Strings(.english)
    for name in ["שלום", "ﷺ", "𞤀"] { #expect(strings[.avatarOf, name].contains("\u{2068}\(name)\u{2069}")) }
    #expect(!strings[.avatarOf, "Amy"].contains("\u{2068}"))
    #expect(Array(strings[.avatarOf, "\u{202E}ymA\u{2069}"].utf8) == Array(strings[.avatarOf, "ymA"].utf8))
    #expect(Strings(.arabic)[.avatarOf, "Amy"].contains("\u{2068}Amy\u{2069}"))
  }

  @Test(arguments: ["2147483647", "9223372036854775807", "-1", "0", "\"x\"", "1e9"])
  func `A server's limits can be reckoned with`(number: String) {
    let bytes = Array(
      #"""
      {"configuration":{"statuses":{"max_characters":500,"max_media_attachments":\#(number),
      "characters_reserved_per_url":\#(number)}}}
      """#.utf8)
    guard let limits = PostLimits(bytes) else { return }
    #expect(PostLimits(Array(limits.json.utf8)) == limits)
    #expect(1...10_000_000 ~= limits.charactersPerAddress && limits.charactersPerAddress != 0)
    #expect(
      Int32(
        exactly: CharacterCount("https://a.b https://c.d", addressLength: limits.charactersPerAddress).count)
        != nil
    )
  }

  @Test func `TWT_04 the server says how long an address counts`() throws {
    let limits = try #require(
      PostLimits(
        Array(
          #"""
          {"configuration":{"statuses":{"max_characters":5000,"max_media_attachments":4,"characters_reserved_per_url":40}}}
          """#.utf8)))
    #expect(limits.charactersPerAddress == 40)
    #expect(
      PostLimits(
        Array(#"{"configuration":{"statuses":{"max_characters":5,"max_media_attachments":4}}}"#.utf8))?
        .charactersPerAddress == 23)
  }
}
