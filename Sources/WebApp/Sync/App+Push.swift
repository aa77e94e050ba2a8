import Contracts
import JSON
import Markup
import Social

/// The steps of renewing a push subscription, and what the device tells the server about its notifications.
indirect enum PushStep: Equatable, Sendable {
  /// Asks whether the server still has it, or changes the zone of its quiet hours.
  case find(PushRegistration, StoredPush)
  case renew(StoredPush)
  /// Marks a notification as read that was opened on the device.
  case opened
}

/// Notifications while the app is closed. A browser has one registration at its push service, which all
/// accounts of the server that delivered the app share. Each session subscribes with its own token, which ends
/// the subscription when it is revoked.
///
/// All of this is in the second part of the program.
extension App {
  private func storedPush(of session: String) -> StoredPush? {
    memory[memoryPrefix(of: session) + StoredPush.memoryKey].flatMap { StoredPush(text: $0) }
  }

  /// The sessions with a subscription.
  private var pushSessions: [(key: String, stored: StoredPush)] {
    var found: [(key: String, stored: StoredPush)] = []
    for session in sessions.all where session.isOwnServer && !session.isRefused {
      if let stored = storedPush(of: session.key) { found.append((session.key, stored)) }
    }
    return found
  }

  @inline(never)
  mutating func perform(_ command: PushCommand) {
    if command == .end {
      if let session = sessions.current { commands.append(.push(.unread(account: session.me.id, 0))) }
      // The icon shows the account in front alone again.
      (unread, unreadAskedAt) = (nil, nil)
      askUnread()
      // Another account still needs the registration.
      if !pushSessions.isEmpty { return }
    }
    commands.append(.push(command))
  }

  /// Renews the registration of this browser, which can end without anybody's doing.
  @inline(never)
  mutating func renewPush() {
    if let first = pushSessions.first { perform(.renew(key: first.stored.key)) }
  }

  /// Receives the browser's permission, and its registration if it was asked for.
  @inline(never)
  mutating func pushed(_ permission: PushPermission, _ json: String?, _ zone: String) {
    // Another screen may lie over the one that asked.
    send(.pushed(permission, registration: json, zone: zone), in: sessions.currentKey)
    guard let registration = json.flatMap({ PushRegistration(json: $0) }) else { return }
    for (session, stored) in pushSessions {
      // The device may have travelled.
      var renewed = stored
      if !zone.isEmpty, let quiet = stored.choices.quiet {
        renewed.choices.quiet = quiet.at(zone: zone)
      }
      if stored.endpoint == registration.endpoint {
        write(
          renewed == stored ? PushRequests.find : PushRequests.change(renewed.choices.json), in: session,
          .push(session, .find(registration, renewed)))
      } else {
        subscribe(registration, renewed, in: session)
      }
    }
  }

  private mutating func subscribe(
    _ registration: PushRegistration, _ stored: StoredPush, in session: String
  ) {
    var renewed = stored
    renewed.endpoint = registration.endpoint
    write(
      PushRequests.subscribe(registration, stored.choices.json), in: session,
      .push(session, .renew(renewed)))
  }

  @inline(never)
  mutating func received(push step: PushStep, of session: String, _ result: Result<Response, RequestFailure>)
  {
    // The viewer may have turned it off meanwhile.
    guard case .success(let response) = result, let stored = storedPush(of: session) else { return }
    if response.status == 401 { return refused(session) }
    let key = response.isSuccess ? (try? JSON(parsing: response.body))?.text("server_key") : nil
    if let key, key != stored.key { return replaceRegistration(for: key) }
    // The viewer may have changed the rest meanwhile.
    var renewed = stored
    switch step {
    case .find(let registration, let found):
      renewed.take(zoneOf: found)
      if response.status == 404 { return subscribe(registration, renewed, in: session) }
    case .renew(let found):
      renewed.take(zoneOf: found)
      renewed.endpoint = found.endpoint
    case .opened:
      // The number on the icon follows.
      guard response.isSuccess else { return }
      guard session == sessions.currentKey else { return askUnread(in: session) }
      unreadAskedAt = nil
      return askUnread()
    }
    guard response.isSuccess else { return }
    // Messages tell the rest only while they come.
    if session != sessions.currentKey { askUnread(in: session) }
    remember(memoryPrefix(of: session) + StoredPush.memoryKey, renewed.text)
  }

