import Contracts
import Markup
import Social

/// Which screen an action goes to, and what its effects mean.
extension App {
  /// An action of one of the screens; an action for a screen that is gone is dropped.
  mutating func send(_ action: TimedAction, to id: Identifier) {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return }
    switch (stack[index].screen, action) {
    case (.moments(var state), .moments(let action)):
      // Taken out meanwhile, so that its posts are not copied.
      stack[index].screen = .settings(Settings.State())
      let effects = Moments.reduce(&state, action)
      stack[index].screen = .moments(state)
      perform(effects.map { $0.map { .moments($0) } }, of: id)
    case (.viewer(var state), .viewer(let action)):
      let effects = Viewer.reduce(&state, action)
      stack[index].screen = .viewer(state)
      perform(effects.map { $0.map { .viewer($0) } }, of: id)
    case (.settings(var state), .settings(let action)):
      let effects = Settings.reduce(&state, action)
      stack[index].screen = .settings(state)
      perform(effects.map { $0.map { .settings($0) } }, of: id)
    default: return
    }
  }

  private mutating func perform(_ effects: [Effect<TimedAction>], of id: Identifier) {
    for effect in effects {
      switch effect {
      case .request(let name, let url):
        let request = nextIdentifier()
        waiting[request] = .request(id, name)
        commands.append(.request(request, url: url))
      case .cancel(let name): cancelRequest(name, of: id)
      case .save(let key, let bytes): commands.append(.save(key: key, bytes))
      case .load(let key):
        let load = nextIdentifier()
        waiting[load] = .load(id, key: key)
        commands.append(.load(load, key: key))
      case .removeSaved(let key): commands.append(.removeSaved(key: key))
      case .after(let milliseconds, let action): startTimer(milliseconds, action, of: id)
      case .open(let destination): open(destination)
      case .close: close(id)
      case .reveal(let key): scrolling.append(.reveal(id, key: key))
      case .scrollToTop: scrolling.append(.scrollToTop(id))
      case .visit(let url): commands.append(.visit(url: url))
      case .speak(let language): speak(language)
      }
    }
  }

  mutating func startTimer(_ milliseconds: Int, _ action: TimedAction, of id: Identifier) {
    let timer = nextIdentifier()
    waiting[timer] = .timer(id, action)
    commands.append(.startTimer(timer, milliseconds: milliseconds))
  }

  private mutating func open(_ destination: Destination) {
    switch destination {
    case .moments(let username, let origin):
      push(
        .moments(Moments.State(loading: username, origin: origin)),
        url: Links.moments(of: username, at: origin).text)
      if let top = stack.last { send(.moments(.appeared), to: top.id) }
    case .viewer(let start): push(.viewer(Viewer.State(start)), reveals: Viewer.slideKey(start.index), url: nil)
    case .settings: push(.settings(Settings.State()), url: Links.settings.text)
    }
  }

  private mutating func push(_ screen: ScreenState, reveals: String? = nil, url: String?) {
    let id = nextIdentifier()
    let page = ShownPage(screen, reader)
    stack.append(Entry(id: id, screen: screen, shown: page))
    commands.append(
      .openScreen(id, ScreenMarkup.html(screen, id: Int(id), reader), reveals: reveals))
    commands.append(.pushHistory(depth: stack.count - 1, url: url))
    commands.append(.title(page.title))
  }

  /// Closing is going back: the screen goes when the browser says that it went.
  private mutating func close(_ id: Identifier) {
    guard stack.last?.id == id, stack.count > 1 else {
      commands.append(.visit(url: Links.home.text))
      return
    }
    // A second wish before the browser went would go back twice, and leave the page below as well.
    guard !isGoingBack else { return }
    isGoingBack = true
    commands.append(.goBack)
  }

  /// Takes a screen off the stack, and ends what runs for it.
  mutating func remove(_ id: Identifier) {
    cancelRequest(.profile, of: id)
    cancelRequest(.posts, of: id)
    stack.removeAll { $0.id == id }
    commands.append(.closeScreen(id))
    if let top = stack.last { commands.append(.title(top.shown.title)) }
  }

  private mutating func cancelRequest(_ name: RequestName, of id: Identifier) {
    for (request, waiter) in waiting {
      if case .request(id, name) = waiter {
        waiting[request] = nil
        commands.append(.cancel(request))
      }
    }
  }

  private mutating func speak(_ language: Language) {
    guard language != reader.strings.language else { return }
    reader.strings = Strings(language)
    commands.append(.rememberLanguage(language))
    for index in stack.indices {
      let page = ShownPage(stack[index].screen, reader)
      let id = stack[index].id
      commands += page.replacements(reader.strings).map { .patch(id, $0) }
      stack[index].shown = page
      commands.append(.title(page.title))
    }
  }
}
