/// The kinds of picture that are taken, told by their first bytes, never by a name or a header.
public enum PictureFormat: String, CaseIterable, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case gif = "image/gif"
  case heic = "image/heic"
  case avif = "image/avif"

  /// How libvips' names for what reads it begin.
  var loader: String {
    switch self {
    case .jpeg: "jpegload"
    case .png: "pngload"
    case .webp: "webpload"
    case .gif: "gifload"
    case .heic, .avif: "heifload"
    }
  }

  /// Whether files of it can hold frames that follow one another.
  var canMove: Bool { self == .gif || self == .webp }

  /// As many bytes as `init(firstBytes:)` wants to see.
  public static let signatureLength = 16

  /// Whether a file that begins so may be a picture.
  public static func isPicture(firstBytes: [UInt8]) -> Bool { Self(firstBytes: firstBytes) != nil }

  /// nil: not one of them. Source: the signatures of the formats' own standards, and ISO 14496-12
  /// section 4.3 (`ftyp`) for the last two.
  init?(firstBytes bytes: [UInt8]) {
    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: signature) }
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
