/// A small picture that replaces its `:shortcode:` in texts (Mastodon API, entities/CustomEmoji).
public struct CustomEmoji: Equatable, Sendable {
  /// The name without colons.
  public var shortcode: String
  public var url: String
  /// The address of the picture without animation.
  public var stillURL: String

  public init(shortcode: String, url: String, stillURL: String) {
    self.shortcode = shortcode
    self.url = url
    self.stillURL = stillURL
  }
}

extension [CustomEmoji] {
  /// Splits a text at its emojis. Calls `tell` with each part in order, and with the emoji if the part is
  /// one.
  public func split(_ text: String, _ tell: (_ part: String, CustomEmoji?) -> Void) {
    let bytes = [UInt8](text.utf8)
    let codes = map { [UInt8]($0.shortcode.utf8) }
    var (start, index) = (0, 0)
    let colon = UInt8(ascii: ":")
    while index < bytes.count {
      guard bytes[index] == colon, let end = bytes[(index + 1)...].firstIndex(of: colon),
        end > index + 1, let found = codes.firstIndex(where: { bytes[(index + 1)..<end].elementsEqual($0) })
      else {
        index += 1
        continue
      }
      if start < index { tell(String(decoding: bytes[start..<index], as: UTF8.self), nil) }
      tell(String(decoding: bytes[index...end], as: UTF8.self), self[found])
      index = end + 1
      start = index
    }
    if start < bytes.count { tell(String(decoding: bytes[start...], as: UTF8.self), nil) }
  }
}
