/// Taps, keys and fingers.
extension App {
  mutating func tapped(_ id: Identifier, _ tap: String) {
    guard let entry = stack.first(where: { $0.id == id }) else { return }
    switch entry.screen {
    case .moments: if let action = Moments.Action(tap: tap) { send(.moments(action), to: id) }
    case .viewer: if let action = Viewer.Action(tap: tap) { send(.viewer(action), to: id) }
    case .settings: if let action = Settings.Action(tap: tap) { send(.settings(action), to: id) }
    }
  }

  /// Whether the app will act on such a tap, so that the browser must not follow the link.
  public func understands(_ tap: String, on id: Identifier) -> Bool {
    guard let entry = stack.first(where: { $0.id == id }) else { return false }
    switch entry.screen {
    case .moments: return Moments.Action(tap: tap) != nil
    case .viewer: return Viewer.Action(tap: tap) != nil
    case .settings: return Settings.Action(tap: tap) != nil
    }
  }

  mutating func submitted(_ id: Identifier, _ fields: [String]) {
    guard fields.count == 2 else { return }
    send(.settings(.submitted(address: fields[0], username: fields[1])), to: id)
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
    case (.moments, .escape), (.settings, .escape): if stack.count > 1 { tapped(top.id, "back") }
    default: return
    }
  }

  mutating func fired(_ timer: Identifier) {
    guard case .timer(let id, let action)? = waiting.removeValue(forKey: timer) else { return }
    if case .singleTap = action {
      send(.viewer(.tappedClose), to: id)
    } else {
      send(action, to: id)
    }
  }

  /// A finger, pen or mouse on a screen. Says whether the browser has to leave the gesture to us.
  public mutating func handle(_ event: PointerEvent, on id: Identifier) -> (takesOver: Bool, commands: [Command]) {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return (false, []) }
    switch stack[index].screen {
    case .moments:
      let outcome = stack[index].pull.handle(event)
      set(outcome.variables, on: id)
      if outcome.refreshes { send(.moments(.pulledDown), to: id) }
      return (outcome.takesOver, outcome.variables.isEmpty ? [] : finish())
    case .viewer:
      let outcome = stack[index].zoom.handle(event)
      set(outcome.variables, on: id)
      decide(outcome.decision, id)
      return (outcome.takesOver, outcome.variables.isEmpty && outcome.decision == .none ? [] : finish())
    case .settings: return (false, [])
    }
  }

  private mutating func decide(_ decision: ZoomGesture.Outcome.Decision, _ id: Identifier) {
    switch decision {
    case .none: return
    case .tapped: startTimer(Int(ZoomGesture.doubleTapTime), .singleTap, of: id)
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
