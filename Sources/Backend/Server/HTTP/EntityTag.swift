import Contracts
import Crypto
public import NIOCore

/// A strong validator: the same tag means the same bytes (RFC 9110 section 8.8.3).
public struct EntityTag: Equatable, Hashable, Sendable {
  /// The tag as in the header field, with quotes.
  public let text: String

  /// Makes a tag from an opaque text, which must not contain quotes.
  public init(opaque: String) { text = "\"" + opaque + "\"" }

  /// Makes the tag of these bytes in that coding. Each coding of a text has its own bytes, so it needs its
  /// own tag.
  public init(of body: ByteBuffer, coding: ContentCoding = .identity) {
    let digest = Digest.sha256(body)
    self.init(opaque: hexadecimal(digest.prefix(16)) + Self.suffix(of: coding))
  }

  /// Returns the tag of the same text in another coding.
  public func with(coding: ContentCoding) -> EntityTag {
    EntityTag(opaque: String(text.dropFirst().dropLast()) + Self.suffix(of: coding))
  }

  /// Returns true if an `If-None-Match` field contains this tag (RFC 9110 section 13.1.2). The field is `*`
  /// or a list of strong and weak tags.
  public func isNamed(in ifNoneMatch: String) -> Bool {
    var rest = Substring(ifNoneMatch).utf8
    while let first = rest.first {
      switch first {
      case 0x20, 0x09, UInt8(ascii: ","): rest.removeFirst()
      case UInt8(ascii: "*"): return rest.dropFirst().allSatisfy { $0 == 0x20 || $0 == 0x09 }
      default:
        if first == UInt8(ascii: "W"), rest.dropFirst().first == UInt8(ascii: "/") {
          rest = rest.dropFirst(2)
        }
        guard rest.first == UInt8(ascii: "\""),
          let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        else { return false }
        if rest[...end].elementsEqual(text.utf8) { return true }
        rest = rest[rest.index(after: end)...]
      }
    }
    return false
  }

  private static func suffix(of coding: ContentCoding) -> String {
    coding == .identity ? "" : "-" + coding.rawValue
  }
}
