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

  /// A number from 0 up to, not including, `count`.
  public mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// What people and attackers type: markup, quotes, escapes, control characters, several scripts.
  public mutating func text(atMost length: Int = 12) -> String {
    let pieces = [
      "a", "Z", "9", " ", "\n", "\t", "\r", "&", "<", ">", "\"", "'", "\\", "/", ":", "&amp;", "</script>", "<!--",
      "]]>",
      "{0}", "\u{0}", "\u{1F}", "\u{7F}", "\u{A0}", "é", "e\u{301}", "ß", "朋友圈", "مرحبا", "\u{200F}", "\u{2028}",
      "\u{2029}",
      "\u{FEFF}", "\u{FFFD}", "\u{E8}\u{A8}", "👨‍👩‍👧", "🇨🇳", "https://example.org/a?b=c&d", "javascript:alert(1)",
    ]
    var text = ""
    for _ in 0..<below(length + 1) { text += pick(pieces) }
    return text
  }
}
