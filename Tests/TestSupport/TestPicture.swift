/// Pictures made byte by byte.
public enum TestPicture {
  /// Returns an uncompressed PNG whose halves, left and right, have different colours.
  public static func png(
    width: Int, height: Int, left: [UInt8] = [200, 30, 30], right: [UInt8] = [30, 30, 200],
    alpha: UInt8? = nil
  ) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(height * (1 + width * 4))
    var row: [UInt8] = [0]
    for column in 0..<width {
      row += column < width / 2 ? left : right
      if let alpha { row.append(alpha) }
    }
    for _ in 0..<height { pixels += row }
    let header = number(width) + number(height) + [8, alpha == nil ? 2 : 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", header) + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
  }

  /// Returns a PNG that claims that size and has no pixels.
  public static func emptyPNG(width: Int, height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", stored([0]))
      + chunk("IEND", [])
  }

  /// A GIF of one red pixel.
  public static let gif: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0,
    1, 0, 0,
    2, 2, 0x44, 1, 0, 0x3B,
  ]

  /// Returns the JPEG with an EXIF block (JEITA CP-3451) that has its orientation and its location.
  public static func withEXIF(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      // The first directory: orientation (0x0112), and the offset of the GPS directory (0x8825).
      + [0, 2]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38]
      + [0, 0, 0, 0]
      // The GPS directory: latitude reference (1) "N", and the area (0x1D) as the marker to look for.
      + [0, 2]
      + [0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0]
      + [0, 0x1D, 0, 2, 0, 0, 0, 11, 0, 0, 0, 68]
      + [0, 0, 0, 0]
      + Array("2026:11:21\0".utf8)
    let body = Array("Exif\0\0".utf8) + tiff
    let length = body.count + 2
    return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body + jpeg.dropFirst(2)
  }

  /// Compresses as zlib (RFC 1950) with stored blocks (RFC 1951 section 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return result + number(Int(high << 16 | low))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return number(data.count) + body + number(Int(crc(body)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
  }
}

extension TestPicture {
  /// Returns a GIF whose frames are one pixel each, red and blue in turn, on a canvas of that size.
  public static func movingGIF(frames: Int, width: Int, height: Int) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
    var bytes: [UInt8] =
      Array("GIF89a".utf8) + short(width) + short(height) + [0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF]
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for frame in 0..<frames {
      // A tenth of a second; then one pixel of colour 0 or 1.
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, frame.isMultiple(of: 2) ? 0x44 : 0x4C, 1, 0]
    }
    return bytes + [0x3B]
  }
}
