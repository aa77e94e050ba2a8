/// A picture and the copies that the store made of it.
public struct StoredPicture: Equatable, Sendable {
  public struct Copy: Equatable, Sendable {
    /// The name of the file.
    public let name: String
    public let width: Int
    public let height: Int
    /// True if the copy is a square from the middle, false if it shows the whole picture.
    public let isSquare: Bool

    public init(name: String, width: Int, height: Int, isSquare: Bool) {
      self.name = name
      self.width = width
      self.height = height
      self.isSquare = isSquare
    }
  }

  /// The key of the picture: 32 hexadecimal digits, always the same for the same bytes.
  public let hash: String
  /// The format of the uploaded file.
  public let format: PictureFormat
  /// The size of the upright picture as uploaded, in pixels.
  public let width: Int
  public let height: Int
  /// The size of the uploaded file, in bytes.
  public let byteSize: Int
  /// Smaller copies: squares, then whole pictures, each from small to large, then the banner of a cover, then
  /// the animated one if there is one.
  public let copies: [Copy]
  /// A blur of the picture in about 30 characters (blurha.sh); `nil` for pictures of earlier versions, which
  /// have none.
  public let blurhash: String?

  /// The name of the JPEG that every picture has.
  public static let fallbackName = "original.jpg"

  /// The name of the JPEG of a cover's middle, three times as wide as high.
  public static let bannerName = "banner.jpg"

  /// The name of the copy with all frames.
  public static let movingName = "moving.webp"

  public init(
    hash: String, format: PictureFormat, width: Int, height: Int, byteSize: Int, copies: [Copy],
    blurhash: String? = nil
  ) {
    self.hash = hash
    self.format = format
    self.width = width
    self.height = height
    self.byteSize = byteSize
    self.copies = copies
    self.blurhash = blurhash
  }

  /// The names of all files that clients can load.
  var fileNames: [String] { [Self.fallbackName] + copies.map(\.name) }
}
