import Social

/// Taps, keys, fingers and scrolling.
extension App {
  mutating func tapped(_ id: Identifier, _ tap: WrittenTap) {
    if let screen = stack.first(where: { $0.id == id }), let effects = screen.handle(tap: tap) {
      return perform(effects, of: screen)
    }
    let meant = AppTap(tap)
    if id == menu, meant != .back {
      // The menu makes way first.
      tapOfMenu = meant
      return close(id)
    }
    perform(meant, on: id)
  }

  mutating func perform(_ tap: AppTap?, on id: Identifier) {
    switch tap {
    case .back: close(id)
    case .tab(let tab): show(tab)
    case .menu: open(.menu)
    case .myself: open(sessions.current.map { .profile(id: $0.me.id, handle: $0.me.handle, nil) } ?? .signIn)
    case .undo(let item): undo(item)
    case .signIn: open(.signIn)
    case .settings: open(.settings)
    case .compose: open(.compose(ComposeStart()))
    case .images: open(.images(nil))
    case .people(let list, let id, let handle): open(.people(list, id: id, handle: handle))
    case nil: return
    }
  }

  /// Whether the app will act on such a tap, so that the browser must not follow the link.
  public func understands(_ tap: String, on id: Identifier) -> Bool {
    let tap = WrittenTap(text: tap)
    return AppTap(tap) != nil || stack.first { $0.id == id }?.understands(tap) == true
  }

  /// A file shows where a file shows already; else over everything else.
  mutating func given(_ file: Result<[UInt8], RequestFailure>) {
    switch file {
    case .failure(let failure): show(Toast(failure == .tooLarge ? .fileTooLarge : .fileUnreadable))
    case .success(let bytes):
      if let top = stack.last, let effects = top.handle(.given(bytes)) {
        perform(effects, of: top)
      } else {
        open(.file(.given(bytes)))
      }
    }
  }

  mutating func scrolled(_ id: Identifier, offset: Double, height: Double, rest: Double) {
    guard let screen = stack.first(where: { $0.id == id }) else { return }
    if screen.list.scrolled(offset: offset, height: height, rest: rest) { screen.isStale = true }
    if screen.list.asksForMore() { tell(.reachedEnd, to: screen) }
    if screen.list.asksForEarlier() { tell(.reachedStart, to: screen) }
  }

  mutating func pressed(_ key: AppEvent.Key) {
    guard let top = stack.last else { return }
    if let effects = top.handle(.pressed(key)) {
      perform(effects, of: top)
    } else if key == .escape, depth > 0 {
      close(top.id)
    }
  }

  mutating func fired(_ timer: Identifier) {
    switch waiting.removeValue(forKey: timer) {
    case .timer(let id, let timer)?: tell(.timerFired(timer), to: id)
    case .outboxDue?: sendOutbox()
    case .toastEnds?: hideToast()
    case .request, .load, .marking, .sending, .picture, .texts, .nothing, nil: return
    }
  }

  /// A finger, pen or mouse on a screen.
  public mutating func handle(_ event: PointerEvent, on id: Identifier) -> (claim: TouchClaim, commands: [Command]) {
    if slides(event, on: id) { return (.taken, finish()) }
    let waits = slide.phase != .idle
    guard let screen = stack.first(where: { $0.id == id }) else { return (waits ? .undecided : .none, []) }
    switch screen.gesture {
    case .none: return (waits ? .undecided : .none, [])
    case .pull:
      let outcome = screen.pull.handle(event)
      set(outcome.variables, on: id)
      if outcome.refreshes { tell(.pulledDown, to: screen) }
      let commands = outcome.variables.isEmpty ? [] : finish()
      if outcome.takesOver {
        slide = SlideGesture()
        return (.taken, commands)
      }
      return (waits || screen.pull.phase != .idle ? .undecided : .none, commands)
    case .zoom:
      let outcome = screen.zoom.handle(event)
      set(outcome.variables, on: id)
      decide(outcome.decision, screen)
      let hasChanged = !outcome.variables.isEmpty || outcome.decision != .none
      return (outcome.takesOver ? .taken : .undecided, hasChanged ? finish() : [])
    }
  }

  private mutating func decide(_ decision: ZoomGesture.Outcome.Decision, _ screen: RunningScreen) {
    switch decision {
    case .none: return
    case .tapped: startTimer(Int(ZoomGesture.doubleTapTime), .timer(screen.id, .singleTap))
    case .doubleTapped:
      for (timer, waiter) in waiting {
        if case .timer(screen.id, .singleTap) = waiter { waiting[timer] = nil }
      }
    case .closes, .next, .previous: tell(.zoomed(decision), to: screen)
    }
  }

  private mutating func set(_ variables: [StyleVariable], on id: Identifier) {
    commands += variables.map { .setVariable(id, $0) }
  }
}
