/// Taps, keys and fingers.
extension App {
  mutating func tapped(_ id: Identifier, _ tap: String) {
    if let own = AppTap(tap) {
      switch own {
      case .tab(let tab): show(tab)
      case .undo(let item): undo(item)
      case .signIn: open(.signIn)
      case .images: open(.images(nil))
      }
    } else {
      tell(.tapped(tap), to: id)
    }
  }

  /// Whether the app will act on such a tap, so that the browser must not follow the link.
  public func understands(_ tap: String, on id: Identifier) -> Bool {
    if AppTap(tap) != nil { return true }
    guard let entry = stack.first(where: { $0.id == id }) else { return false }
    return entry.screen.action(.tapped(tap)) != nil
  }

  /// A file shows where a file shows already; else over everything else.
  mutating func given(_ file: Result<[UInt8], RequestFailure>) {
    switch file {
    case .failure(let failure): show(Toast(failure == .tooLarge ? .fileTooLarge : .fileUnreadable))
    case .success(let bytes):
      if let top = stack.last, case .file(let state) = top.screen, state.kind == .whole {
        tell(.given(bytes), to: top.id)
      } else {
        open(.file(.given(bytes)))
      }
    }
  }

  /// More is wanted at the end of the cells, on most screens two windows before it, and what comes before the first one
  /// when that is less than a window away.
  mutating func scrolled(_ id: Identifier, offset: Double, height: Double, rest: Double) {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return }
    let entry = stack[index]
    guard let first = entry.firstOffset else {
      stack[index].firstOffset = offset
      return
    }
    let ahead: Double = if case .moments = entry.screen { 60 } else { 2 * height }
    if rest < ahead, offset > first { tell(.reachedEnd, to: id) }
    if case .thread(let state) = entry.screen, state.ancestors.count > state.shownAncestors, offset < height {
      tell(.tapped("earlier"), to: id)
    }
  }

  mutating func turned(_ id: Identifier, _ index: Int) {
    guard let place = stack.firstIndex(where: { $0.id == id }), case .viewer(let state) = stack[place].screen,
      state.index != index
    else { return }
    set(stack[place].zoom.reset(), on: id)
    send(.viewer(.turned(to: index)), to: id)
  }

  mutating func pressed(_ key: AppEvent.Key) {
    guard let top = stack.last else { return }
    switch (top.screen, key) {
    case (.viewer, .escape): send(.viewer(.tappedClose), to: top.id)
    case (.viewer, .forward): send(.viewer(.tappedNext), to: top.id)
    case (.viewer, .backward): send(.viewer(.tappedPrevious), to: top.id)
    case (_, .escape): if depth > 0 { tapped(top.id, "back") }
    default: return
    }
  }

  mutating func fired(_ timer: Identifier) {
    switch waiting.removeValue(forKey: timer) {
    case .timer(let id, let timer)?: tell(.timerFired(timer), to: id)
    case .outboxDue?: sendOutbox()
    case .toastEnds?: hideToast()
    default: return
    }
  }

  /// A finger, pen or mouse on a screen. Says whether the browser has to leave the gesture to us.
  public mutating func handle(_ event: PointerEvent, on id: Identifier) -> (takesOver: Bool, commands: [Command]) {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return (false, []) }
    if stack[index].screen.canBePulled {
      let outcome = stack[index].pull.handle(event)
      set(outcome.variables, on: id)
      if outcome.refreshes { tell(.pulledDown, to: id) }
      return (outcome.takesOver, outcome.variables.isEmpty ? [] : finish())
    }
    guard case .viewer = stack[index].screen else { return (false, []) }
    let outcome = stack[index].zoom.handle(event)
    set(outcome.variables, on: id)
    decide(outcome.decision, id)
    return (outcome.takesOver, outcome.variables.isEmpty && outcome.decision == .none ? [] : finish())
  }

  private mutating func decide(_ decision: ZoomGesture.Outcome.Decision, _ id: Identifier) {
    switch decision {
    case .none: return
    case .tapped: startTimer(Int(ZoomGesture.doubleTapTime), .timer(id, .singleTap))
    case .doubleTapped:
      for (timer, waiter) in waiting {
        if case .timer(id, .singleTap) = waiter { waiting[timer] = nil }
      }
    case .closes: send(.viewer(.draggedDown), to: id)
    case .next: send(.viewer(.tappedNext), to: id)
    case .previous: send(.viewer(.tappedPrevious), to: id)
    }
  }

  private mutating func set(_ variables: [StyleVariable], on id: Identifier) {
    commands += variables.map { .setVariable(id, $0) }
  }
}

/// A tap that means the same on every screen.
enum AppTap: Equatable {
  case tab(Tab)
  case undo(String)
  case signIn
  case images

  init?(_ tap: String) {
    let (verb, rest) = tapParts(tap)
    switch verb {
    case "tab":
      guard let tab = Tab(rawValue: rest) else { return nil }
      self = .tab(tab)
    case "undo": self = .undo(rest)
    case "sign-in": self = .signIn
    case "images": self = .images
    default: return nil
    }
  }
}

/// The verb of a tap, and what comes after its colon.
func tapParts(_ tap: String) -> (verb: String, rest: String) {
  let bytes = Array(tap.utf8)
  let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
  return (
    String(decoding: bytes[..<colon], as: UTF8.self),
    String(decoding: bytes[min(colon + 1, bytes.count)...], as: UTF8.self)
  )
}
