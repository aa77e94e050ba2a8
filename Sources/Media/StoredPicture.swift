/// What the store made of a picture.
public struct StoredPicture: Equatable, Sendable {
  public struct Copy: Equatable, Sendable {
    /// The name of the file.
    public let name: String
    public let width: Int
    public let height: Int
    /// The middle square, not the whole picture.
    public let isSquare: Bool

    public init(name: String, width: Int, height: Int, isSquare: Bool) {
      self.name = name
      self.width = width
      self.height = height
      self.isSquare = isSquare
    }
  }

  /// 32 hexadecimal digits; the same bytes always have the same.
  public let hash: String
  /// What the bytes were that came in.
  public let format: PictureFormat
  /// The size of the upright picture as it came, in pixels.
  public let width: Int
  public let height: Int
  /// Of what came in.
  public let byteSize: Int
  /// Smaller copies: squares, then whole pictures, each from small to large; then the one that moves, if there is one.
  public let copies: [Copy]
  /// Some 30 characters from which a program draws a blur of it (blurha.sh); nil of one that was made before there were any.
  public let blurhash: String?

  /// The name of the JPEG that every picture has.
  public static let fallbackName = "original.jpg"

  /// The name of the copy with all frames.
  public static let movingName = "moving.webp"

  public init(
    hash: String, format: PictureFormat, width: Int, height: Int, byteSize: Int, copies: [Copy], blurhash: String? = nil
  ) {
    self.hash = hash
    self.format = format
    self.width = width
    self.height = height
    self.byteSize = byteSize
    self.copies = copies
    self.blurhash = blurhash
  }

  /// All that is offered of it.
  var fileNames: [String] { [Self.fallbackName] + copies.map(\.name) }
}
