/// How the pictures of a post are laid out, as WeChat does (moments-look.md, "grid" and "one image").
public enum PictureLayout: Equatable, Sendable {
  case none
  /// One picture alone, in its own ratio within limits.
  case single(Box)
  /// Square crops in rows of that many.
  case grid(columns: Int)

  /// A size in CSS px.
  public struct Box: Equatable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The edge of a square of the grid, in CSS px.
  public static let cell = 82
  /// Between two squares, in CSS px.
  public static let gap = 5
  /// The height of a portrait picture that stands alone, in CSS px.
  static let portraitHeight = 180
  /// No edge gets shorter, however extreme the ratio, in CSS px.
  static let shortestEdge = 48

  public init(of pictures: [Picture]) {
    switch pictures.count {
    case 0: self = .none
    case 1: self = .single(Self.box(for: pictures[0].size))
    case 2, 3: self = .grid(columns: pictures.count)
    case 4: self = .grid(columns: 2)
    default: self = .grid(columns: 3)
    }
  }

  /// Landscape pictures are as wide as two squares and the gap; portrait ones 180 high; a picture more
  /// than three times as long as broad is cropped to half its length. Unknown sizes get a square.
  public static func box(for size: PixelSize?) -> Box {
    let landscapeWidth = 2 * cell + gap
    guard let size else { return Box(width: landscapeWidth, height: landscapeWidth) }
    let isLandscape = size.width >= size.height
    let long = isLandscape ? size.width : size.height
    let short = isLandscape ? size.height : size.width
    let isExtreme = long > 3 * short
    let longEdge = isLandscape ? landscapeWidth : portraitHeight
    let shownLength = isExtreme ? (long + 1) / 2 : long
    let shortEdge = max(shortestEdge, (longEdge * short + shownLength / 2) / shownLength)
    return isLandscape
      ? Box(width: longEdge, height: shortEdge) : Box(width: shortEdge, height: longEdge)
  }
}

extension PictureLayout {
  /// A picture alone that is as wide as the text: its own ratio from 3:4, in an opened post from 1:2, to 2:1 (feed-look.md, 1).
  /// Only the ratio of the box counts.
  public static func wide(_ size: PixelSize?, isLarge: Bool) -> Box {
    guard let size, size.width > 0 else { return Box(width: 306, height: 306) }
    let height = size.height * 306 / size.width
    return Box(width: 306, height: max(153, min(height, isLarge ? 612 : 408)))
  }
}

extension Picture {
  /// Where a picture is held in a box that it fills and hangs over, so that its focus is as near to the middle as can be: in
  /// tenths of what hangs over, from the left or from the top (`object-position`, CSS Images 3). nil: in the middle.
  public func crop(to box: PictureLayout.Box) -> Int? {
    guard let focus, let size else { return nil }
    let ratio = Double(size.width) / Double(size.height) * Double(box.height) / Double(box.width)
    // In a wide picture it goes from side to side, in a high one up and down.
    let length = max(ratio, 1 / ratio)
    guard length > 1.02 else { return nil }
    let point = Double(ratio > 1 ? 1000 + focus.x : 1000 - focus.y) / 2000
    let tenths = Int((max(0, min(1, (point * length - 0.5) / (length - 1))) * 10 + 0.5))
    return tenths == 5 ? nil : tenths
  }
}
