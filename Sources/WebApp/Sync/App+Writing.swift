import Contracts
import Localization
import Social

/// Writes run under the viewer's session, even after the screen that began them has closed.
extension App {
  /// Shows the interaction everywhere at once, and sends it to the server.
  mutating func perform(_ action: MemberAction, id: String, _ isOn: Bool, in session: String) {
    let target = InteractionQueue.Target(session: session, action: action, id: id)
    broadcast(target, isOn, isConfirmed: false)
    let isFirst = interactionQueue.enqueue(isOn, target)
    storeInteraction(target)
    if isFirst { ask(target, isOn) }
    if !isOn {
      if case .person(.follow(let name)) = action {
        show(Toast(Message(.unfollowed, name), action: .restore(action, id)))
      }
      return
    }
    switch action {
    case .person(.mute(let name, _)): show(Toast(Message(.muted, name), action: .restore(action, id)))
    case .person(.block(let name)): show(Toast(Message(.blocked, name), action: .restore(action, id)))
    case .post(let interaction): if let toast = interaction.toast { show(toast) }
    case .person(.notify(let name)): show(Toast(Message(.notifiesNow, name)))
    // An undo is no longer possible.
    case .person(.follow): if toast?.action == .restore(action, id) { hideToast() }
    case .person(.hideReposts), .vote: return
    }
  }

  @inline(never)
  private mutating func ask(_ target: InteractionQueue.Target, _ isOn: Bool) {
    write(target.action.request(target.id, isOn), in: target.session, .sendingInteraction(target, at: now))
  }

  mutating func received(
    _ target: InteractionQueue.Target, _ result: Result<Response, RequestFailure>, asked time: Timestamp
  ) {
    var isAnnounced = false
    defer { if !isAnnounced { storeInteraction(target) } }
    var outcome = RequestOutcome(result)
    if case .vote(let vote) = target.action { outcome = self.outcome(of: vote, result) }
    if outcome == .signedOut { refused(target.session) }
    switch interactionQueue.received(target, outcome, now: now) {
    case .again(let isOn):
      store(of: target.session).settle(change(target, !isOn, isConfirmed: true))
      ask(target, isOn)
    case .failed(let isOn):
      isAnnounced = announceRefusal(target, isOn)
      broadcast(target, isOn, isConfirmed: true)
      showFailure(of: target)
    case .confirmed(let isOn):
      broadcast(target, isOn, isConfirmed: true)
      if case .success(let response) = result { receive(target, isOn, response, asked: time) }
    case .waiting: awaitDue()
    case nil: return
    }
  }

  // Interactions that no server has confirmed yet.

  /// The beginning of each one's key, before the interaction and the id.
  static let waitingInteractionPrefix = "waits "
  /// The key of earlier versions, which stored all in one text: `favourite:7:on`, separated by spaces.
  private static let legacyInteractionsKey = "waiting marks"

  /// Stores an interaction for other tabs and for the next start, until a server has confirmed it. Each has a
  /// key of its own, so that tabs don't overwrite each other's.
  private mutating func storeInteraction(_ target: InteractionQueue.Target) {
    guard sessions.session(target.session) != nil else { return }
    remember(interactionKey(of: target), interactionQueue.storedText(target))
  }

  private func interactionKey(of target: InteractionQueue.Target) -> String {
    let name = Self.waitingInteractionPrefix + target.action.storedName + ":" + target.id
    return memoryPrefix(of: target.session) + name
  }

  /// The texts that tell other tabs that the server has refused an interaction, with the state that it leaves.
  private static let staysOn = "stays on"
  private static let staysOff = "stays off"

  /// Stores one of these texts if other tabs show the interaction. It stays until the next start: a
  /// tab that hears of a write reads what is there by then, a hidden one when it shows again.
  ///
  /// - Returns: false if they don't.
  @inline(never)
  private mutating func announceRefusal(_ target: InteractionQueue.Target, _ isOn: Bool) -> Bool {
    let key = interactionKey(of: target)
    guard memory[key] != nil else { return false }
    remember(key, isOn ? Self.staysOn : Self.staysOff)
    return true
  }

  mutating func restoreInteractions() {
    for session in sessions.all {
      let prefix = memoryPrefix(of: session.key)
      if let list = memory[prefix + Self.legacyInteractionsKey] { migrateInteractions(list, prefix) }
      for (name, text) in memory.part(prefix + Self.waitingInteractionPrefix).all {
        restoreInteraction(name, text, in: session.key)
      }
    }
  }

