import Localization
import Social

/// A screen of the app: its state, its actions, and its view. `Destination` registers it.
protocol Screen {
  associatedtype State: Equatable, Sendable
  associatedtype Action: ScreenAction
  associatedtype Cell: PageCell

  /// The classes of its element, which style sheets match.
  static var name: StaticString { get }
  /// True if its rows are a feed (WAI-ARIA 1.2, role `feed`).
  static var isFeed: Bool { get }
  /// True if it is the search, which the tab bar marks.
  static var isSearch: Bool { get }
  static func reduce(_ state: inout State, _ action: Action) -> [Effect]
  static func view(_ state: State, _ environment: ViewEnvironment) -> Page<Cell>
  /// Returns true if the screen stores another text than this one under a draft's name.
  static func isOther(_ text: String, ofDraft name: String, _ state: State) -> Bool
  /// Returns what a finger does on it besides scrolling and tapping.
  static func gesture(_ state: State) -> ScreenGesture
  /// Returns whose posts it shows.
  static func authors(_ state: State) -> ShownAuthors
  /// Returns true if the last request for what it shows failed.
  static func hasFailed(_ state: State) -> Bool
}

extension Screen {
  static var isFeed: Bool { false }
  static var isSearch: Bool { false }
  static func isOther(_ text: String, ofDraft name: String, _ state: State) -> Bool { false }
  static func gesture(_ state: State) -> ScreenGesture { .none }
  static func authors(_ state: State) -> ShownAuthors { .home }
  static func hasFailed(_ state: State) -> Bool { false }
}

/// The people whose posts a screen shows. It decides whether a stream brings all of them.
enum ShownAuthors: Equatable, Sendable {
  /// Those at the viewer's home, as all streams bring them; or the screen shows none.
  case home
  /// The person with this id, whose posts a stream brings if the viewer follows them.
  case person(String?)
  /// Anybody, as in a thread.
  case anybody
}

enum ScreenGesture: Equatable, Sendable {
  case none
  /// Pulling it down refreshes it.
  case pull
  /// Its pictures are turned, zoomed and dragged away.
  case zoom
  /// It is a sheet, which is dragged down to close it.
  case sheet
  /// A picture on it is moved and scaled under a frame.
  case crop
}

/// The events that change a screen's state.
protocol ScreenAction: Equatable, Sendable {
  associatedtype Tap: ScreenTap
  /// The requests that the screen sends; equal values are the same request.
  associatedtype Request: Equatable, Sendable

  /// Fails if the screen doesn't handle the event.
  init?(_ event: ScreenEvent)
  static func tapped(_ tap: Tap) -> Self
  /// A response or a failure; `at` is the time of the request.
  static func received(_ request: Request, _ result: Result<Response, RequestFailure>, at: Timestamp) -> Self
}

extension ScreenAction where Request == Never {
  static func received(_ request: Never, _ result: Result<Response, RequestFailure>, at: Timestamp) -> Self {}
}

extension ScreenAction where Tap == NoTap {
  static func tapped(_ tap: NoTap) -> Self {}
}

/// An event that the app sends to screens of any type.
indirect enum ScreenEvent: Equatable, Sendable {
  /// The screen is new and empty.
  case appeared
  /// The server rendered its first part, which is in the document.
  case hydrated
  /// It shows again: its tab was chosen, the screen over it has closed, or the viewer returned to the app.
  case returned
  /// The server may have told things that the app didn't hear.
  case missedEvents
  /// The tab that shows already was chosen once more.
  case choseAgain
  /// It shows, and the clock went on.
  case ticked(Timestamp)
  case pulledDown
  case reachedEnd
  case reachedStart
  /// The values of a form's fields, in order.
  case submitted([String])
  /// A change of a field with `data-input`.
  case typed(field: String, String)
  /// The topmost visible cell, and the distance of its upper edge below the screen's, in CSS px.
  case anchored(key: String, offset: Int)
  /// The bytes that the device stores under a key, `nil` if it has stored nothing; `at` is the current time.
  case loaded(key: String, [UInt8]?, at: Timestamp)
  case changed(Change)
  case timerFired(ScreenTimer)
  /// Of the cells that the screen asked about, these are in the window.
  case seen([String])
  /// The viewer dropped a file on the app, or chose one.
  case given([UInt8], name: String = "")
  /// The viewer swiped to the picture with this index.
  case turned(to: Int)
  case pressed(Key)
  /// A key that moves a picture to another position. `tile`: its tap without the position.
  case carried(tile: String, Key)
  /// The viewer chose a picture, which gets this id; `nil` announces that ids follow.
  case picked(String?)
  /// The text that another app shared.
  case shared(String)
  /// Another tab of the browser writes under the draft's name, so the draft is stored under this one from now
  /// on.
  case draftTaken(String)
  /// The upload state of a draft's picture.
  case pictureChanged(id: String, DraftPicture.State, PixelSize? = nil)
  /// A picture that the screen had read or cut is stored under that id. It comes with its size in pixels
  /// (`AppEvent.prepared`), or with the reason why it can't be used.
  case prepared(id: String, PixelSize?, failure: Phrase?)
  /// Fingers moved or scaled the picture that is being cropped.
  case cropped(Crop)
  /// See `AppEvent.pushed`.
  case pushed(PushPermission, registration: String?, zone: String = "")
  /// The viewer chose to reply to the screen's post, on a notification.
  case replyRequested
  /// The picture was dragged away, or swiped by a mouse.
  case zoomed(ZoomGesture.Outcome.Decision)

  /// The meaning of a key.
  enum Key: Equatable, Sendable {
    case escape
    /// Towards the end of the line: right, or left in Arabic.
    case forward
    case backward
    case up, down
  }
}

/// A request of any screen, for the code that passes it on.
class AnyScreenRequest: @unchecked Sendable {
  fileprivate init() {}
  func isEqual(to other: AnyScreenRequest) -> Bool { self === other }
}

/// A request of a screen. Immutable, hence safe to share.
final class ScreenRequest<Request: Equatable & Sendable>: AnyScreenRequest, @unchecked Sendable {
  let value: Request

  init(_ value: Request) {
    self.value = value
    super.init()
  }

  override func isEqual(to other: AnyScreenRequest) -> Bool {
    (other as? ScreenRequest<Request>)?.value == value
  }
}
