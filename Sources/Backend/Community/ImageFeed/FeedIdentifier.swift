import Contracts

/// The meaning of a UUID in the image feed (RFC 9562 section 5.8, version 8). It contains the post's id, so
/// it needs no table.
///
/// | bits | |
/// | --- | --- |
/// | 48 | the upper 48 bits of the post's id: milliseconds since 1970 |
/// | 4 | 8, the version |
/// | 12 | the next 12 bits of the id |
/// | 2 | 2, the variant |
/// | 2 | 0: a picture, 1: a comment |
/// | 4 | the last 4 bits of the id |
/// | 8 | the position of the picture in the post, from 0; 0 for a comment |
/// | 48 | 0 |
public enum FeedIdentifier: Equatable, Hashable, Sendable {
  case picture(post: Int64, position: UInt8)
  case comment(Int64)

  /// Fails for a text that isn't a UUID, and for a UUID that this server didn't make.
  public init?(uuid: String) {
    guard let digits = canonicalUUID(uuid)?.filter({ $0 != "-" }),
      let upper = UInt64(digits.prefix(16), radix: 16),
      let lower = UInt64(digits.suffix(16), radix: 16), upper >> 12 & 0xF == 8, upper >> 63 == 0,
      lower >> 62 == 2,
      lower & 0xFFFF_FFFF_FFFF == 0
    else { return nil }
    let id = Int64(upper >> 16) << 16 | Int64(upper & 0xFFF) << 4 | Int64(lower >> 56 & 0xF)
    let position = UInt8(lower >> 48 & 0xFF)
    switch lower >> 60 & 3 {
    case 0: self = .picture(post: id, position: position)
    case 1 where position == 0: self = .comment(id)
    default: return nil
    }
  }

  /// The UUID in upper case.
  public var uuid: String {
    let (id, position, kind): (Int64, UInt8, UInt64) =
      switch self {
      case .picture(let post, let position): (post, position, 0)
      case .comment(let id): (id, 0, 1)
      }
    let bits = UInt64(bitPattern: id)
    let upper = (bits & ~0xFFFF) | 0x8000 | (bits >> 4 & 0xFFF)
    let lower: UInt64 = 2 << 62 | kind << 60 | (bits & 0xF) << 56 | UInt64(position) << 48
    let digits = Self.hexadecimal(upper) + Self.hexadecimal(lower)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  /// Returns 16 digits.
  private static func hexadecimal(_ number: UInt64) -> [Character] {
    let digits = Array(String(number, radix: 16, uppercase: true))
    return Array(repeating: "0", count: 16 - digits.count) + digits
  }
}
