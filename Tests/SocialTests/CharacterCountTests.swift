import Social
import TestSupport
import Testing

struct CharacterCountTests {
  /// Texts that people type, and texts that break counters.
  static let corpus = [
    "", "a", "Hello, world!", "朋友圈", "こんにちは、世界", "Привет", "مرحبا بك", "مَرْحَبًا", "שָׁלוֹם", "สวัสดีครับ", "ກໍາ", "น้ำ",
    "नमस्ते", "क्षत्रिय", "हिन्दी", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "မြန်မာ", "ភាសាខ្មែរ",
    "한국어", "\u{1112}\u{1161}\u{11AB}", "\u{1100}\u{1161}\u{1112}", "é", "e\u{301}", "e\u{301}\u{302}\u{303}",
    "Å\u{30A}", "q\u{307}\u{323}",
    "👨‍👩‍👧‍👦", "👩🏽‍💻", "👍", "👍🏿", "🏳️‍🌈", "🏴‍☠️", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "🇨🇳", "🇨🇳🇩🇪", "🇨🇳🇩",
    "🇨",
    "❤️", "❤️‍🔥", "1️⃣", "#️⃣", "☎︎", "🫠🫶🏼", "🧑🏻‍🤝‍🧑🏿", "👁️‍🗨️", "©️", "™️", "ㇰ", "が", "か\u{3099}", "ﾊﾟ", "葛\u{E0100}",
    "a\r\nb", "a\n\nb", "\r\r\n\n", "a\tb", "a\u{200B}b", "a\u{200D}b", "a\u{AD}b", "a\u{200E}b", "\u{301}a",
    "\n\u{301}", "\u{200D}👍",
    "👍\u{200D}a", "a\u{200D}👍", "ffi", "ﬁ", "Ⅷ", "½", "𝒜", "𠮷野家", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
  ]

  @Test(arguments: corpus)
  func `characters are counted as people see them`(text: String) {
    #expect(CharacterCount(text).count == text.count)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `mixtures are counted as people see them`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<generator.below(12) { text += generator.pick(Self.corpus) }
    #expect(CharacterCount(text).count == text.count)
  }

  @Test(
    arguments: [
      ("https://a.b", 23), ("https://example.org/" + String(repeating: "a", count: 600), 23),
      ("see https://a.b/c now", 31), ("https://a.b https://c.d", 47), ("https://a.b/Swift_(bird)", 23),
      ("(https://a.b/c)", 25), ("看https://a.b/c吧", 25), ("http://", 7), ("www.a.b", 7),
      ("https://bücher.example/São_Paulo", 23), ("http://кц.рф!", 24), ("https://a@b.c", 13),
    ])
  func `TWT_04 an address counts 23`(text: String, count: Int) {
    #expect(CharacterCount(text).count == count)
  }

  @Test(
    arguments: [
      ("@anna", 5), ("@anna@example.org", 5), ("Hi @anna@example.org!", 9), ("a@example.org", 13),
      ("@anna@example.org @bob@example.org", 10), ("#tag", 4),
    ])
  func `TWT_04 a mention counts without its server`(text: String, count: Int) {
    #expect(CharacterCount(text).count == count)
  }

  @Test func `TWT_04 the surplus begins where the limit is passed`() {
    #expect(CharacterCount(String(repeating: "a", count: 500)).surplusStart == nil)
    #expect(CharacterCount(String(repeating: "a", count: 501)).surplusStart == 500)
    #expect(CharacterCount(String(repeating: "朋", count: 502)).surplusStart == 1500)
    #expect(CharacterCount("ab👨‍👩‍👧c", limit: 2).surplusStart == 2)
    #expect(CharacterCount("ab👨‍👩‍👧c", limit: 3).surplusStart == 2 + "👨‍👩‍👧".utf8.count)
    #expect(CharacterCount("ab https://a.b/c d", limit: 25).surplusStart == 3)
    #expect(CharacterCount("ab https://a.b/c d", limit: 26).surplusStart == 16)
    #expect(CharacterCount("ab @anna@example.org d", limit: 7).surplusStart == 3)
    #expect(CharacterCount("", limit: 0).surplusStart == nil)
  }

  @Test func `TWT_04 an address in a warning counts as it is written`() {
    let warning = "https://example.org/a/page"
    #expect(CharacterCount("a", warning: warning).count == warning.count + 1)
    #expect(CharacterCount("a", warning: "@anna@example.org").count == 18)
    #expect(CharacterCount("https://a.b", warning: "http://c.d").count == 33)
  }

  @Test func `TWT_04 an address counts as the server says`() {
    #expect(CharacterCount("see https://a.b/c", addressLength: 30).count == 34)
    #expect(CharacterCount("see https://a.b/c", warning: "w", limit: 34, addressLength: 30).surplusStart == 4)
    #expect(
      CharacterCount("see https://a.b/c", warning: "w", limit: 35, addressLength: 30).surplusStart == nil)
  }

  @Test func `TWT_04 the warning counts as well`() {
    let count = CharacterCount(String(repeating: "a", count: 498), warning: "abc")
    #expect(count.count == 501)
    #expect(count.surplusStart == 497)
    #expect(CharacterCount("a", warning: String(repeating: "w", count: 500)).surplusStart == 0)
  }
}
