public import Social

/// An event that the browser reports to the app.
public indirect enum AppEvent: Equatable, Sendable {
  /// The identifier is 0 outside of the screens.
  case tapped(Identifier, String)
  case submitted(Identifier, [String])
  case typed(Identifier, field: String, String)
  /// Three lengths in CSS px: from the cells' upper edge to the window's; the height of the window; from its
  /// lower edge to the end of the content.
  case scrolled(Identifier, offset: Double, height: Double, rest: Double)
  /// The height of a cell, in CSS px.
  case measured(Identifier, key: String, height: Double)
  /// The key is `nil` if no cell of the screen has the focus.
  case focused(Identifier, key: String?)
  case anchored(Identifier, key: String, offset: Int)
  /// The page was reloaded, or left and returned to; the cell is its last reading position.
  case pageRestored(key: String, offset: Int)
  /// The picture viewer scrolled to that picture.
  case turned(Identifier, to: Int)
  case key(Key)
  /// A key with Shift on a picture that can change places. `tile`: its tap without the new position.
  case tileKey(Identifier, tile: String, Key)
  case received(Identifier, Result<Response, RequestFailure>)
  case loaded(Identifier, [UInt8]?)
  /// `showsList`: a list shows beside what lies over it. `holdsToast`: the mouse or the focus is on the
  /// toast.
  case timerFired(Identifier, showsList: Bool = false, holdsToast: Bool = false)
  /// The browser's own back and forward.
  case wentTo(depth: Int)
  case clock(Timestamp, minutesEast: Int, showsList: Bool = false)
  /// The network is back.
  case online
  /// The second part of the program has come.
  case becameWhole
  /// The network is gone.
  case wentOffline
  /// The page has been hidden for a while.
  case wasHidden
  /// A part of the response to a request for a stream; the first one may be empty. The identifier is 0 for the
  /// stream of another tab: a line that names it comes first (`App.streamed`).
  case streamed(Identifier, [UInt8])
  /// A file is being dragged over the page, or no longer.
  case fileDragged(isOver: Bool)
  /// The viewer returned to the app.
  case returned
  /// The viewer dropped a file on the app, or chose one. It fails with `unreachable` if the file can't be
  /// read.
  case given(Result<[UInt8], RequestFailure>, name: String = "")
  /// The viewer chose, pasted or dropped that many pictures. Each `Command.preparePicture` handles the next
  /// one.
  case picked(Int)
  /// Another app of the phone shared text with this one (Web Share Target API). Pictures follow as `picked`.
  case shared(String)
  /// A picture is ready to be uploaded, as a file of that size. The size is `nil` if it can't be read or no
  /// longer exists. `isStored`: the device has stored it, so it survives this page. The pixel size is `nil`
  /// if the browser can't draw it, or it is animated. `isPicture`: its type is an image type or unknown.
  case prepared(String, size: Int?, isStored: Bool, PixelSize? = nil, isPicture: Bool = true)

  /// Another tab of the browser wrote that small text, or removed it (`nil`).
  case rememberedElsewhere(String, String?)
  /// All small texts, after a time in which this tab may have missed changes.
  case remembered(Memory)
  case leads(Leadership)
  /// The device has no room for the text under that key.
  case notStored(String)
  /// The browser has carried out a `PushCommand`. The registration is the browser's JSON, and `nil` unless it was
  /// asked for and made. The zone is the device's time zone; empty if the browser doesn't know it.
  case pushed(PushPermission, registration: String?, zone: String = "")
  /// The browser's registration at its push service may have changed: at the start, and when the browser says so.
  case pushMayHaveChanged
  /// The viewer tapped a notification, whose account and address these are, or one of its actions. The account may
  /// be followed by the notification's id and its proof, after dots. `isOpen`: the page shows the address already.
  case notified(account: String, path: String, action: NotificationAction? = nil, isOpen: Bool)

  /// The actions that a notification offers beside its tap (Notifications API).
  public enum NotificationAction: Int32, Equatable, Sendable {
    case reply = 1
    case like = 2
  }

  /// The tab's part in sending the outbox. Exactly one tab sends: the one that was looked at last.
  public enum Leadership: Int32, Equatable, Sendable {
    case no = 0
    /// No other tab was the sender: no request is on its way.
    case alone = 1
    /// Another tab was the sender until now, and may still wait for responses.
    case after = 2
  }

  /// The keys that the bridge reports, by their places on the keyboard.
  public enum Key: Int32, Equatable, Sendable {
    case escape = 0
    case right = 1
    case left = 2
    case up = 3
    case down = 4
  }
}
