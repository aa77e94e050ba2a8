/// The accepted formats of pictures, recognized by their first bytes, never by a file name or a header.
public enum PictureFormat: String, CaseIterable, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case gif = "image/gif"
  case heic = "image/heic"
  case avif = "image/avif"

  /// The start of libvips' names for the loaders of this format.
  var loader: String {
    switch self {
    case .jpeg: "jpegload"
    case .png: "pngload"
    case .webp: "webpload"
    case .gif: "gifload"
    case .heic, .avif: "heifload"
    }
  }

  /// True if files of this format can hold an animation.
  var canMove: Bool { self == .gif || self == .webp }

  /// The number of bytes that `init(firstBytes:)` needs.
  public static let signatureLength = 16

  /// Returns true if a file that begins with these bytes may be a picture.
  public static func isPicture(firstBytes: [UInt8]) -> Bool { Self(firstBytes: firstBytes) != nil }

  /// Recognizes the format; `nil` if the bytes begin none of these formats. Sources: the signatures in the
  /// formats' own standards; for HEIC and AVIF, ISO 14496-12 section 4.3 (`ftyp`).
  init?(firstBytes bytes: [UInt8]) {
    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: signature)
    }
    if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if has(Array("GIF8".utf8)) {
      self = .gif
    } else if has(Array("ftyp".utf8), at: 4) {
      let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
      switch brand {
      case "avif", "avis": self = .avif
      case "heic", "heix", "heim", "heis", "mif1", "msf1": self = .heic
      default: return nil
      }
    } else {
      return nil
    }
  }
}
