/// An event of a finger, pen or mouse, as the browser reports it (Pointer Events, Touch Events).
public struct PointerEvent: Equatable, Sendable {
  public enum Phase: Int32, Equatable, Sendable {
    case down = 0
    case move = 1
    case up = 2
    /// The browser took the gesture over, for scrolling.
    case cancel = 3
  }

  /// The pointer id of a mouse.
  static let mouse: Int32 = 1

  public var phase: Phase
  public var pointer: Int32
  /// CSS px from the top left corner of the window.
  public var x: Int
  public var y: Int
  /// Milliseconds from an arbitrary start.
  public var time: Int64
  /// The scroll offset of the screen, in CSS px; negative while the page is still pulled down, on its way
  /// back.
  public var scrollOffset: Int
  public var windowWidth: Int
  public var windowHeight: Int
  /// The offset of the sliding element from its place, in CSS px towards the end of the line. `nil` if the
  /// touch belongs to selected text, a field, or something that scrolls sideways.
  public var edge: Int?
  /// The height of the sheet that the finger can drag down, in CSS px; `edge` is then its offset downwards.
  /// Or the height of the frame under which the finger moves a picture. 0 without either.
  public var sheetHeight: Int
  /// `nil` for anything else.
  public var target: Target?

  /// The elements that can be held, or swiped away.
  public enum Target: Int32, Equatable, Sendable {
    case tabs = -1
    /// The toast over the tab bar.
    case toast = -2
    /// A post of a list, outside of its links, buttons and pictures.
    case post = -3
  }

  public init(
    phase: Phase, pointer: Int32 = 0, x: Int, y: Int, time: Int64, scrollOffset: Int = 0,
    windowWidth: Int = 390,
    windowHeight: Int = 844, edge: Int? = 0, sheetHeight: Int = 0, target: Target? = nil
  ) {
    self.phase = phase
    self.pointer = pointer
    self.x = x
    self.y = y
    self.time = time
    self.scrollOffset = scrollOffset
    self.windowWidth = windowWidth
    self.windowHeight = windowHeight
    self.edge = edge
    self.sheetHeight = sheetHeight
    self.target = target
  }

  /// The event with its two axes exchanged, so that code for sideways gestures handles downward ones.
  var transposed: PointerEvent {
    var event = self
    (event.x, event.y) = (y, x)
    (event.windowWidth, event.windowHeight) = (windowHeight, windowWidth)
    return event
  }
}

/// The decision about a touch.
public enum TouchClaim: Int32, Sendable {
  /// The touch is the browser's alone; the bridge stops reporting it.
  case none = 0
  /// The browser must leave it to the app.
  case taken = 1
  case undecided = 2
}

/// A variable of the style sheet, which a gesture sets on the screen's element while the finger moves.
public struct StyleVariable: Equatable, Sendable {
  public let name: StaticString
  public let value: String

  static func pixels(_ name: StaticString, _ value: Int) -> StyleVariable {
    StyleVariable(name: name, value: "\(value)px")
  }

  static func number(_ name: StaticString, _ value: Int) -> StyleVariable {
    StyleVariable(name: name, value: "\(value)")
  }

  public static func == (left: StyleVariable, right: StyleVariable) -> Bool {
    left.value == right.value
      && UnsafeBufferPointer(start: left.name.utf8Start, count: left.name.utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: right.name.utf8Start, count: right.name.utf8CodeUnitCount))
  }
}
