/// A URL that may stand in a page: `http`, `https`, or relative to the page's server.
///
/// It can't be made from `javascript:`, `data:` or anything else that a hostile response may contain.
public struct SafeURL: Equatable, Sendable {
  public let text: String

  public init?(_ text: String) {
    var scheme: [UInt8] = []
    var hasScheme = false
    var schemeIsOver = false
    for byte in Array(text.utf8) {
      // Browsers drop tabs and line breaks inside URLs (URL Standard 4.4), so `java\nscript:` is hostile.
      guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      guard !schemeIsOver else { continue }
      switch byte {
      case UInt8(ascii: ":"):
        hasScheme = true
        schemeIsOver = true
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): schemeIsOver = true
      default: scheme.append(byte | 0x20)
      }
    }
    guard !hasScheme || scheme == Array("http".utf8) || scheme == Array("https".utf8) else { return nil }
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// Creates the URL of an e-mail address (RFC 6068). Fails without one.
  public init?(mailTo address: String) {
    guard !address.isEmpty else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("mailto:".utf8)
    for byte in Array(address.utf8) {
      let letter = byte | 0x20
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
        || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte
          && byte != UInt8(ascii: "/")
        || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "_")
      {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a URL from the source code.
  public init(trusted text: StaticString) {
    self.text = String(text)
  }
}