  /// Takes over one that waits from an earlier run. That one was refused needs no telling any more.
  @inline(never)
  private mutating func restoreInteraction(_ name: String, _ text: String, in session: String) {
    guard text == Self.staysOn || text == Self.staysOff else {
      return adoptInteraction(name, text, in: session, notBefore: nil)
    }
    remember(memoryPrefix(of: session) + Self.waitingInteractionPrefix + name, nil)
  }

  @inline(never)
  private mutating func migrateInteractions(_ list: String, _ prefix: String) {
    for item in Array(list.utf8).split(separator: UInt8(ascii: " ")) {
      let tap = EncodedTap(text: String(decoding: item, as: UTF8.self))
      guard tap.values.count == 2 else { continue }
      remember(prefix + Self.waitingInteractionPrefix + tap.verb + ":" + tap.value, tap.values[1])
    }
    remember(prefix + Self.legacyInteractionsKey, nil)
  }

  /// Takes over one that isn't confirmed, from another tab or an earlier run; `nil` if it is. One that was
  /// refused there is rolled back. What can't be read is left out.
  ///
  /// - Parameter time: The time until which another tab may wait for the response.
  @inline(never)
  mutating func adoptInteraction(
    _ name: String, _ text: String?, in session: String, notBefore time: Timestamp?
  ) {
    let tap = EncodedTap(text: name)
    guard tap.values.count == 1, let action = MemberAction(storedName: tap.verb) else { return }
    let target = InteractionQueue.Target(session: session, action: action, id: tap.value)
    if text == Self.staysOn || text == Self.staysOff {
      guard interactionQueue.sentElsewhere(target) != nil else { return }
      broadcast(target, text == Self.staysOn, isConfirmed: true)
    } else if let text {
      interactionQueue.restore(target, text == "on", notBefore: time)
      broadcast(target, text == "on", isConfirmed: false)
    } else if let isOn = interactionQueue.sentElsewhere(target) {
      broadcast(target, isOn, isConfirmed: true)
    }
  }

  /// Sends the interactions that are due.
  mutating func sendInteractions() {
    guard leads else { return }
    while let target = interactionQueue.take(now: now) { ask(target, interactionQueue.isOn(target)) }
  }

  /// Stores the post or relationship of the response. The server may have counted before it stored the
  /// interaction.
  private mutating func receive(
    _ target: InteractionQueue.Target, _ isOn: Bool, _ response: Response, asked time: Timestamp
  ) {
    if case .vote(let vote) = target.action { return counted(vote, target, response) }
    guard let session = sessions.session(target.session) else { return }
    let (decoder, store) = (MastodonDecoder(origin: session.origin), store(of: target.session))
    if case .person = target.action {
      if let relationship = decoder.relationship(body: response.body) {
        // It contains the change, unlike what was requested before.
        store.receive(relationship: relationship, asked: now.advanced(byMilliseconds: 1))
      }
    } else if let post = decoder.status(body: response.body), post.id == target.id {
      store.receive(target.action.set(isOn, on: post), asked: time)
    }
  }

  private mutating func broadcast(_ target: InteractionQueue.Target, _ isOn: Bool, isConfirmed: Bool) {
    broadcast(.memberActed(change(target, isOn, isConfirmed: isConfirmed)), in: target.session)
  }

  private func change(_ target: InteractionQueue.Target, _ isOn: Bool, isConfirmed: Bool)
    -> MemberActionChange
  {
    MemberActionChange(
      action: target.action, id: target.id, isOn: isOn, at: now, isConfirmed: isConfirmed)
  }

  /// Returns the store of a session, or the strangers'.
  mutating func store(of session: String?) -> EntityStore {
    if let known = stores.first(where: { $0.session == session })?.store { return known }
    let store = EntityStore()
    stores.append((session, store))
    return store
  }

  /// Records a change in the session's store, and broadcasts it to the session's screens, including those of
  /// other roots.
  mutating func broadcast(_ change: Change, in session: String?) {
    store(of: session).apply(change)
    send(.changed(change), in: session)
  }

  @inline(never)
  mutating func send(_ event: ScreenEvent, in session: String?) {
    for screen in stack where screen.session == session { send(event, to: screen) }
  }

  /// Sends a request that changes something, under a session.
  @inline(never)
  mutating func write(_ request: APIRequest, in session: String, _ waiter: Waiting) {
    guard let origin = sessions.session(session)?.origin, let credential = sessions.credential(of: session)
    else {
      return
    }
    commands.append(.send(wait(waiter), request, url: origin.url(of: request), token: credential.token))
  }
}
