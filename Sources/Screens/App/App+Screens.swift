import Contracts
import Markup
import Social

/// Which screen an event goes to, and what the effects of its actions mean.
extension App {
  /// An event for one screen; for one that is gone it is dropped.
  mutating func tell(_ event: ScreenEvent, to id: Identifier) {
    guard let entry = stack.first(where: { $0.id == id }), let action = entry.screen.action(event) else { return }
    send(action, to: id)
  }

  /// An action of one of the screens; an action for a screen that is gone is dropped.
  mutating func send(_ action: ScreenAction, to id: Identifier) {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return }
    stack[index].isStale = true
    switch (stack[index].screen, action) {
    case (.moments(var state), .moments(let action)):
      // Taken out meanwhile, so that its posts are not copied.
      stack[index].screen = .settings(Settings.State())
      let effects = Moments.reduce(&state, action)
      stack[index].screen = .moments(state)
      perform(effects, of: id)
    case (.viewer(var state), .viewer(let action)):
      let effects = Viewer.reduce(&state, action)
      stack[index].screen = .viewer(state)
      perform(effects, of: id)
    case (.settings(var state), .settings(let action)):
      let effects = Settings.reduce(&state, action)
      stack[index].screen = .settings(state)
      perform(effects, of: id)
    case (.welcome, .welcome(let action)):
      perform(Welcome.reduce(action), of: id)
    case (.signIn(var state), .signIn(let action)):
      let effects = SignIn.reduce(&state, action)
      stack[index].screen = .signIn(state)
      perform(effects, of: id)
    case (.me(var state), .me(let action)):
      let effects = Me.reduce(&state, action)
      stack[index].screen = .me(state)
      perform(effects, of: id)
    case (.compose(var state), .compose(let action)):
      let effects = Compose.reduce(&state, action)
      stack[index].screen = .compose(state)
      perform(effects, of: id)
    case (.file(var state), .file(let action)):
      stack[index].screen = .settings(Settings.State())
      let effects = FilePage.reduce(&state, action)
      stack[index].screen = .file(state)
      perform(effects, of: id)
    case (.timeline(var state), .timeline(let action)):
      stack[index].screen = .settings(Settings.State())
      let effects = Timeline.reduce(&state, action)
      stack[index].screen = .timeline(state)
      perform(effects, of: id)
    case (.thread(var state), .thread(let action)):
      stack[index].screen = .settings(Settings.State())
      let effects = Thread.reduce(&state, action)
      stack[index].screen = .thread(state)
      perform(effects, of: id)
    case (.profile(var state), .profile(let action)):
      stack[index].screen = .settings(Settings.State())
      let effects = ProfilePage.reduce(&state, action)
      stack[index].screen = .profile(state)
      perform(effects, of: id)
    case (.imageFeed(var state), .imageFeed(let action)):
      stack[index].screen = .settings(Settings.State())
      state.now = now
      let effects = ImageFeed.reduce(&state, action)
      stack[index].screen = .imageFeed(state)
      perform(effects, of: id)
    case (.imageComments(var state), .imageComments(let action)):
      let effects = ImageComments.reduce(&state, action)
      stack[index].screen = .imageComments(state)
      perform(effects, of: id)
    default: return
    }
  }

  mutating func perform(_ effects: [Effect], of id: Identifier) {
    for effect in effects {
      switch effect {
      case .request(let name, let url):
        commands.append(.request(wait(.request(id, name, session: nil)), url: url))
      case .call(let name, let request): call(name, request, of: id)
      case .contact(let server, let name, let request, let token):
        let url = base(of: server == self.server ? .own(server) : .other(server)) + request.target
        commands.append(.send(wait(.request(id, name, session: nil)), request, url: url, token: token))
      case .cancel(let name): cancelRequests(of: id, name)
      case .save(let key, let bytes): commands.append(.save(key: key, bytes))
      case .load(let key): commands.append(.load(wait(.load(id, key: key)), key: key))
      case .removeSaved(let key): commands.append(.removeSaved(key: key))
      case .remember(let key, let text): remember(memoryPrefix + key, text)
      case .tell(let fact): spread(fact)
      case .post(let draft): post(draft)
      case .delete(let status): delete(status)
      case .outbox(let request): perform(request)
      case .toast(let toast): show(toast)
      case .after(let milliseconds, let timer): startTimer(milliseconds, .timer(id, timer))
      case .open(let destination): open(destination)
      case .show(let tab): show(tab)
      case .close: close(id)
      case .reveal(let key): scrolling.append(.reveal(id, key: key))
      case .scrollToTop: scrolling.append(.scrollToTop(id))
      case .restore(let key, let offset): scrolling.append(.restore(id, key: key, offset: offset))
      case .setField(let name, let text): commands.append(.setField(id, name: name, text))
      case .visit(let url): commands.append(.visit(url: url))
      case .speak(let language): speak(language)
      case .setTextSize(let size):
        reader.textSize = size
        commands.append(.rememberTextSize(size))
      case .session(let request): perform(request)
      }
    }
  }

  /// Every screen hears of it, those of other tabs as well.
  mutating func spread(_ fact: Fact) {
    for id in stack.map({ $0.id }) { tell(.heard(fact), to: id) }
  }

  mutating func wait(_ waiter: Waiting) -> Identifier {
    let id = nextIdentifier()
    waiting[id] = waiter
    return id
  }

  mutating func startTimer(_ milliseconds: Int, _ waiter: Waiting) {
    commands.append(.startTimer(wait(waiter), milliseconds: milliseconds))
  }
}
