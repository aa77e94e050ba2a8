import Social

/// The part of a picture to use: the picture is moved and scaled under a square frame. It always covers the
/// frame, unless it is a long cover.
public struct Crop: Equatable, Sendable {
  /// A part of a picture: its upper left corner and size, in fractions of the picture's width and height. The
  /// part of a long cover can be larger than the picture.
  public struct Area: Equatable, Sendable {
    public let left: Double
    public let top: Double
    public let width: Double
    public let height: Double
  }

  /// The zoom at which the picture just covers the frame.
  static let minZoom = 1000
  static let maxZoom = 5000
  /// The least zoom of the longest covers, which keeps numbers within 32 bits.
  static let leastZoom = 50
  /// The distance that a key or a button moves it, in thousandths of the frame.
  static let step = 60

  /// The size of the picture, in px.
  let size: PixelSize
  /// The zoom from which it can only grow. A cover whose sides are 3:1 or more can be made smaller until its
  /// whole length is in the frame (decision 0091).
  private let lowest: Int
  /// Thousandths of the scale at which it just covers the frame.
  private(set) var zoom = Self.minZoom
  /// The offset of the picture's middle from the frame's, in thousandths of the frame.
  private(set) var x = 0
  private(set) var y = 0

  init(of size: PixelSize, isCover: Bool = false) {
    self.size = size
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    let isLong = isCover && long / short >= 3
    lowest = isLong ? max((1000 * short + long - 1) / long, Self.leastZoom) : Self.minZoom
  }

  /// The shape that decides how the picture is drawn.
  struct Shape: Equatable, Sendable {
    let isWide: Bool
    /// True if the picture can be made smaller than the frame.
    let isLong: Bool
  }

  var shape: Shape { Shape(isWide: isWide, isLong: lowest < Self.minZoom) }

  /// True if the picture isn't higher than wide: its height decides the scale, and its sides lie outside.
  var isWide: Bool { size.width >= size.height }

  /// The size of the scaled picture in thousandths of the frame, which can exceed 32 bits.
  private var shown: (width: Int64, height: Int64) {
    let (width, height, zoom) = (Int64(size.width), Int64(size.height), Int64(zoom))
    let covering = isWide ? (1000 * width / height, 1000) : (1000, 1000 * height / width)
    return (covering.0 * zoom / 1000, covering.1 * zoom / 1000)
  }

  mutating func move(x across: Int, y down: Int) {
    x = Self.moved(x, by: across, within: (shown.width - 1000) / 2)
    y = Self.moved(y, by: down, within: (shown.height - 1000) / 2)
  }

  private static func moved(_ position: Int, by distance: Int, within limit: Int64) -> Int {
    // A side that is shorter than the frame stays in its middle.
    let limit = min(max(limit, 0), farthest)
    return Int(min(max(Int64(position) + Int64(distance), -limit), limit))
  }

  /// The greatest distance from the middle that is computed, in thousandths of the frame.
  private static let farthest: Int64 = 100_000_000

  /// Scales the picture, and keeps the given point of it in place. The point is relative to the middle of the
  /// frame.
  mutating func scale(to wanted: Int, aroundX pointX: Int = 0, y pointY: Int = 0) {
    let new = min(max(wanted, lowest), Self.maxZoom)
    let (across, down) = (distance(x, around: pointX, new), distance(y, around: pointY, new))
    zoom = new
    move(x: across, y: down)
  }

  /// Returns the new distance of something that is scaled around a point.
  private func distance(_ position: Int, around point: Int, _ new: Int) -> Int {
    let (position, point) = (Int64(position), Int64(point))
    return Int(clamping: (position - point) * Int64(new) / Int64(zoom) + point - position)
  }

  /// Handles a key, by its name (UI Events KeyboardEvent key Values).
  mutating func press(_ key: String) {
    switch key {
    case "ArrowLeft": move(x: -Self.step, y: 0)
    case "ArrowRight": move(x: Self.step, y: 0)
    case "ArrowUp": move(x: 0, y: -Self.step)
    case "ArrowDown": move(x: 0, y: Self.step)
    case "+", "=": scale(to: zoom * 6 / 5)
    case "-": scale(to: zoom * 5 / 6)
    default: return
    }
  }

  var area: Area {
    let (width, height) = (Double(shown.width), Double(shown.height))
    return Area(
      left: (width - Double(1000 + 2 * x)) / 2 / width,
      top: (height - Double(1000 + 2 * y)) / 2 / height,
      width: 1000 / width, height: 1000 / height)
  }

  var variables: [StyleVariable] { [.number("--zoom", zoom), .number("--x", x), .number("--y", y)] }
}

/// The fingers on a picture that is being cropped: one moves it, two also scale it.
struct CropGesture {
  /// The position of the picture; `nil` if no picture is being cropped.
  var crop: Crop?
  private var fingers: [ZoomGesture.Finger] = []
  /// The distance of the two fingers when they came down, and the zoom at that time.
  private var pinch = (distance: 0, zoom: 0)

  /// Returns true if it moved the picture.
  mutating func handle(_ event: PointerEvent) -> Bool {
    let index = fingers.firstIndex { $0.pointer == event.pointer }
    switch event.phase {
    case .down:
      guard index == nil, fingers.count < 2 else { return false }
      fingers.append(ZoomGesture.Finger(pointer: event.pointer, x: event.x, y: event.y))
      pinch = (distance, crop?.zoom ?? 0)
    case .up, .cancel: if let index { fingers.remove(at: index) }
    case .move:
      guard let index, event.sheetHeight > 0 else { return false }
      let before = middle
      fingers[index].x = event.x
      fingers[index].y = event.y
      let height = event.sheetHeight
      let (now, pinch, apart) = (middle, pinch, distance)
      crop?.move(x: (now.x - before.x) * 1000 / height, y: (now.y - before.y) * 1000 / height)
      if fingers.count == 2, pinch.distance > 0 {
        crop?.scale(
          to: pinch.zoom * apart / pinch.distance, aroundX: (now.x - event.windowWidth / 2) * 1000 / height,
          y: (now.y - event.windowHeight / 2) * 1000 / height)
      }
      return true
    }
    return false
  }

  private var middle: (x: Int, y: Int) {
    guard let first = fingers.first, let last = fingers.last else { return (0, 0) }
    return ((first.x + last.x) / 2, (first.y + last.y) / 2)
  }

  private var distance: Int {
    guard fingers.count == 2 else { return 0 }
    let (across, down) = (fingers[0].x - fingers[1].x, fingers[0].y - fingers[1].y)
    return ZoomGesture.squareRoot(across * across + down * down)
  }
}
