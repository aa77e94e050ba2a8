/// The fingers on a picture of the viewer screen. Pinch and double tap zoom, one finger moves the zoomed
/// picture, and dragging an unzoomed one down closes. Sideways motion is left to the browser's scrolling.
struct ZoomGesture: Equatable, Sendable {
  /// Zoom factors are in thousandths.
  static let unzoomed = 1000
  static let doubleTapZoom = 2500
  static let maxZoom = 5000
  /// Distances in CSS px.
  static let slop = 8
  static let closingDistance = 100
  static let turningDistance = 60
  /// Milliseconds.
  static let doubleTapTime: Int64 = 300
  static let flickTime: Int64 = 250

  struct Finger: Equatable, Sendable {
    var pointer: Int32
    var x: Int
    var y: Int
  }

  enum Mode: Equatable, Sendable {
    case idle
    case undecided
    case panning
    case pinching(distance: Int, zoom: Int)
    case dragging
    /// Sideways: by the browser, or by the app for a mouse.
    case turning
  }

  var mode = Mode.idle
  var fingers: [Finger] = []
  var start = Finger(pointer: 0, x: 0, y: 0)
  var startTime: Int64 = 0
  var lastTap: (time: Int64, x: Int, y: Int)?
  var zoom = Self.unzoomed
  var x = 0
  var y = 0
  var window = (width: 0, height: 0)

  init() {}

  static func == (left: ZoomGesture, right: ZoomGesture) -> Bool {
    left.mode == right.mode && left.fingers == right.fingers && left.zoom == right.zoom && left.x == right.x
      && left.y == right.y
  }

  struct Outcome: Equatable, Sendable {
    enum Decision: Equatable, Sendable {
      case none
      /// A tap that may still become a double tap.
      case tapped
      /// The second tap of a double tap; the first one counts for nothing.
      case doubleTapped
      case closes
      case next
      case previous
    }

    var claimsTouch = false
    var variables: [StyleVariable] = []
    var decision = Decision.none
  }

  /// Resets to the whole picture, because another one shows.
  mutating func reset() -> [StyleVariable] {
    self = ZoomGesture()
    return placement(settles: false)
  }

  mutating func handle(_ event: PointerEvent) -> Outcome {
    window = (event.windowWidth, event.windowHeight)
    switch event.phase {
    case .down: return down(event)
    case .move: return move(event)
    case .up: return up(event)
    case .cancel:
      let ended = mode
      fingers = []
      mode = .idle
      switch ended {
      case .dragging: return Outcome(variables: dragged(0, settles: true))
      case .pinching: return Outcome(variables: settled())
      default: return Outcome()
      }
    }
  }

  private mutating func down(_ event: PointerEvent) -> Outcome {
    guard fingers.count < 2, !fingers.contains(where: { $0.pointer == event.pointer }) else {
      return Outcome()
    }
    fingers.append(Finger(pointer: event.pointer, x: event.x, y: event.y))
    guard fingers.count == 2 else {
      start = fingers[0]
      startTime = event.time
      mode = .undecided
      return Outcome()
    }
    mode = .pinching(distance: distance(), zoom: zoom)
    return Outcome(claimsTouch: true, variables: dragged(0, settles: true))
  }

  private mutating func move(_ event: PointerEvent) -> Outcome {
    guard let index = fingers.firstIndex(where: { $0.pointer == event.pointer }) else { return Outcome() }
    let before = fingers[index]
    fingers[index].x = event.x
    fingers[index].y = event.y
    let across = event.x - start.x
    let down = event.y - start.y
    if mode == .undecided {
      guard max(abs(across), abs(down)) > Self.slop else { return Outcome(claimsTouch: zoom > Self.unzoomed) }
      mode = zoom > Self.unzoomed ? .panning : down > abs(across) ? .dragging : .turning
    }
    switch mode {
    case .pinching(let startDistance, let startZoom):
      pinch(startDistance, startZoom)
      return Outcome(claimsTouch: true, variables: placement(settles: false))
    case .panning:
      moveTo(x + event.x - before.x, y + event.y - before.y)
      return Outcome(claimsTouch: true, variables: placement(settles: false))
    case .dragging:
      return Outcome(claimsTouch: true, variables: dragged(max(0, down), across, settles: false))
    case .idle, .undecided, .turning: return Outcome()
    }
  }