  /// Registers for another public key of the server. The present registration is bound to the key before, so
  /// its push service refuses all messages.
  private mutating func replaceRegistration(for key: String) {
    for (session, stored) in pushSessions {
      var renewed = stored
      renewed.key = key
      remember(memoryPrefix(of: session) + StoredPush.memoryKey, renewed.text)
    }
    commands.append(.push(.replace(key: key)))
  }

  /// Ends the registration of a session that signs out. Its server may learn of that only later, so the other
  /// sessions get a new registration, of which it doesn't know.
  @inline(never)
  mutating func endPush(of session: String) {
    guard storedPush(of: session) != nil else { return }
    share(unread: 0, of: session)
    remember(memoryPrefix(of: session) + StoredPush.memoryKey, nil)
    commands.append(.push(pushSessions.first.map { .replace(key: $0.stored.key) } ?? .end))
  }

  /// Tells the device how much is unread in an account with notifications. The icon shows the sum of all of
  /// them, also while the app is closed.
  @inline(never)
  mutating func share(unread count: Int, of session: String?) {
    guard let session, storedPush(of: session) != nil, let me = sessions.session(session)?.me else { return }
    commands.append(.push(.unread(account: me.id, count)))
  }

  /// Tells the viewer that a server refused an interaction. A like from a notification ends while no window
  /// shows, and a hidden window's toast is not seen, so a notification tells it there.
  @inline(never)
  mutating func showFailure(of target: InteractionQueue.Target) {
    guard let session = sessions.session(target.session) else { return }
    let failure = target.action.failure
    // Of a token that the server refuses, another toast tells.
    if !session.isRefused { show(Toast(failure)) }
    guard case .post = target.action, storedPush(of: session.key) != nil else { return }
    let author = store(of: session.key)[target.id]?.post.author.handle
    commands.append(
      .push(
        .tell(
          title: failure.text(environment.strings),
          body: sessions.all.count > 1 ? "@" + session.me.handle : "", account: session.me.id,
          path: author.map { Links.post(target.id, of: $0).text } ?? Tab.notifications.path)))
  }

  /// Opens what a notification is about, in the account that got it, and marks it as read everywhere. A like
  /// changes no screen, whichever account is in front.
  ///
  /// - Parameters:
  ///   - receiver: the account's id. After a dot follows the notification's, and after another one its
  ///     proof, which the server checks.
  ///   - isOpen: true if the page shows it already, possibly in another account.
  @inline(never)
  mutating func notified(
    _ receiver: String, _ path: String, _ action: AppEvent.NotificationAction?, isOpen: Bool
  ) {
    let ids = Array(receiver.utf8).split(separator: UInt8(ascii: "."))
    guard let account = ids.first.map({ String(decoding: $0, as: UTF8.self) }),
      let session = sessions.all.first(where: { $0.isOwnServer && $0.me.id == account }),
      var destination = Destination(path, own: .own(server))
    else { return }
    if ids.count == 3, !session.isRefused {
      let (id, proof) = (String(decoding: ids[1], as: UTF8.self), String(decoding: ids[2], as: UTF8.self))
      write(NotificationRequests.opened(id, proof: proof), in: session.key, .push(session.key, .opened))
    }
    if let action, case .thread(let id, _, let handle, _) = destination {
      switch action {
      case .reply: destination = .thread(id: id, nil, handle: handle, replies: true)
      // Without a valid token the post opens, and the app asks the member to sign in again.
      case .like: if !session.isRefused { return perform(.post(.favourite), id: id, true, in: session.key) }
      }
    }
    let isInFront = session.key == sessions.currentKey
    if case .tab(let tab) = destination {
      if !isInFront { perform(.choose(session.key, opens: nil)) }
      if !isInFront || !isOpen { show(tab) }
    } else if !isInFront {
      perform(.choose(session.key, opens: destination))
    } else if !isOpen {
      open(destination)
    } else if action == .reply, let top = stack.last {
      send(.replyRequested, to: top)
    }
  }
}
