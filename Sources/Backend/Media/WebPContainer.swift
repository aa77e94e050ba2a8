/// The chunks of a WebP file (RFC 9649 section 2).
///
/// libvips 8.14 writes a colour profile of 7 KB and an EXIF block into every WebP, even if told to leave them
/// out. In a square of 4 KB that is most of the file.
enum WebPContainer {
  /// Bits of the VP8X chunk's first byte: ICC profile, EXIF, XMP.
  private static let metadataFlags: UInt8 = 0x20 | 0x08 | 0x04

  /// Returns the file without its metadata; `nil` if it isn't a WebP.
  static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8)
    else {
      return nil
    }
    var kept: [UInt8] = Array("WEBP".utf8)
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = number(bytes, at: offset + 4)
      let end = min(bytes.count, offset + 8 + size + size % 2)
      switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
      case "ICCP", "EXIF", "XMP ": break
      case "VP8X" where size > 0 && end - offset > 8:
        var chunk = Array(bytes[offset..<end])
        chunk[8] &= ~metadataFlags
        kept += chunk
      default: kept += bytes[offset..<end]
      }
      offset = end
    }
    let size = (0..<4).map { UInt8(truncatingIfNeeded: kept.count >> (8 * $0)) }
    return Array("RIFF".utf8) + size + kept
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
