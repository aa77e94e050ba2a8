import Contracts
import Localization
import Social

/// Taps, keys, fingers and scrolling.
extension App {
  /// The memory key of the keyboard shortcuts setting; the bridge reads it, too.
  static let shortcutsKey = "shortcuts"

  mutating func tapped(_ id: Identifier, _ tap: EncodedTap) {
    if let screen = stack.first(where: { $0.id == id }), let effects = screen.handle(tap: tap) {
      return perform(effects, of: screen)
    }
    let meant = AppTap(tap)
    if case .account = meant { return perform(meant, on: id) }
    if let meant, id == menu || isSheet(id) {
      // The menu and the account switcher close first.
      if case .back = meant {} else { return uncover(for: .tap(meant), steps: 1) }
    }
    perform(meant, on: id)
  }

  mutating func perform(_ tap: AppTap?, on id: Identifier) {
    let details = detailCount(id)
    if let tap, details > 0, tap.leadsElsewhere { return uncover(for: .tap(tap), steps: details) }
    switch tap {
    case .back: close(id, with: details)
    case .tab(let tab): show(tab)
    case .menu: open(.menu)
    case .accounts: showAccounts()
    case .account(let key): perform(.choose(key, opens: nil))
    case .signOut(let key): perform(.signOut(key))
    case .myself:
      open(sessions.current.map { .profile(id: $0.me.id, handle: $0.me.handle, nil) } ?? .signIn())
    case .undo(let item): undo(item)
    case .view(let id):
      hideToast()
      open(.thread(id: id, nil))
    case .restore(let id, let isBlock):
      // The undo uses the same interaction as the change. Otherwise the change's request, which may still
      // run, could arrive after the undo's.
      var undone: MemberAction = isBlock ? .person(.block(name: "")) : .person(.mute(name: ""))
      if case .restore(let action, let person)? = toast?.action, person == id { undone = action }
      var isFollow = false
      if case .person(.follow) = undone { isFollow = true }
      hideToast()
      if let session = sessions.currentKey { perform(undone, id: id, isFollow, in: session) }
    case .signIn: open(.signIn())
    case .settings: open(.settings)
    case .shortcuts: open(.shortcuts)
    case .useShortcuts(let isOn):
      useShortcuts(isOn)
      remember(Self.shortcutsKey, isOn ? nil : "off")
    case .editProfile: open(.editProfile)
    case .accountPage: open(.accountPage)
    case .community: open(.community(.reports))
    case .invite: open(.community(.invitations))
    case .compose: open(.compose(ComposeStart()))
    case .images: open(.images(nil))
    case .collection(let collection): open(.collection(collection))
    case .people(let list, let id, let handle): open(.people(list, id: id, handle: handle))
    case .search: open(.search(""))
    case .circles: open(.circles(with: nil))
    case .dismissAnnouncement: dismissAnnouncement()
    case .handle(let handle): open(.profile(id: nil, handle: handle, nil))
    case .album(let handle): open(.album(of: handle))
    case .tagged(let name): open(.tag(name))
    case nil: return
    }
  }

  mutating func useShortcuts(_ isOn: Bool) {
    environment.hasShortcuts = isOn
    for screen in stack { screen.isStale = true }
  }

  /// Returns true if the app handles this tap, so that the browser must not follow the link.
  public func understands(_ tap: String, on id: Identifier) -> Bool {
    // Links on the landing page are plain links.
    guard !stack.isEmpty else { return false }
    let tap = EncodedTap(text: tap)
    return AppTap(tap) != nil || stack.first { $0.id == id }?.understands(tap) == true
  }

  /// Opens a file: in the file screen that shows already, else over everything else.
  mutating func given(_ file: Result<[UInt8], RequestFailure>, _ name: String) {
    switch file {
    case .failure(let failure): show(Toast(failure == .tooLarge ? .fileTooLarge : .fileUnreadable))
    case .success(let bytes):
      if let top = stack.last, let effects = top.handle(.given(bytes, name: name)) {
        perform(effects, of: top)
      } else if (try? TimelineFileDecoder(bytes)) == nil {
        show(Toast(.fileNotTimeline))
      } else {
        open(.file(.given(bytes, name: name)))
      }
    }
  }

