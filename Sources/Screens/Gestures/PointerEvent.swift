/// A finger, pen or mouse, as the browser tells it (Pointer Events, Touch Events).
public struct PointerEvent: Equatable, Sendable {
  public enum Phase: Int32, Equatable, Sendable {
    case down = 0
    case move = 1
    case up = 2
    /// The browser took the gesture over, for scrolling.
    case cancel = 3
  }

  /// The pointer that is a mouse.
  static let mouse: Int32 = 1

  public var phase: Phase
  public var pointer: Int32
  /// In CSS px from the top left corner of the window.
  public var x: Int
  public var y: Int
  /// Milliseconds from any start.
  public var time: Int64
  /// How far the screen's scroller is from its start, in CSS px; below 0: the page is that far pulled down, on its way back.
  public var scrollOffset: Int
  public var windowWidth: Int
  public var windowHeight: Int
  /// How far what slides under the finger is from its place, in CSS px towards the end of the line; nil: the touch belongs
  /// to selected text, a field, or something that scrolls sideways by itself.
  public var edge: Int?
  /// How high the sheet is that the finger can drag down, in CSS px, of which `edge` says how far down it is; or the frame
  /// under which it moves a picture; 0: there is neither.
  public var sheetHeight: Int
  /// nil: anywhere else.
  public var ground: Ground?

  /// What can be held, or swiped away.
  public enum Ground: Int32, Equatable, Sendable {
    case tabs = -1
    /// The line over the tab bar.
    case toast = -2
    /// A post of a list, where it has no link, button or picture.
    case post = -3
  }

  public init(
    phase: Phase, pointer: Int32 = 0, x: Int, y: Int, time: Int64, scrollOffset: Int = 0, windowWidth: Int = 390,
    windowHeight: Int = 844, edge: Int? = 0, sheetHeight: Int = 0, ground: Ground? = nil
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
    self.ground = ground
  }

  /// With its two axes exchanged: what is told by how it goes sideways is told by how it goes down.
  var transposed: PointerEvent {
    var event = self
    (event.x, event.y) = (y, x)
    (event.windowWidth, event.windowHeight) = (windowHeight, windowWidth)
    return event
  }
}

/// What becomes of a touch.
public enum TouchClaim: Int32, Sendable {
  /// The browser's alone: the rest of it need not be told.
  case none = 0
  /// The browser must leave it to the app.
  case taken = 1
  case undecided = 2
}

/// What a gesture does while the finger moves: it sets variables of the style sheet, on the screen's element.
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