  private mutating func up(_ event: PointerEvent) -> Outcome {
    guard fingers.contains(where: { $0.pointer == event.pointer }) else { return Outcome() }
    fingers.removeAll { $0.pointer == event.pointer }
    let ended = mode
    let down = event.y - start.y
    let across = event.x - start.x
    mode = fingers.isEmpty ? .idle : .panning
    switch ended {
    case .pinching: return Outcome(claimsTouch: true, variables: settled())
    case .panning: return Outcome(claimsTouch: true)
    case .dragging:
      let isFlick = down > Self.slop * 3 && event.time - startTime < Self.flickTime
      if down > Self.closingDistance || isFlick { return Outcome(claimsTouch: true, decision: .closes) }
      return Outcome(claimsTouch: true, variables: dragged(0, settles: true))
    case .turning:
      guard abs(across) > Self.turningDistance else { return Outcome() }
      return Outcome(decision: across < 0 ? .next : .previous)
    case .undecided: return tap(event)
    case .idle: return Outcome()
    }
  }

  private mutating func tap(_ event: PointerEvent) -> Outcome {
    if let last = lastTap, event.time - last.time < Self.doubleTapTime, abs(event.x - last.x) < 30,
      abs(event.y - last.y) < 30
    {
      lastTap = nil
      if zoom > Self.unzoomed {
        zoom = Self.unzoomed
        moveTo(0, 0)
      } else {
        zoomTo(Self.doubleTapZoom, aroundX: event.x, y: event.y)
      }
      return Outcome(claimsTouch: true, variables: placement(settles: true), decision: .doubleTapped)
    }
    lastTap = (event.time, event.x, event.y)
    return Outcome(decision: .tapped)
  }

  private mutating func pinch(_ startDistance: Int, _ startZoom: Int) {
    guard fingers.count == 2, startDistance > 0 else { return }
    let wanted = startZoom * distance() / startDistance
    zoomTo(
      min(max(wanted, Self.unzoomed * 7 / 10), Self.maxZoom),
      aroundX: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
  }

  /// Zooms, and keeps the picture's point under (x, y) in place.
  private mutating func zoomTo(_ newZoom: Int, aroundX pointX: Int, y pointY: Int) {
    let fromCentreX = pointX - window.width / 2
    let fromCentreY = pointY - window.height / 2
    let newX = fromCentreX - (fromCentreX - x) * newZoom / zoom
    let newY = fromCentreY - (fromCentreY - y) * newZoom / zoom
    zoom = newZoom
    moveTo(newX, newY)
  }

  /// Moves the picture, which can't leave the window.
  private mutating func moveTo(_ newX: Int, _ newY: Int) {
    let limitX = max(0, window.width * (zoom - Self.unzoomed) / 2000)
    let limitY = max(0, window.height * (zoom - Self.unzoomed) / 2000)
    x = min(max(newX, -limitX), limitX)
    y = min(max(newY, -limitY), limitY)
  }

  private mutating func settled() -> [StyleVariable] {
    if zoom < Self.unzoomed {
      zoom = Self.unzoomed
      moveTo(0, 0)
    }
    return placement(settles: true)
  }

  /// Returns the distance between the two fingers, in CSS px.
  private func distance() -> Int {
    guard fingers.count == 2 else { return 0 }
    let across = fingers[0].x - fingers[1].x
    let down = fingers[0].y - fingers[1].y
    return Self.squareRoot(across * across + down * down)
  }

  /// Returns the square root, rounded down (Newton's method): floating point would add a math library to the
  /// app.
  static func squareRoot(_ square: Int) -> Int {
    var root = square
    var next = (root + 1) / 2
    while next < root {
      root = next
      next = (root + square / root) / 2
    }
    return root
  }

  private func placement(settles: Bool) -> [StyleVariable] {
    [
      .number("--settle", settles ? 1 : 0), .number("--zoom", zoom), .pixels("--x", x), .pixels("--y", y),
    ]
  }

  private func dragged(_ down: Int, _ across: Int = 0, settles: Bool) -> [StyleVariable] {
    [
      .number("--settle", settles ? 1 : 0), .pixels("--drag", down), .pixels("--drag-x", across),
      .number("--fade", min(1000, down * 1000 / 400)),
    ]
  }
}
