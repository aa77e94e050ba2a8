/// SplitMix64: the same numbers in every run, so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to, but not including, `count`.
  public mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns text as people and attackers type it: markup, quotes, escapes, control characters, several
  /// scripts.
  public mutating func text(atMost length: Int = 12) -> String {
    let pieces = [
      "a", "Z", "9", " ", "\n", "\t", "\r", "&", "<", ">", "\"", "'", "\\", "/", ":", "&amp;", "</script>",
      "<!--",
      "]]>",
      "{0}", "\u{0}", "\u{1F}", "\u{7F}", "\u{A0}", "é", "e\u{301}", "ß", "朋友圈", "مرحبا", "\u{200F}",
      "\u{2028}",
      "\u{2029}",
      "\u{FEFF}", "\u{FFFD}", "\u{E8}\u{A8}", "👨‍👩‍👧", "🇨🇳", "https://example.org/a?b=c&d", "javascript:alert(1)",
    ]
    var text = ""
    for _ in 0..<below(length + 1) { text += pick(pieces) }
    return text
  }

  /// Returns a character that breaks texts: marks, joiners, controls, invisible ones, several scripts, parts
  /// of addresses.
  public mutating func nastyScalar() -> Unicode.Scalar {
    let values: [UInt32] = [
      0x61, 0x5A, 0x39, 0x20, 0x0A, 0x0D, 0x09, 0x00, 0x1B, 0x7F, 0x85, 0x2E, 0x2F, 0x3A, 0x40, 0x23, 0x28,
      0x29, 0x5B,
      0x5D, 0x25, 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x3F, 0xA0, 0xAD, 0xB7, 0xE9, 0x300, 0x301, 0x316, 0x34F,
      0x43A, 0x5D0,
      0x5B8, 0x627, 0x64B, 0x915, 0x94D, 0x93E, 0xE01, 0xE49, 0x1112, 0x1161, 0x11AB, 0x200B, 0x200C, 0x200D,
      0x200E,
      0x200F,
      0x2013, 0x2019, 0x2028, 0x2029, 0x202A, 0x202C, 0x202E, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x20E3,
      0x2800,
      0x3002, 0x3164, 0x4E2D, 0xAC00, 0xFE0F, 0xFEFF, 0xFF0C, 0xFF20, 0xFF41, 0xFFFD, 0x1F1E8, 0x1F44D,
      0x1F3FD,
      0x1F468,
      0xE0067, 0xE007F, 0x10FFFF,
    ]
    return Unicode.Scalar(pick(values)) ?? "a"
  }

  private static let addressPieces = [
    "https://", "http://", "HTTPS://", "a.b", "google.com", "пример", "кц.рф", "bücher.example", "São_Paulo",
    "例え.jp",
    "朋友",
    "/", "/wiki/", "?q=", "#x", ":8080", "@", "@anna", "#tag", "[::1]", "(", ")", ".", ",", "。", "؟", " ",
    "\n", "www.",
    "\u{2067}", "\u{2069}", "\u{202E}", "\u{AD}", "%2F", "&amp;", "<b>", "\"",
  ]

  /// Returns text of web addresses, names, tags and problematic characters.
  public mutating func textOfAddresses() -> String {
    var text = ""
    for _ in 0..<below(16) {
      if chance(30) {
        text.unicodeScalars.append(nastyScalar())
      } else {
        text += pick(Self.addressPieces)
      }
    }
    return text
  }
}
