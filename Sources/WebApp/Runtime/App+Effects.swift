import Contracts
import Localization
import Markup
import Social

/// Sends events to screens, and carries out the effects of their actions.
extension App {
  /// Sends an event to a screen; drops it if the screen is closed.
  mutating func send(_ event: ScreenEvent, to id: Identifier) {
    if let screen = stack.first(where: { $0.id == id }) { send(event, to: screen) }
  }

  mutating func send(_ event: ScreenEvent, to screen: AnyScreenHost) {
    if let effects = screen.handle(event) { perform(effects, of: screen) }
  }

  mutating func perform(_ effects: [Effect], of screen: AnyScreenHost) {
    for effect in effects { perform(effect, of: screen) }
  }

  private mutating func perform(_ effect: Effect, of screen: AnyScreenHost) {
    let id = screen.id
    switch effect {
    case .asking(let label, let identity, let request): ask(label, identity, request, for: screen)
    case .cancelling(let label): cancelRequests(of: id, label)
    case .save(let key, let bytes): commands.append(.save(key: key, bytes))
    case .load(let key): commands.append(.load(wait(.load(id, key: key)), key: key))
    case .removeSaved(let key): commands.append(.removeSaved(key: key))
    case .forget(let content): forget(content, in: screen.session)
    case .remember(let key, let text):
      remember(memoryPrefix(of: screen.session) + key, text)
      if StoredDraft.isOne(key: key) { hasWritten = true }
    case .broadcast(.profileChanged(let profile, let time)):
      showUpdated(profile, at: time, in: screen.session)
    case .broadcast(let change): broadcast(change, in: screen.session)
    case .post(let draft): if let session = writer(on: screen) { post(draft, in: session) }
    case .edit(let id, let draft): if let session = writer(on: screen) { edit(id, draft, in: session) }
    case .delete(let post): if let session = writer(on: screen) { delete(post, in: session) }
    case .narrow(let post, let audience):
      if let session = writer(on: screen) { narrow(post, to: audience, in: session) }
    case .admit(let id, let isAccepted):
      if let session = writer(on: screen) { admit(id, isAccepted, in: session) }
    case .perform(let action, let target, let isOn):
      if let session = writer(on: screen, DeferredAction(action, target)) {
        self.perform(action, id: target, isOn, in: session)
      }
    case .read(let id): read(id, on: screen)
    case .saveProfile(let profile, let draft, let original):
      if let session = screen.session { saveProfile(profile, draft, since: original, in: session) }
    case .setCrop(let crop):
      screen.fingers.crop = crop
      commands += crop.variables.map { .setVariable(id, $0) }
    case .outbox(let request): perform(request)
    case .pictures(let request): perform(request, in: screen.session)
    case .toast(let toast): show(toast)
    case .after(let milliseconds, let timer):
      forget(timer, of: id)
      startTimer(milliseconds, .timer(id, timer))
    case .open(let destination):
      if isSheet(id) { return uncover(for: .destination(destination), steps: 1) }
      let details = detailCount(id)
      if details > 0, !destination.coversAll {
        return uncover(for: .destination(destination), steps: details)
      }
      open(destination)
    case .openIfInFront(let destination): if screen === stack.last { open(destination) }
    case .close: close(id)
    case .look(let keys): look(for: keys, on: screen)
    case .reveal(let key): scroll(screen, to: key, 0, .reveal(id, key: key))
    case .scrollToTop:
      if screen !== stack.last { catchUp(screen) }
      scrolling.append(.scrollToTop(id))
    case .restore(let key, let offset):
      scroll(screen, to: key, offset, .restore(id, key: key, offset: offset))
    case .resetZoom: commands += screen.zoom.reset().map { .setVariable(id, $0) }
    case .setField(let name, let text): commands.append(.setField(id, name: name, text))
    case .address(let url):
      if screen === stack.last, !isAheadOfHistory { commands.append(.address(url.text)) }
    case .share(let url): commands.append(.share(url: absolute(url)))
    case .copy(let text): commands.append(.copy(absolute(text)))
    case .visit(let url): commands.append(.visit(url: url))
    case .setLanguage(let language): setLanguage(language)
    case .setTextSize(let size):
      environment.appearance.textSize = size
      commands.append(.rememberAppearance(environment.appearance))
    case .setColorScheme(let scheme):
      environment.appearance.scheme = scheme
      commands.append(.rememberAppearance(environment.appearance))
    case .push(let command): perform(command)
    case .session(let request): perform(request)
    }
  }

  @inline(never)
  mutating func forget(_ content: RemovedContent, in session: String?) {
    var names: [String] = []
    switch content {
    case .post(let id):
      names = [CacheName.thread(id)]
      commands.append(.removePages("/" + id + "/"))
    case .person(let id, let handle, let origin):
      if let id { names.append(CacheName.profile(id: id, handle: "")) }
      guard let handle else { break }
      let page = CacheName.moments(of: handle, at: origin)
      names += [
        page, CacheName.profile(id: nil, handle: handle), CacheName.album(of: handle), "followers " + handle,
        "following " + handle,
      ]
      commands.append(.removeSaved(key: CacheName.key(page, of: nil)))
      for url in [Links.profile(handle), Route.person.url(handle)] {
        commands.append(.removePages(url.text + "/"))
      }
    }
    if case .person(let id, let handle?, let origin) = content,
      origin == session.flatMap({ sessions.session($0) })?.origin ?? .own(server)
    {
      broadcast(.personRemoved(id: id, handle: handle, at: now), in: session)
    }
    guard let session else { return }
    for name in names { commands.append(.removeSaved(key: CacheName.key(name, of: session))) }
  }

  @inline(never)
  private mutating func look(for keys: [String], on screen: AnyScreenHost) {
    catchUp(screen)
    send(.seen(keys.filter { screen.list.isInSight($0) }), to: screen)
  }

  /// Returns the key of the session that writes from this screen. A stranger is asked to sign in.
  private mutating func writer(on screen: AnyScreenHost, _ deferredAction: DeferredAction? = nil) -> String? {
    if let session = screen.session, sessions.session(session) != nil { return session }
    if let deferredAction { goToLandingPage(deferredAction) } else { open(.signIn()) }
    return nil
  }

  /// Completes an address of this server, which is only a path.
  private func absolute(_ url: String) -> String {
    Array(url.utf8).first == UInt8(ascii: "/") ? server.origin + url : url
  }

  private mutating func scroll(_ screen: AnyScreenHost, to key: String, _ offset: Int, _ command: Command) {
    screen.list.go(to: key, offset: Double(offset))
    screen.isStale = true
    if screen !== stack.last { catchUp(screen) }
    scrolling.append(command)
  }

  mutating func wait(_ waiter: Waiting) -> Identifier {
    let id = nextIdentifier()
    waiting[id] = waiter
    return id
  }

  /// Cancels the screen's timer of the same kind, so that a screen waits once for each.
  mutating func forget(_ timer: ScreenTimer, of screen: Identifier) {
    for (id, waiter) in waiting {
      if case .timer(screen, timer) = waiter { waiting[id] = nil }
    }
  }

  mutating func startTimer(_ milliseconds: Int, _ waiter: Waiting) {
    commands.append(.startTimer(wait(waiter), milliseconds: milliseconds))
  }
}
