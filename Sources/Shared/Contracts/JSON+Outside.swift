import JSON
import Social

/// Safe readings of values in documents from other servers.
extension JSON {
  /// The upper limit of counts. Counts outside 0 to this limit are clamped, because the app adds to them in
  /// 32 bits.
  static let largestCount: Int64 = 1_000_000_000

  /// An id: a string that isn't blank, or a number.
  ///
  /// Ids become keys in the markup, where browsers change control characters (HTML 13.2.3.5, 13.2.5). Each is
  /// replaced by its Unicode control picture, U+2400 to U+2421.
  var identifier: String? {
    @inline(never) get {
      if case .number(let number) = self { return number.text }
      guard let string else { return nil }
      let bytes = Array(string.utf8)
      guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
      guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return string }
      var shown: [UInt8] = []
      for byte in bytes {
        switch byte {
        case 0..<0x20: shown += [0xE2, 0x90, 0x80 | byte]
        case 0x7F: shown += [0xE2, 0x90, 0xA1]
        default: shown.append(byte)
        }
      }
      return String(decoding: shown, as: UTF8.self)
    }
  }

  /// A count, clamped to 0…`largestCount`.
  var count: Int {
    @inline(never) get { Int(max(0, min(int64 ?? 0, Self.largestCount))) }
  }

  /// The size of a picture.
  var pixelSize: PixelSize? {
    @inline(never) get {
      guard let width = self["width"]?.int, let height = self["height"]?.int else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}
