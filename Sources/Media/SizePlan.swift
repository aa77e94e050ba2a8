/// Which copies are made of a picture of a given size. Pure, so that it can be tested without pictures.
struct SizePlan: Equatable {
  struct Copy: Equatable {
    var name: String
    var width: Int
    var height: Int
    var isSquare: Bool
  }

  /// WebP holds no longer side (RFC 9649 section 2.6).
  static let longestSide = 16_383
  static let mostPixels = 16_000_000
  static let widths = [360, 720, 1440]
  static let squares = [180, 360]
  /// Of one that moves, which takes much more.
  static let movingWidth = 720

  /// The size of the picture itself, in pixels.
  let width: Int
  let height: Int
  /// The largest copy, which is also what programs get that know no variants (`original.jpg`).
  let largest: Copy
  /// The copies of the whole picture, smallest first. Never enlarged; at least one.
  let whole: [Copy]
  /// The middle squares, smallest first. Never enlarged; at least one.
  let squares: [Copy]
  /// The one with all frames; nil of a picture that stands still.
  let moving: Copy?
  /// From which the blurhash is made.
  let blurred: Copy

  init(width: Int, height: Int, isMoving: Bool = false) {
    self.width = width
    self.height = height
    moving = isMoving ? Self.copy(named: StoredPicture.movingName, fitting: Self.movingWidth, width, height) : nil
    let edge = 32.0 / Double(max(width, height))
    blurred = Copy(
      name: "", width: max(1, Int(Double(width) * edge)), height: max(1, Int(Double(height) * edge)), isSquare: false)
    largest = Self.copy(named: "original.jpg", fitting: 1440, width, height)
    whole = Self.limits(Self.widths, upTo: width).map { limit in
      Self.copy(named: "w\(limit).webp", fitting: limit, width, height)
    }
    let side = min(width, height)
    squares = Self.limits(Self.squares, upTo: side).map { limit in
      let side = min(side, limit)
      return Copy(name: "s\(limit).webp", width: side, height: side, isSquare: true)
    }
  }

  /// Those below the length, and the one that first reaches it: so that a full screen gets all there is.
  private static func limits(_ limits: [Int], upTo length: Int) -> [Int] {
    limits.indices.filter { $0 == 0 || limits[$0 - 1] < length }.map { limits[$0] }
  }

  /// Bounded by the width, and so that it stays within `longestSide` and `mostPixels`.
  private static func copy(named name: String, fitting limit: Int, _ width: Int, _ height: Int) -> Copy {
    let (sourceWidth, sourceHeight) = (Double(width), Double(height))
    let scale = min(
      1, Double(limit) / sourceWidth, Double(longestSide) / max(sourceWidth, sourceHeight),
      (Double(mostPixels) / (sourceWidth * sourceHeight)).squareRoot())
    return Copy(
      name: name, width: max(1, Int((sourceWidth * scale).rounded())),
      height: max(1, Int((sourceHeight * scale).rounded())), isSquare: false)
  }
}
