import Social

/// Which part of a picture is taken: it is moved and scaled under a frame, which it always covers.
public struct Crop: Equatable, Sendable {
  enum Shape: Equatable, Sendable {
    case square
    /// Three times as wide as high.
    case wide
  }

  /// A part of a picture, from its left upper corner, in parts of its width and height.
  public struct Area: Equatable, Sendable {
    public let left: Double
    public let top: Double
    public let width: Double
    public let height: Double
  }

  static let least = 1000
  static let most = 5000
  /// How far a key or a button moves it.
  static let step = 60

  let shape: Shape
  /// The picture's, in px.
  let size: PixelSize
  /// In thousandths of what just covers the frame.
  private(set) var zoom = Self.least
  /// How far the middle of the picture is from that of the frame, in thousandths of the frame's height.
  private(set) var x = 0
  private(set) var y = 0

  init(_ shape: Shape, of size: PixelSize) {
    self.shape = shape
    self.size = size
  }

  private var frameWidth: Int { shape == .square ? 1000 : 3000 }

  /// Compared with the frame: its height is what covers it, and the sides lie outside.
  var isWide: Bool { size.width * 1000 >= size.height * frameWidth }

  /// In thousandths of the frame's height.
  private var shown: (width: Int, height: Int) {
    let covering =
      isWide ? (1000 * size.width / size.height, 1000) : (frameWidth, frameWidth * size.height / size.width)
    return (covering.0 * zoom / 1000, covering.1 * zoom / 1000)
  }

  mutating func move(x across: Int, y down: Int) {
    let limits = ((shown.width - frameWidth) / 2, (shown.height - 1000) / 2)
    x = min(max(x + across, -limits.0), limits.0)
    y = min(max(y + down, -limits.1), limits.1)
  }

  /// Keeps the point of the picture where it is that lies there, as seen from the middle of the frame.
  mutating func scale(to wanted: Int, aroundX pointX: Int = 0, y pointY: Int = 0) {
    let new = min(max(wanted, Self.least), Self.most)
    let (across, down) = ((x - pointX) * new / zoom + pointX - x, (y - pointY) * new / zoom + pointY - y)
    zoom = new
    move(x: across, y: down)
  }

  /// What a key does, by its name (UI Events KeyboardEvent key Values).
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
      left: (width - Double(frameWidth + 2 * x)) / 2 / width, top: (height - Double(1000 + 2 * y)) / 2 / height,
      width: Double(frameWidth) / width, height: 1000 / height)
  }

  var variables: [StyleVariable] { [.number("--zoom", zoom), .number("--x", x), .number("--y", y)] }
}

/// The fingers on a picture that is cropped: one moves it, two scale it as well.
struct CropGesture {
  /// Where the picture is; nil: there is none.
  var crop: Crop?
  private var fingers: [ZoomGesture.Finger] = []
  /// How far the two fingers were from each other, and the zoom of then.
  private var pinch = (distance: 0, zoom: 0)

  /// Says whether it moved the picture.
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
