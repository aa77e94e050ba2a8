/// A picture and the sizes in which its server offers it.
public struct Picture: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var url: String
    var size: PixelSize?
    var variants: [Variant]
    var description: String
    var focus: Focus?
  }

  @Shared private var parts: Parts

  /// The address for clients that don't know `variants`.
  public var url: String {
    get { parts.url }
    set { parts.url = newValue }
  }
  /// The size of the whole picture; `nil` if the source doesn't send it.
  public var size: PixelSize? {
    get { parts.size }
    set { parts.size = newValue }
  }
  /// Smaller copies, so that the browser never decodes a picture larger than it shows.
  public var variants: [Variant] {
    get { parts.variants }
    set { parts.variants = newValue }
  }
  /// The description (ALT); empty if unknown.
  public var description: String {
    get { parts.description }
    set { parts.description = newValue }
  }
  /// The point that stays visible when the picture is cropped; `nil` means the middle.
  public var focus: Focus? {
    get { parts.focus }
    set { parts.focus = newValue }
  }

  public init(
    url: String, size: PixelSize? = nil, variants: [Variant] = [], description: String = "",
    focus: Focus? = nil
  ) {
    parts = Parts(url: url, size: size, variants: variants, description: description, focus: focus)
  }

  /// A point of a picture, in thousandths of half its width and height. The range is -1000 (left, bottom) to
  /// 1000 (right, top) (Mastodon API, "focal points").
  public struct Focus: Equatable, Sendable {
    public let x: Int
    public let y: Int

    public init(x: Int, y: Int) {
      self.x = max(-1000, min(1000, x))
      self.y = max(-1000, min(1000, y))
    }
  }

  /// A copy of the picture in another size.
  public struct Variant: Equatable, Sendable {
    public enum Shape: Equatable, Sendable {
      /// The whole picture.
      case whole
      /// The square in the middle of the picture.
      case square
    }

    public var url: String
    public var size: PixelSize
    public var shape: Shape

    public init(url: String, size: PixelSize, shape: Shape) {
      self.url = url
      self.size = size
      self.shape = shape
    }
  }
}

/// Width and height in pixels. Both are above zero, and a thousand times each fits into 32 bits.
public struct PixelSize: Equatable, Sendable {
  static let limit = 1 << 20

  public let width: Int
  public let height: Int

  public init?(width: Int, height: Int) {
    guard width > 0, height > 0, max(width, height) < Self.limit else { return nil }
    self.width = width
    self.height = height
  }
}
