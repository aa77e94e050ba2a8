/// The copies to make of a picture of a given size. It is pure, so that tests need no pictures.
struct SizePlan: Equatable {
  struct Copy: Equatable {
    var name: String
    var width: Int
    var height: Int
    /// True if the sides are cut off, so that the middle has another shape.
    var isCropped: Bool
  }

  /// The largest width and height of a WebP (RFC 9649 section 2.6).
  static let longestSide = 16_383
  static let maxPixels = 16_000_000
  static let widths = [360, 720, 1440]
  static let squares = [180, 360]
  /// The largest width of a cover's banner, which is three times as wide as high.
  static let bannerWidth = 1440
  /// The width of animated copies, which need much more space than others.
  static let movingWidth = 720

  /// The size of the picture itself, in pixels.
  let width: Int
  let height: Int
  /// The largest copy, which clients without support for variants also get (`original.jpg`).
  let largest: Copy
  /// The copies of the whole picture, smallest first. They are never enlarged; there is at least one.
  let whole: [Copy]
  /// The squares from the middle, smallest first. They are never enlarged; there is at least one.
  let squares: [Copy]
  /// The middle of a cover, for profiles; `nil` for other pictures.
  let banner: Copy?
  /// The copy with all frames; `nil` if the picture isn't animated.
  let moving: Copy?
  /// The copy that the blurhash is made from.
  let blurred: Copy

  init(width: Int, height: Int, isMoving: Bool = false, isCover: Bool = false) {
    self.width = width
    self.height = height
    banner = isCover ? Self.banner(width, height) : nil
    moving =
      isMoving ? Self.copy(named: StoredPicture.movingName, fitting: Self.movingWidth, width, height) : nil
    let edge = 32.0 / Double(max(width, height))
    blurred = Copy(
      name: "", width: max(1, Int(Double(width) * edge)), height: max(1, Int(Double(height) * edge)),
      isCropped: false)
    largest = Self.copy(named: "original.jpg", fitting: 1440, width, height)
    whole = Self.limits(Self.widths, upTo: width).map { limit in
      Self.copy(named: "w\(limit).webp", fitting: limit, width, height)
    }
    let side = min(width, height)
    squares = Self.limits(Self.squares, upTo: side).map { limit in
      let side = min(side, limit)
      return Copy(name: "s\(limit).webp", width: side, height: side, isCropped: true)
    }
  }

  /// Returns the limits below the length and the first one that reaches it, so that a full screen gets all
  /// the detail that there is.
  private static func limits(_ limits: [Int], upTo length: Int) -> [Int] {
    limits.indices.filter { $0 == 0 || limits[$0 - 1] < length }.map { limits[$0] }
  }

  /// Returns the largest banner that isn't enlarged. Of a picture of one or two pixels it is as wide as that.
  private static func banner(_ width: Int, _ height: Int) -> Copy {
    let height = min(height, max(1, min(bannerWidth, width) / 3))
    return Copy(
      name: StoredPicture.bannerName, width: min(width, 3 * height), height: height, isCropped: true)
  }

  /// Scales down to the width limit, and further until the copy is within `longestSide` and `maxPixels`.
  private static func copy(named name: String, fitting limit: Int, _ width: Int, _ height: Int) -> Copy {
    let (sourceWidth, sourceHeight) = (Double(width), Double(height))
    let scale = min(
      1, Double(limit) / sourceWidth, Double(longestSide) / max(sourceWidth, sourceHeight),
      (Double(maxPixels) / (sourceWidth * sourceHeight)).squareRoot())
    return Copy(
      name: name, width: max(1, Int((sourceWidth * scale).rounded())),
      height: max(1, Int((sourceHeight * scale).rounded())), isCropped: false)
  }
}
