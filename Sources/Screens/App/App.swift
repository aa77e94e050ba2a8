public import Contracts
import Markup
import Social

/// The whole app as a value: a stack of screens, what they wait for, and what they look like.
///
/// Events go in, commands come out; nothing here touches a browser.
public struct App: Sendable {
  struct Entry: Sendable {
    let id: Identifier
    var screen: ScreenState
    var shown: ShownPage
    var pull = PullGesture()
    var zoom = ZoomGesture()
  }

  indirect enum Waiting: Sendable {
    case request(Identifier, RequestName)
    case load(Identifier, key: String)
    case timer(Identifier, TimedAction)
  }

  indirect enum TimedAction: Equatable, Sendable {
    case moments(Moments.Action)
    case viewer(Viewer.Action)
    case settings(Settings.Action)
    /// A tap on the viewer that no second one followed.
    case singleTap
  }

  public internal(set) var reader: Reader
  let server: ServerAddress
  var stack: [Entry] = []
  var waiting: [Identifier: Waiting] = [:]
  /// The browser was asked to go back, and has not yet.
  var isGoingBack = false
  private var lastIdentifier: Identifier = 0
  var commands: [Command] = []
  /// Scrolling comes last: it goes by how the page looks after the change.
  var scrolling: [Command] = []

  /// Takes over the screen that the server rendered: nothing is put into the document.
  public init(_ first: FirstScreen, server: ServerAddress, path: String = "") {
    reader = Reader(language: first.language, now: first.now, minutesEast: first.minutesEast)
    self.server = server
    if let screen = first.content.screen(at: .own(server), path: path) {
      stack = [Entry(id: nextIdentifier(), screen: screen, shown: ShownPage(screen, reader))]
    }
  }

  /// The commands after taking over.
  public mutating func started() -> [Command] {
    guard let entry = stack.first else { return [] }
    switch entry.screen {
    case .moments(let state):
      send(.moments(state.profile == nil ? .appeared : .tookOver), to: entry.id)
    case .viewer, .settings: break
    }
    return finish()
  }

  public mutating func handle(_ event: AppEvent) -> [Command] {
    switch event {
    case .tapped(let id, let tap): tapped(id, tap)
    case .submitted(let id, let fields): submitted(id, fields)
    case .reachedEnd(let id): send(.moments(.reachedEnd), to: id)
    case .turned(let id, let index): turned(id, index)
    case .key(let key): pressed(key)
    case .answered(let id, let result):
      if case .request(let screen, let name)? = waiting.removeValue(forKey: id) {
        send(.moments(.answered(name, result)), to: screen)
      }
    case .loaded(let id, let bytes):
      if case .load(let screen, let key)? = waiting.removeValue(forKey: id) {
        send(.moments(.loaded(key: key, bytes)), to: screen)
      }
    case .timerFired(let id): fired(id)
    case .wentTo(let depth):
      isGoingBack = false
      while stack.count > max(depth, 0) + 1, let top = stack.last { remove(top.id) }
    case .clock(let now, let minutesEast):
      reader.now = now
      reader.minutesEast = minutesEast
    }
    return finish()
  }

  mutating func nextIdentifier() -> Identifier {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// Compares every screen with what was put into the document, and adds the difference.
  mutating func finish() -> [Command] {
    for index in stack.indices {
      let page = ShownPage(stack[index].screen, reader)
      let operations = page.operations(from: stack[index].shown, reader.strings)
      if page.title != stack[index].shown.title, index == stack.count - 1 { commands.append(.title(page.title)) }
      stack[index].shown = page
      commands += operations.map { .patch(stack[index].id, $0) }
    }
    defer {
      commands = []
      scrolling = []
    }
    return commands + scrolling
  }
}
