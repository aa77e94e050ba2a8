import JSON
import Social

/// What a value of another program's document may become here.
extension JSON {
  /// Larger counts, and smaller ones than 0, are taken for the nearest. The app adds to counts, in 32 bits.
  static let largestCount: Int64 = 1_000_000_000

  /// An id: a string that says something, or a number.
  ///
  /// It becomes a key of markup, where browsers change control characters (HTML 13.2.3.5, 13.2.5). Each becomes the picture
  /// that Unicode has of it, U+2400 to U+2421.
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

  /// A number of things.
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
