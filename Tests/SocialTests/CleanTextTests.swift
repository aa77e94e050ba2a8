import Social
import TestSupport
import Testing

struct CleanTextTests {
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test(arguments: [
    ("a\u{0}b\u{1B}c\u{7F}d\u{9F}", "abcd"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
    ("a\u{2028}b\u{2029}c", "a\nb\nc"),
    ("x\u{202E}txt.exe\u{202C}", "xtxt.exe"),
    ("\u{2067}שלום\u{2069}", "\u{2067}שלום\u{2069}"), ("\u{2066}open\nnext", "\u{2066}open\u{2069}\nnext"),
    ("a\u{2069}b", "ab"), ("👩‍👩‍👧 é 字", "👩‍👩‍👧 é 字"), ("", ""),
  ])
  func `What nobody sees and what turns other text goes`(_ text: String, _ cleaned: String) {
    #expect(scalars(CleanText.text(text)) == scalars(cleaned))
    #expect(scalars(CleanText.text(cleaned)) == scalars(cleaned))
  }

  @Test(arguments: [
    ("a\r\nb\tc", "a b c"), ("\u{2067}Amy\u{2069}", "Amy"), ("\u{202E}ymA", "ymA"), ("Amy\u{2066}", "Amy"),
    ("Amy\u{2029}x", "Amy x"), ("א\u{200F}!", "א\u{200F}!"),
  ])
  func `A name has one line and turns nothing`(_ text: String, _ name: String) {
    #expect(scalars(CleanText.name(text)) == scalars(name))
  }

  /// Real texts with joiners, variation selectors, and the largest legitimate number of marks.
  @Test(
    arguments: CharacterCountTests.corpus.dropLast() + [
      "می\u{200C}خواهم", "क्\u{200D}ष", "ක්\u{200D}ෂ",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
      "☎\u{FE0E}",
      "Tiê\u{301}ng Viê\u{323}t", "שָּׁ֔לוֹם", "בְּרֵאשִׁ֖ית", "مُحَمَّدٌ ٱللَّهِ", "น้ำ กี่ ปู่", "བསྒྲུབས་", "ကြွှေိုင့်", "ល្អិត្យ",
      "ཧྐྵྨླྺྼྻྂ".prefix(1) + "",
      "हाााााा", "あ゙ ｱﾞﾞﾞﾞﾞﾞ", "葛\u{E0100}", "a\u{20DD}", "1\u{FE0F}\u{20E3}",
    ])
  func `What people write stays`(text: String) {
    var lines: [Unicode.Scalar] = []
    for (index, scalar) in scalars(text).enumerated() {
      if scalar == "\n", index > 0, scalars(text)[index - 1] == "\r" { continue }
      lines.append(scalar == "\r" ? "\n" : scalar)
    }
    #expect(scalars(CleanText.text(text)) == lines)
  }

  @Test func `A letter keeps as many marks as scripts put on one`() {
    let pile = "Z" + String(repeating: "\u{316}\u{300}", count: 40)
    #expect(scalars(CleanText.name(pile)) == scalars("Z\u{316}\u{300}\u{316}\u{300}\u{316}"))
    #expect(scalars(CleanText.text(pile + pile)).count == 12)
    // Joiners don't start a new count of marks.
    let joined = "Z" + String(repeating: "\u{300}\u{200C}\u{FE0F}\u{34F}\u{2060}", count: 40)
    #expect(scalars(CleanText.name(joined)).count { $0 == "\u{300}" } == 5)
    for mark in [
      "\u{64B}", "\u{E47}", "\u{5B8}", "\u{1AB0}", "\u{1DC4}", "\u{20D0}", "\u{2DE0}", "\u{A670}", "\u{FE20}",
      "\u{94D}", "\u{A8E0}", "\u{1D167}",
    ]
      as [Unicode.Scalar]
    {
      var text = "x"
      for _ in 0..<100 { text.unicodeScalars.append(mark) }
      #expect(scalars(CleanText.name(text)).count == 6, "\(mark.value)")
    }
    var tibetan = "ཀ"
    for _ in 0..<100 { tibetan.unicodeScalars.append("\u{F92}") }
    #expect(scalars(CleanText.name(tibetan)).count == 9)
    #expect(scalars(CleanText.text("\u{300}\u{301}a", isContinued: true)) == ["a"])
  }

  @Test(arguments: [
    "", " ", "\u{200B}", "\u{3164}", "\u{2800}\u{2800}", "\u{AD}", "\u{115F}\u{1160}", "\u{FFA0}", "\u{FEFF}",
    "\u{2060}",
    "\u{200E}\u{200F}", "\u{E0001}", "\u{FE0F}", "\u{A0}\u{3000}\u{2003}", "\n\t", "\u{34F}", "\u{180E}",
    "\u{1D159}",
    "\u{202E}", "\u{1}",
  ])
  func `A name of which nothing shows is another one`(name: String) {
    #expect(CleanText.showsNothing(name))
    #expect(CleanText.name(name, or: "amy") == "amy")
    #expect(CleanText.name("\u{200B}A" + name, or: "amy") != "amy")
  }

  @Test func `Every character without a shape is known`() {
    for value in Array(UInt32(0)...0x1_FFFF) + Array(0xE_0000...0xE_0FFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let shows =
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control
      guard shows == CleanText.showsNothing(String(scalar)), value != 0x2800, value != 0x1D159 else {
        continue
      }
      // Unassigned code points, which a later version of Unicode could hide, don't matter.
      #expect(properties.generalCategory == .unassigned, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `Letters that run from the right are known`() {
    for text in ["שלום", "مرحبا", "ﷺ", "ﬡ", "a\u{202E}", "𞤀", "ߊ", "ܐ"] {
      #expect(CleanText.mayRunFromRight(text))
    }
    for text in ["", "Amy", "Ελένη", "朋友", "é", "😀", "สวัสดี", "ﬁ"] {
      #expect(!CleanText.mayRunFromRight(text))
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `A cleaned text is clean and loses no letter`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<generator.below(40) { text.unicodeScalars.append(generator.nastyScalar()) }
    let once = CleanText.text(text)
    #expect(scalars(CleanText.text(once)) == scalars(once))
    let name = CleanText.name(text)
    #expect(scalars(CleanText.name(name)) == scalars(name))
    #expect(
      name.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x202A...0x202E ~= $0.value) && !(0x2066...0x2069 ~= $0.value)
      })
    #expect(
      text.unicodeScalars.filter {
        $0.properties.isAlphabetic && $0.properties.generalCategory != .nonspacingMark
      }
      .count
        == once.unicodeScalars.filter {
          $0.properties.isAlphabetic && $0.properties.generalCategory != .nonspacingMark
        }
        .count)
  }
}
