import Social

/// A screen of the app: what it knows, what can happen to it, and what it looks like. `Destination` registers it.
protocol Screen {
  associatedtype State: Equatable, Sendable
  associatedtype Action: ScreenAction
  associatedtype Cell: PageCell

  /// The classes of its element, by which style sheets know it.
  static var name: StaticString { get }
  /// Its rows are a feed (WAI-ARIA 1.2, role `feed`).
  static var isFeed: Bool { get }
  static func reduce(_ state: inout State, _ action: Action) -> [Effect]
  static func view(_ state: State, _ reader: Reader) -> Page<Cell>
  /// What a finger on it does besides scrolling and tapping.
  static func gesture(_ state: State) -> ScreenGesture
}

extension Screen {
  static var isFeed: Bool { false }
  static func gesture(_ state: State) -> ScreenGesture { .none }
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

/// What can happen to a screen.
protocol ScreenAction: Equatable, Sendable {
  associatedtype Tap: ScreenTap
  /// What the screen asks servers for, with all that tells one request from another.
  associatedtype Request: Equatable, Sendable

  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent)
  static func tapped(_ tap: Tap) -> Self
  /// A response, or why there is none; `at`: when it was asked for.
  static func received(_ request: Request, _ result: Result<Response, RequestFailure>, at: Timestamp) -> Self
}

extension ScreenAction where Request == Never {
  static func received(_ request: Never, _ result: Result<Response, RequestFailure>, at: Timestamp) -> Self {}
}

extension ScreenAction where Tap == NoTap {
  static func tapped(_ tap: NoTap) -> Self {}
}

/// What the app tells a screen, whichever it is.
indirect enum ScreenEvent: Equatable, Sendable {
  /// It is new, and nothing of it is there.
  case appeared
  /// The server rendered its first part, which is there.
  case tookOver
  /// It shows again: its tab was chosen, what lay over it has gone, or the person came back to the app.
  case returned
  /// The tab that shows already was chosen once more.
  case choseAgain
  /// It shows, and the clock went on.
  case ticked(Timestamp)
  case pulledDown
  case reachedEnd
  case reachedStart
  /// The values of a form's fields, in their order.
  case submitted([String])
  /// Each change of a field with `data-input`.
  case typed(field: String, String)
  /// The topmost visible cell, and how far its upper edge is below the screen's, in CSS px.
  case anchored(key: String, offset: Int)
  /// What the device keeps under a key, nil if there is nothing; `at`: now.
  case loaded(key: String, [UInt8]?, at: Timestamp)
  case heard(Fact)
  case timerFired(ScreenTimer)
  /// The person dropped a file on the app, or chose one.
  case given([UInt8], name: String = "")
  /// The person swiped to the picture with this index.
  case turned(to: Int)
  case pressed(AppEvent.Key)
  /// The person chose a picture; an id for it. nil: will choose.
  case picked(String?)
  /// Words that another program shared.
  case shared(String)
  /// Another tab of the browser writes under the name of the draft, which is kept under this one from now on.
  case draftTaken(String)
  /// How far a picture of a draft is.
  case pictureChanged(id: String, DraftPicture.State)
  /// A picture that the screen had read, or cut, is kept under that id; how many pixels it has (`AppEvent.prepared`), or
  /// why it can't be taken.
  case prepared(id: String, PixelSize?, trouble: Phrase?)
  /// Fingers moved or scaled the picture that is cropped.
  case cropped(Crop)
  /// The picture was dragged away, or swiped by a mouse.
  case zoomed(ZoomGesture.Outcome.Decision)
}

/// A request of some screen, for those who pass it on.
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

  override func isEqual(to other: AnyScreenRequest) -> Bool { (other as? ScreenRequest<Request>)?.value == value }
}
