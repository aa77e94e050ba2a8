import Social

extension Picture {
  /// The picture with the squares that this server stores of it. The Mastodon API lists none of them, so a
  /// small tile would load a copy eight times as wide as it shows. Other servers' pictures stay as they are.
  ///
  /// The server makes a square of 180 px of each picture, and one of 360 px of those that are larger
  /// (`SizePlan`).
  var withSquares: Picture {
    guard let size, let preview = variants.first, preview.shape == .whole,
      let folder = Self.folder(of: preview.url)
    else { return self }
    let side = min(size.width, size.height)
    var picture = self
    for limit in [180, 360] where limit == 180 || side > 180 {
      guard let square = PixelSize(width: min(side, limit), height: min(side, limit)) else { continue }
      picture.variants.append(Variant(url: folder + "s\(limit).webp", size: square, shape: .square))
    }
    return picture
  }

  /// Returns the folder of a copy on this server: `/media/`, 32 hexadecimal digits, and a slash. Other
  /// servers' URLs begin with a scheme.
  private static func folder(of url: String) -> String? {
    let (start, bytes) = (Array("/media/".utf8), Array(url.utf8))
    let end = start.count + 32
    guard bytes.count > end + 1, bytes.starts(with: start), bytes[end] == UInt8(ascii: "/"),
      bytes[end + 1] == UInt8(ascii: "w")
    else { return nil }
    for byte in bytes[start.count..<end] {
      guard 0x30...0x39 ~= byte || 0x61...0x66 ~= byte else { return nil }
    }
    return String(decoding: bytes[...end], as: UTF8.self)
  }
}
