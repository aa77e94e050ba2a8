import TestSupport
import Testing

@testable import Markup

/// Tests that any input yields only paragraphs, line breaks and harmless links.
struct SanitizerPropertyTests {
  private static let scraps = [
    "<", ">", "/", "\"", "'", "=", " ", "\n", "&", ";", "#", "<p>", "</p>", "<a ", "href=", "</a>", "<br>",
    "<script>",
    "</script>", "<svg", "onload=alert(1)", "javascript:", "https://example.org/", "<!--", "-->", "<![CDATA[",
    "]]>",
    "&lt;", "&#x3c;", "&#60", "&quot;", "&#34;", "style=x", "<span class=invisible>",
    "<span class='ellipsis'>",
    "</span>", "<img alt=", "<li>", "<pre>", "</pre>", "<ol start=", "<ul>", "</ul>", "</ol>", "<del>",
    "</del>",
    "<sup>",
    "</sup>", "<sub>", "<table>", "<tr>", "<td>", "</table>", "&eacute;", "&thetasym;", "text", "文", "\u{0}",
    "\\", "`",
  ]

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `only harmless markup comes out`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<(1 + generator.below(60)) {
      if generator.chance(10) {
        bytes.append(UInt8(generator.below(256)))
      } else {
        bytes += Array(generator.pick(Self.scraps).utf8)
      }
    }
    let html = Sanitizer.read(bytes).html { _, _ in nil }
    let problem = Self.problem(in: html.bytes)
    #expect(
      problem == nil, "\(problem ?? "") in \(html.text), from \(String(decoding: bytes, as: UTF8.self))")
    #expect(String(validating: html.bytes, as: UTF8.self) != nil)
  }

  /// Parses the result by the strict grammar of allowed output. Returns where it deviates; `nil` if it
  /// doesn't.
  static func problem(in bytes: [UInt8]) -> String? {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    var open: [String] = []
    while let next = rest.firstIndex(of: "<") {
      if rest[..<next].contains(">") { return "bare >" }
      rest = rest[rest.index(after: next)...]
      guard let end = rest.firstIndex(of: ">") else { return "unclosed tag" }
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      switch tag {
      case "p", "p class=\"pre\"": open.append("p")
      case "del", "sup", "sub": open.append(String(tag))
      case "br": if open != ["p"] { return "br outside of a paragraph" }
      case "/p", "/a", "/del", "/sup", "/sub":
        if open.popLast() != String(tag.dropFirst()) { return "crossed \(tag)" }
      default:
        let pattern =
          /a class="link" href="(https?:\/\/[^"<> ]+)" rel="noopener nofollow ugc" target="_blank"/
          .ignoresCase()
        guard open == ["p"], tag.wholeMatch(of: pattern) != nil else { return "<\(tag)>" }
        open.append("a")
      }
      guard open.isEmpty || open[0] == "p" && open.count <= 2 else { return "nested \(open)" }
    }
    return open.isEmpty && !rest.contains(">") ? nil : "not closed"
  }
}
