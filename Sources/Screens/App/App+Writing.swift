import Contracts
import Social

/// Writes run under the viewer's session, even after the screen that began them has closed.
extension App {
  /// Shows the interaction everywhere at once, and sends it to the server.
  mutating func mark(_ mark: MemberAction, id: String, _ isOn: Bool, in session: String) {
    let subject = Wishes.Subject(session: session, mark: mark, id: id)
    broadcast(subject, isOn, isSettled: false)
    if wishes.want(isOn, subject) { ask(subject, isOn) } else { keepWish(subject) }
    if !isOn {
      if case .person(.follow(let name)) = mark { show(Toast(Message(.unfollowed, name), action: .restore(mark, id))) }
      return
    }
    switch mark {
    case .person(.mute(let name, _)): show(Toast(Message(.muted, name), action: .restore(mark, id)))
    case .person(.block(let name)): show(Toast(Message(.blocked, name), action: .restore(mark, id)))
    case .post(.muteThread): show(Toast(.threadMuted))
    case .post(.pin): show(Toast(.pinnedNow))
    case .person(.notify(let name)): show(Toast(Message(.notifiesNow, name)))
    // An undo is no longer possible.
    case .person(.follow): if toast?.action == .restore(mark, id) { hideToast() }
    case .post(.favourite), .post(.repost), .post(.bookmark), .person(.hideReposts): return
    }
  }

  @inline(never)
  private mutating func ask(_ subject: Wishes.Subject, _ isOn: Bool) {
    write(subject.mark.request(subject.id, isOn), in: subject.session, .marking(subject, at: now))
  }

  mutating func received(
    _ subject: Wishes.Subject, _ result: Result<Response, RequestFailure>, asked time: Timestamp
  ) {
    defer { keepWish(subject) }
    let outcome = RequestOutcome(result)
    if outcome == .signedOut { refused(subject.session) }
    switch wishes.received(subject, outcome, now: now) {
    case .again(let isOn): ask(subject, isOn)
    case .failed(let isOn):
      broadcast(subject, isOn, isSettled: true)
      if sessions.session(subject.session)?.isRefused != true { show(Toast(subject.mark.trouble)) }
    case .settled(let isOn):
      broadcast(subject, isOn, isSettled: true)
      if case .success(let response) = result { broadcast(subject, isOn, response, asked: time) }
    case .waits: awaitDue()
    case nil: return
    }
  }

  // Interactions that wait for a network or for a server.

  /// The beginning of each one's key, before the interaction and the id.
  static let waitsName = "waits "
  /// The key of earlier versions, which stored all in one text: `favourite:7:on`, separated by spaces.
  private static let wishesKey = "waiting marks"

  /// Stores a waiting interaction. Each has a key of its own, so that tabs don't overwrite each other's.
  private mutating func keepWish(_ subject: Wishes.Subject) {
    guard sessions.session(subject.session) != nil else { return }
    let name = Self.waitsName + subject.mark.keptName + ":" + subject.id
    remember(memoryPrefix(of: subject.session) + name, wishes.kept(subject))
  }

  mutating func restoreWishes() {
    for session in sessions.all {
      let prefix = memoryPrefix(of: session.key)
      if let list = memory[prefix + Self.wishesKey] { migrateWishes(list, prefix) }
      for (name, text) in memory.part(prefix + Self.waitsName).all { adoptWish(name, text, in: session.key) }
    }
  }

  @inline(never)
  private mutating func migrateWishes(_ list: String, _ prefix: String) {
    for words in Array(list.utf8).split(separator: UInt8(ascii: " ")) {
      let tap = WrittenTap(text: String(decoding: words, as: UTF8.self))
      guard tap.values.count == 2 else { continue }
      remember(prefix + Self.waitsName + tap.verb + ":" + tap.value, tap.values[1])
    }
    remember(prefix + Self.wishesKey, nil)
  }

  /// Takes over one that waits, from another tab or an earlier run; `nil` if it was sent. What can't be read is left out.
  @inline(never)
  mutating func adoptWish(_ name: String, _ text: String?, in session: String) {
    let tap = WrittenTap(text: name)
    guard tap.values.count == 1, let mark = MemberAction(keptName: tap.verb) else { return }
    let subject = Wishes.Subject(session: session, mark: mark, id: tap.value)
    if let text {
      wishes.restore(subject, text == "on")
      broadcast(subject, text == "on", isSettled: false)
    } else if let isOn = wishes.sentElsewhere(subject) {
      broadcast(subject, isOn, isSettled: true)
    }
  }

  /// Sends the interactions that are due.
  mutating func sendWishes() {
    guard leads else { return }
    while let subject = wishes.take(now: now) { ask(subject, wishes.isWanted(subject)) }
  }

  /// Sends the post or profile of the response to the screens. The server may have counted before it stored the
  /// interaction.
  private mutating func broadcast(_ subject: Wishes.Subject, _ isOn: Bool, _ response: Response, asked time: Timestamp)
  {
    guard let session = sessions.session(subject.session) else { return }
    let decoder = MastodonDecoder(origin: session.origin)
    if case .person = subject.mark {
      if let relationship = decoder.relationship(body: response.body) {
        broadcast(.relationshipChanged(relationship), in: subject.session)
      }
    } else if let status = decoder.status(body: response.body), status.id == subject.id {
      let marked = subject.mark.set(isOn, on: status)
      broadcast(.statusChanged(changes(of: subject.session).applied(to: marked, asked: time)), in: subject.session)
    }
  }

  private mutating func broadcast(_ subject: Wishes.Subject, _ isOn: Bool, isSettled: Bool) {
    let change = MemberActionChange(mark: subject.mark, id: subject.id, isOn: isOn, at: now, isSettled: isSettled)
    broadcast(.marked(change), in: subject.session)
  }

  func changes(of session: String?) -> RecentChanges {
    recent.first { $0.session == session }?.changes ?? RecentChanges()
  }

  /// Records a change for screens that open later.
  mutating func record(_ change: Change, in session: String) {
    let index = recent.firstIndex { $0.session == session } ?? recent.count
    if index == recent.count { recent.append((session, RecentChanges())) }
    recent[index].changes.apply(change)
  }

  /// Broadcasts a change to all screens of that session, including those of other roots.
  mutating func broadcast(_ change: Change, in session: String?) {
    if let session { record(change, in: session) }
    send(.changed(change), in: session)
  }

  @inline(never)
  mutating func send(_ event: ScreenEvent, in session: String?) {
    for screen in stack where screen.session == session { send(event, to: screen) }
  }

  /// Sends a request that changes something, under a session.
  @inline(never)
  mutating func write(_ request: APIRequest, in session: String, _ waiter: Waiting) {
    guard let origin = sessions.session(session)?.origin, let credential = sessions.credential(of: session) else {
      return
    }
    commands.append(.send(wait(waiter), request, url: origin.url(of: request), token: credential.token))
  }
}
