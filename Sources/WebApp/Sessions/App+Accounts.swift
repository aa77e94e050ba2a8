/// The account switcher, which opens over a root: by holding its tab bar, or by a button.
extension App {
  func isSheet(_ id: Identifier) -> Bool { stack.last.map { $0.id == id && $0.gesture == .sheet } ?? false }

  /// Opens the account switcher from `x`, in CSS px from the left of the window.
  mutating func showAccounts(from x: Int? = nil) {
    guard depth == 0 else { return }
    guard !sessions.all.isEmpty else { return open(.signIn()) }
    let unsent = sessions.all.filter { session in
      outbox.items.contains { $0.session == session.key && $0.draft != nil }
        || !StoredDraft.all(in: memory.part(memoryPrefix(of: session.key))).isEmpty
    }
    open(.accounts(unsent: unsent.map { $0.key }))
    if let x, let sheet = stack.last { commands.append(.setVariable(sheet.id, .pixels("--from", x))) }
    readAhead = []
    for session in sessions.all where session.key != sessions.currentKey {
      commands.append(.load(wait(.readingAhead(session.homeKey)), key: session.homeKey))
      if !session.isRefused { askUnread(in: session.key) }
    }
  }

  /// Returns the effects of a new root's first event. A cached response that was read ahead is applied at
  /// once, without waiting for the device.
  mutating func firstEffects(of screen: AnyScreenHost) -> [Effect] {
    var effects: [Effect] = []
    for effect in screen.handle(.appeared) ?? [] {
      if case .load(let key) = effect, let cached = readAhead.first(where: { $0.key == key }) {
        effects += screen.handle(.loaded(key: key, cached.bytes, at: now)) ?? []
      } else {
        effects.append(effect)
      }
    }
    readAhead = []
    return effects
  }

  /// Returns true if the finger has held the tab bar or a post; the app then ignores the rest of the touch.
  mutating func holds(_ event: PointerEvent, on id: Identifier) -> Bool {
    switch hold.handle(event) {
    case .none: return false
    case .held: return true
    case .begins(let target):
      startTimer(HoldGesture.time, .held(id))
      show(target, isHeld: true, on: id)
    case .ends(let target):
      forget(.held)
      show(target, isHeld: false, on: id)
    }
    return false
  }

  /// Shows the tab bar or the post as pressed while it is held.
  private mutating func show(_ target: PointerEvent.Target, isHeld: Bool, on id: Identifier) {
    commands.append(
      target == .post
        ? .hold(isHeld ? .pressed : .released) : .setVariable(id, .number("--held", isHeld ? 1 : 0)))
  }

  mutating func held(on id: Identifier) {
    guard let (target, x) = hold.fire() else { return }
    slide = SlideGesture()
    stack.first { $0.id == id }?.pull = PullGesture()
    if target == .post { return commands.append(.hold(.opened)) }
    show(target, isHeld: false, on: id)
    showAccounts(from: x)
  }
}
