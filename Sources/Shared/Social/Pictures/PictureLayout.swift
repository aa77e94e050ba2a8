/// The layout of a post's pictures, like WeChat's (moments-look.md, "grid" and "one image").
public enum PictureLayout: Equatable, Sendable {
  case none
  /// One picture alone, in its own ratio within limits.
  case single(Box)
  /// Square crops in rows of `columns`.
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
  /// The gap between two squares, in CSS px.
  public static let gap = 5
  /// The height of a single portrait picture, in CSS px.
  static let portraitHeight = 180
  /// The minimum length of an edge, even for extreme ratios, in CSS px.
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

  /// Returns the box of a single picture. A landscape picture is as wide as two squares and the gap, a
  /// portrait one 180 px high. A picture whose long edge is more than three times the short one is cropped to
  /// half its length. A picture of unknown size gets a square.
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
  /// Returns the box of a single picture that is as wide as the text. Its ratio is the picture's own, within
  /// 3:4 (in an opened post 1:2) and 2:1 (feed-look.md, 1). Only the ratio of the box matters.
  public static func wide(_ size: PixelSize?, isLarge: Bool) -> Box {
    guard let size, size.width > 0 else { return Box(width: 306, height: 306) }
    let height = size.height * 306 / size.width
    return Box(width: 306, height: max(153, min(height, isLarge ? 612 : 408)))
  }
}

extension Picture {
  /// Returns the position of the picture in a box that it fills and overflows. It brings the focus as near to
  /// the middle as possible. The unit is a tenth of the overflow, from the left or the top
  /// (`object-position`, CSS Images 3). `nil` means the middle.
  public func crop(to box: PictureLayout.Box) -> Int? {
    guard let focus, let size else { return nil }
    let ratio = Double(size.width) / Double(size.height) * Double(box.height) / Double(box.width)
    // A wide picture overflows left and right, a high one above and below.
    let length = max(ratio, 1 / ratio)
    guard length > 1.02 else { return nil }
    let point = Double(ratio > 1 ? 1000 + focus.x : 1000 - focus.y) / 2000
    let tenths = Int((max(0, min(1, (point * length - 0.5) / (length - 1))) * 10 + 0.5))
    return tenths == 5 ? nil : tenths
  }
}
