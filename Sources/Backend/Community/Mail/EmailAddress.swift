/// An e-mail address that may stand in a mail's header and in a command to a mail server: it has only
/// letters, digits and the signs of RFC 5322's `dot-atom`, so it can't add lines or recipients.
public struct EmailAddress: Hashable, Sendable {
  /// The address as it was typed, without blanks around it.
  public let text: String

  /// The same for all ways to write the address in capital or small letters.
  public var folded: String { text.lowercased() }

  public init?(_ typed: String) {
    let bytes = typed.utf8.drop { $0 == 0x20 }
    let text = String(decoding: bytes.prefix(255), as: UTF8.self).split(separator: " ").joined(separator: " ")
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, parts.count == 2, parts[0].count <= 64,
      Self.isDotted(parts[0], { Self.isLetterOrDigit($0) || Self.signs.contains($0) }),
      Self.isDotted(parts[1], { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.text = text
  }

  /// The signs of an `atom` (RFC 5322 section 3.2.3).
  private static let signs = Array("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func isDotted(_ text: Substring.UTF8View, _ isAllowed: (UInt8) -> Bool) -> Bool {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy(isAllowed)
    }
  }
}
