/// The reasons for refusing a picture.
public enum MediaError: Error, Equatable, Sendable {
  /// Not JPEG, PNG, WebP, GIF, HEIC or AVIF.
  case notAPicture
  /// It begins as a picture, but ends too early or is damaged.
  case truncated
  /// The file is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The picture has this many pixels, more than the limit.
  case tooManyPixels(Int)
  /// Decoding it takes more processor time than the limit.
  case tooSlow
  /// The file can't be read.
  case unreadable
  /// The folder of the pictures isn't writable, or its disk is full.
  case cannotWrite(String)
  /// libvips can't be used on this machine; the text says what is missing.
  case noLibrary(String)

  /// True if the file itself is at fault, so that a retry can't succeed.
  public var isFinal: Bool {
    switch self {
    case .notAPicture, .truncated, .tooLarge, .tooManyPixels, .tooSlow, .unreadable: true
    case .cannotWrite, .noLibrary: false
    }
  }

  /// A sentence to show to people.
  public var message: String {
    switch self {
    case .notAPicture: "This is not a picture (JPEG, PNG, WebP, GIF, HEIC or AVIF)."
    case .truncated: "The picture is damaged or cut off."
    case .tooLarge(let limit): "The picture is larger than \(limit / 1_000_000) MB."
    case .tooManyPixels(let pixels): "The picture has too many pixels (\(pixels / 1_000_000) million)."
    case .tooSlow: "The picture takes too long to decode."
    case .unreadable: "The picture can't be read."
    case .cannotWrite(let path): "The picture can't be written to \(path)."
    case .noLibrary(let missing):
      "No picture can be made: \(missing); libvips is in Debian's package libvips42."
    }
  }
}
