/// Why a picture was not taken.
public enum MediaError: Error, Equatable, Sendable {
  /// Not JPEG, PNG, WebP, GIF, HEIC or AVIF.
  case notAPicture
  /// It begins as a picture, but ends too early or is damaged.
  case truncated
  /// It has more bytes than the limit, which is given.
  case tooLarge(limit: Int)
  /// It has this many pixels, more than the limit.
  case tooManyPixels(Int)
  /// Decoding it takes more processor time than the limit.
  case tooSlow
  /// The file can't be read.
  case unreadable
  /// The folder of the pictures can't be written, or its disk is full.
  case cannotWrite(String)
  /// libvips can't be used on this machine; the text says what is missing.
  case noLibrary(String)

  /// Whether it is the file's fault, so that trying again is of no use.
  public var isFinal: Bool {
    switch self {
    case .notAPicture, .truncated, .tooLarge, .tooManyPixels, .tooSlow, .unreadable: true
    case .cannotWrite, .noLibrary: false
    }
  }

  /// A sentence for a person.
  public var message: String {
    switch self {
    case .notAPicture: "This is not a picture (JPEG, PNG, WebP, GIF, HEIC or AVIF)."
    case .truncated: "The picture is damaged or cut off."
    case .tooLarge(let limit): "The picture is larger than \(limit / 1_000_000) MB."
    case .tooManyPixels(let pixels): "The picture has too many pixels (\(pixels / 1_000_000) million)."
    case .tooSlow: "The picture takes too long to decode."
    case .unreadable: "The picture can't be read."
    case .cannotWrite(let path): "The picture can't be written to \(path)."
    case .noLibrary(let missing): "No picture can be made: \(missing); libvips is in Debian's package libvips42."
    }
  }
}
