import Testing

@testable import Community

@Suite struct CleanTextTests {
  @Test(arguments: [
    ("a\u{0}b\u{1B}c\u{7F}d\u{9F}", "abcd"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
    ("x\u{202E}txt.exe\u{202C}", "xtxt.exe"),
    ("\u{2067}שלום\u{2069}", "\u{2067}שלום\u{2069}"), ("\u{2066}open\nnext", "\u{2066}open\u{2069}\nnext"),
    ("a\u{2069}b", "ab"), ("👩‍👩‍👧 é 字", "👩‍👩‍👧 é 字"), ("", ""),
  ])
  func `What nobody sees and what turns other text goes`(_ text: String, _ cleaned: String) {
    #expect(Array(text.cleaned().unicodeScalars) == Array(cleaned.unicodeScalars))
    #expect(cleaned.cleaned() == cleaned)
  }

  @Test func `A name has one line`() {
    #expect("a\r\nb\tc".cleaned(keepsLines: false) == "a b c")
  }
}
