/// A URL that may stand in a page: `http`, `https`, or relative to the page's server.
///
/// `javascript:`, `data:` and whatever else a hostile answer may hold can't be made into one.
public struct SafeURL: Equatable, Sendable {
  public let text: String

  public init?(_ text: String) {
    var colon: Int?
    var schemeIsOver = false
    for (index, byte) in text.utf8.enumerated() {
      // Browsers drop tabs and line breaks inside URLs (URL Standard 4.4), so `java\nscript:` is hostile.
      guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      guard !schemeIsOver else { continue }
      switch byte {
      case UInt8(ascii: ":"):
        colon = index
        schemeIsOver = true
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): schemeIsOver = true
      default: continue
      }
    }
    if let colon {
      let scheme = text.utf8.prefix(colon).map { $0 | 0x20 }
      guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8) else { return nil }
    }
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// A URL from the source code.
  public init(trusted text: StaticString) {
    self.text = String(
      decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
  }
}
