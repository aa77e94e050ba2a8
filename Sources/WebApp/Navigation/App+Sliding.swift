import Localization

/// The sideways and downward drags: a root off the menu and back, another screen out of sight, and the
/// account switcher downward.
extension App {
  /// The window width, in CSS px, from which on the rail beside the page has all that the menu has.
  static let railWidth = 700

  /// Returns the distance that the screens slide to show the whole menu; the style sheet's `--menu`.
  static func menuWidth(of window: Int) -> Int { min(window - 50, 400) }

  /// Returns true if the finger slides something; nothing else may follow it then.
  mutating func slides(_ event: PointerEvent, on id: Identifier) -> Bool {
    let isSheet = event.sheetHeight > 0
    let outcome = slide.handle(
      isSheet ? event.transposed : event, extent: extent(event, on: id),
      isMirrored: !isSheet && environment.strings.language.isRightToLeft, projects: isSheet)
    switch outcome {
    case .none: return false
    case .follows(let position):
      stack.first { $0.id == id }?.pull = PullGesture()
      if depth == 0 { open(.menu) }
      setSlide("--settle", "0")
      setSlide("--slide", "\(position)px")
    case .ends(let isOpen, let position, let time): settleSlide(isOpen, from: position, in: time)
    }
    return true
  }

  private func extent(_ event: PointerEvent, on id: Identifier) -> Int {
    guard let top = stack.last else { return 0 }
    switch top.gesture {
    case .zoom, .crop: return 0
    case .sheet: return event.scrollOffset > 0 ? 0 : event.sheetHeight
    case .none, .pull: break
    }
    if menu != nil { return Self.menuWidth(of: event.windowWidth) }
    let isWide = event.windowWidth >= Self.railWidth
    // If a list stands beside it, only the screen in front slides. A mouse doesn't slide it: it selects text
    // there.
    if depth > 0 {
      return top.id != id || isWide && event.pointer == PointerEvent.mouse ? 0 : event.windowWidth
    }
    return top.tab == nil || isWide ? 0 : Self.menuWidth(of: event.windowWidth)
  }

  private mutating func settleSlide(_ isOpen: Bool, from position: Int, in time: Int) {
    guard let top = stack.last else { return }
    setSlide("--time", "\(time)ms")
    setSlide("--settle", "1")
    let end = top.gesture == .sheet ? "100vh" : menu == nil ? "100vw" : "var(--menu)"
    setSlide("--slide", isOpen ? end : position == 0 ? "" : "0px")
    if isOpen == (menu == nil) { close(top.id) }
  }

  /// Sets a variable of the screen in front. Beside the menu all screens slide as one.
  private mutating func setSlide(_ name: StaticString, _ value: String) {
    commands.append(
      .setVariable(menu == nil ? stack.last?.id ?? 0 : 0, StyleVariable(name: name, value: value)))
  }

  /// Moves the screens when the menu opens or closes without a finger.
  mutating func placeMenu(isOpen: Bool) {
    commands.append(.setVariable(0, StyleVariable(name: "--time", value: "")))
    commands.append(.setVariable(0, .number("--settle", 1)))
    commands.append(.setVariable(0, StyleVariable(name: "--slide", value: isOpen ? "var(--menu)" : "0px")))
  }
}
