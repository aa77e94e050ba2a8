public import Social

/// What the browser tells the app.
public indirect enum AppEvent: Equatable, Sendable {
  /// Outside of the screens the identifier is 0.
  case tapped(Identifier, String)
  case submitted(Identifier, [String])
  case typed(Identifier, field: String, String)
  /// How far the window's upper edge is below that of the cells, how high the window is, and how far its lower edge is
  /// from the end of what can be scrolled, in CSS px.
  case scrolled(Identifier, offset: Double, height: Double, rest: Double)
  /// How much room a cell takes, in CSS px.
  case measured(Identifier, key: String, height: Double)
  /// nil: no cell of the screen has the focus.
  case focused(Identifier, key: String?)
  case anchored(Identifier, key: String, offset: Int)
  /// The page was reloaded, or left and come back to: where it stood.
  case cameBack(key: String, offset: Int)
  /// The viewer scrolled to that picture.
  case turned(Identifier, to: Int)
  case key(Key)
  case received(Identifier, Result<Response, RequestFailure>)
  case loaded(Identifier, [UInt8]?)
  /// `showsList`: a list shows beside what lies over it. `holdsToast`: the mouse or the focus is on the toast.
  case timerFired(Identifier, showsList: Bool = false, holdsToast: Bool = false)
  /// The browser's own back and forward.
  case wentTo(depth: Int)
  case clock(Timestamp, minutesEast: Int, showsList: Bool = false)
  /// The network is back.
  case online
  /// The person drags a file over the page, or no longer.
  case fileDragged(isOver: Bool)
  /// The person came back to the app.
  case returned
  /// The person dropped a file on the app, or chose one. `unreachable`: it can't be read.
  case given(Result<[UInt8], RequestFailure>, name: String = "")
  /// The person chose, pasted or dropped that many pictures. `Command.preparePicture` is for one after the other.
  case picked(Int)
  /// Another program of the phone shared words with this one (Web Share Target API). Pictures follow as `picked`.
  case shared(String)
  /// A picture is ready to be sent, as a file of that size; nil: it can't be read, or is there no longer.
  /// `isKept`: the device has it, whatever becomes of this page. How many pixels it has; nil: the browser can't draw it, or
  /// it moves. `isPicture`: the file says that it is one, or nothing of what it is.
  case prepared(String, size: Int?, isKept: Bool, PixelSize? = nil, isPicture: Bool = true)

  /// Another tab of the browser wrote that small text, or removed it (`nil`).
  case rememberedElsewhere(String, String?)
  /// All small texts, after a time in which this tab may have missed news.
  case remembered(Memory)
  case leads(Lead)
  /// The device has no room for what it was to keep under that key.
  case notKept(String)

  /// The tab's part in sending what waits. One tab has it, which is the one that was looked at last.
  public enum Lead: Int32, Equatable, Sendable {
    case no = 0
    /// No other tab had it: nothing is on its way.
    case alone = 1
    /// Another tab had it until now, and may still wait for answers.
    case after = 2
  }

  public enum Key: Int32, Equatable, Sendable {
    case escape = 0
    /// Towards the end of the line: right, or left in Arabic.
    case forward = 1
    case backward = 2
  }
}