  mutating func scrolled(_ id: Identifier, offset: Double, height: Double, rest: Double) {
    guard let screen = stack.first(where: { $0.id == id }) else { return }
    if screen.list.scrolled(offset: offset, height: height, rest: rest) { screen.isStale = true }
    if screen.list.asksForMore() { send(.reachedEnd, to: screen) }
    if screen.list.asksForEarlier() { send(.reachedStart, to: screen) }
  }

  /// Returns the meaning of a key in the direction of the language.
  func meaning(of key: AppEvent.Key) -> ScreenEvent.Key {
    let isMirrored = environment.strings.language.isRightToLeft
    return switch key {
    case .escape: .escape
    case .right: isMirrored ? .backward : .forward
    case .left: isMirrored ? .forward : .backward
    case .up: .up
    case .down: .down
    }
  }

  mutating func pressed(_ key: AppEvent.Key) {
    guard let top = stack.last else { return }
    if let effects = top.handle(.pressed(meaning(of: key))) {
      perform(effects, of: top)
    } else if key == .escape, depth > 0 {
      close(top.id)
    }
  }

  mutating func fired(_ timer: Identifier) {
    switch waiting.removeValue(forKey: timer) {
    case .timer(let id, let timer)?: send(.timerFired(timer), to: id)
    case .liveDue?: connect()
    case .countIsDue?: count()
    case .outboxDue?:
      awaitUndo()
      sendInteractions()
      sendOutbox()
    case .toastEnds?: toastIsDue()
    case .held(let id)?: held(on: id)
    // The server asked for a pause.
    case .request(let id, let request, let time)?:
      if let screen = stack.first(where: { $0.id == id }) {
        perform(screen.receive(request, .success(.paused), at: time), of: screen)
      }
    case .live, .load, .readingAhead, .markerSet, .sendingInteraction, .sending, .searching, .picture,
      .savingProfile, .texts,
      .unread,
      .news, .likers, .messages, .revoking, .push, .nothing, nil:
      return
    }
  }

  /// Handles a finger, pen or mouse on a screen.
  public mutating func handle(_ event: PointerEvent, on id: Identifier) -> (
    claim: TouchClaim, commands: [Command]
  ) {
    if event.target == .toast && event.phase == .down || event.pointer == swipe.slide?.pointer {
      return (swipes(event) ? .taken : .undecided, changes())
    }
    if holds(event, on: id) || slides(event, on: id) { return (.taken, finish()) }
    let waits = slide.phase != .idle || hold.phase != .idle
    guard let screen = stack.first(where: { $0.id == id }) else {
      return (waits ? .undecided : .none, changes())
    }
    switch screen.gesture {
    case .none, .sheet: return (waits ? .undecided : .none, changes())
    case .pull:
      let outcome = screen.pull.handle(event)
      set(outcome.variables, on: id)
      if outcome.refreshes { send(.pulledDown, to: screen) }
      let commands = changes()
      if outcome.claimsTouch {
        slide = SlideGesture()
        return (.taken, commands)
      }
      return (waits || screen.pull.phase != .idle ? .undecided : .none, commands)
    case .zoom:
      let outcome = screen.zoom.handle(event)
      set(outcome.variables, on: id)
      decide(outcome.decision, screen)
      return (outcome.claimsTouch ? .taken : .undecided, outcome.decision == .none ? changes() : finish())
    case .crop:
      guard screen.fingers.handle(event) else { return (.undecided, changes()) }
      set(screen.fingers.crop?.variables ?? [], on: id)
      if let crop = screen.fingers.crop { send(.cropped(crop), to: screen) }
      return (.taken, changes())
    }
  }

  /// Returns no commands if nothing changed, as with most movements of a finger. No screen is compared then.
  private mutating func changes() -> [Command] { commands.isEmpty ? [] : finish() }

  private mutating func decide(_ decision: ZoomGesture.Outcome.Decision, _ screen: AnyScreenHost) {
    switch decision {
    case .none: return
    case .tapped: startTimer(Int(ZoomGesture.doubleTapTime), .timer(screen.id, .singleTap))
    case .doubleTapped: forget(.singleTap, of: screen.id)
    case .closes, .next, .previous: send(.zoomed(decision), to: screen)
    }
  }

  private mutating func set(_ variables: [StyleVariable], on id: Identifier) {
    commands += variables.map { .setVariable(id, $0) }
  }
}
