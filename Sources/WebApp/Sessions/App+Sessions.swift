import Contracts
import JSON
import Localization
import Social

/// The session in front, and what the device stores for each session.
extension App {
  /// The memory key of a stranger's deferred action.
  static let deferredActionKey = "device wish"
  /// The memory key of the address that a stranger requested in a closed community.
  static let requestedAddressKey = "device requested"
  /// The memory key of the note that an account was deleted and the viewer has not been told yet.
  static let accountDeletedKey = "device farewell"

  /// Returns the prefix of all that the device stores for a session; `nil` stands for strangers.
  func memoryPrefix(of session: String?) -> String { session.map { Session.storagePrefix($0) } ?? "device " }

  mutating func remember(_ key: String, _ text: String?) {
    guard memory[key] != text else { return }
    memory[key] = text
    commands.append(.remember(key: key, text))
  }

  /// Stores a session's account and token. Each tab of the browser writes only the session that it changed.
  mutating func rememberSession(_ key: String) {
    remember(Session.storagePrefix(key) + Session.recordName, sessions.record(of: key))
  }

  /// Stores the chosen session for the next start.
  mutating func rememberCurrent() {
    remember(Sessions.currentName, sessions.currentKey)
    commands.append(.rememberMember(sessions.current != nil))
  }

  /// Converts what an earlier version stored.
  mutating func migrateSessions() {
    if memory[Sessions.currentName] == nil { remember(Sessions.currentName, sessions.currentKey) }
    for session in sessions.all {
      rememberSession(session.key)
      if session.isRefused { rememberRefusal(of: session.key) }
    }
    remember(Sessions.listName, nil)
  }

  mutating func rememberRefusal(of key: String) {
    remember(Session.storagePrefix(key) + Session.refusedName, sessions.credential(of: key)?.token)
  }

  mutating func perform(_ request: SessionRequest) {
    switch request {
    case .signIn(let me, let server, let scopes, let credential):
      sessions.signIn(
        me, at: server, isOwnServer: server == self.server, scopes: scopes, credential,
        newKey: newSessionKey())
      if let key = sessions.currentKey {
        remember(Session.storagePrefix(key) + Session.refusedName, nil)
        rememberSession(key)
      }
      rememberCurrent()
      startOver(at: .home)
      sendOutbox()
      runDeferredAction()
      visitRequested()
    case .choose(let key, let destination):
      guard key != sessions.currentKey, sessions.session(key) != nil else { return }
      // All screens start over. What is to be opened waits until the screens over the root are closed.
      let steps = depth
      guard steps == 0 || destination == nil else { return uncover(for: .session(request), steps: steps) }
      sessions.choose(key)
      rememberCurrent()
      isAheadOfHistory = isAheadOfHistory || steps > 0
      startOver(at: .home)
      if steps > 0 { goBack(steps) }
      if let destination { open(destination) }
    case .signOut(let key): signOut(key)
    case .leave(let key):
      remember(Self.accountDeletedKey, "")
      signOut(key)
      if !stack.isEmpty { confirmAccountDeletion() }
    }
  }

  /// Tells the viewer once that an account was deleted. If the page is being left, the next page does so.
  mutating func confirmAccountDeletion() {
    guard memory[Self.accountDeletedKey] != nil else { return }
    remember(Self.accountDeletedKey, nil)
    show(Toast(.accountDeleted))
  }

  /// Sends a stranger to the landing page, which asks them to sign in. The device stores the deferred action
  /// meanwhile.
  mutating func goToLandingPage(_ deferredAction: DeferredAction) {
    remember(Self.deferredActionKey, deferredAction.storedText(at: now))
    let url = deferredAction.landingPageURL
    commands += [.pushHistory(depth: depth + 1, url: url), .visit(url: url)]
  }

  /// Carries out the deferred action after signing in: once, and only on the server that it was about.
  private mutating func runDeferredAction() {
    let deferredAction = memory[Self.deferredActionKey].flatMap { DeferredAction(storedText: $0, now: now) }
    remember(Self.deferredActionKey, nil)
    guard let deferredAction, let session = sessions.current, session.isOwnServer else { return }
    if let action = deferredAction.action {
      self.perform(action, id: deferredAction.id, true, in: session.key)
    }
    open(
      deferredAction.kind == .follow
        ? .profile(id: deferredAction.id, handle: nil, nil) : .thread(id: deferredAction.id, nil))
  }

  /// Stores the address of a closed community's landing page while the viewer signs in. The path comes from
  /// the browser: two slashes would begin the name of another host.
  mutating func rememberRequested(_ path: String) {
    let isOurs = Destination(path, own: .own(server)) != nil && !path.utf8.starts(with: "//".utf8)
    remember(Self.requestedAddressKey, isOurs ? "\(now.milliseconds + DeferredAction.lifetime) " + path : nil)
  }

  private mutating func visitRequested() {
    let parts = Array((memory[Self.requestedAddressKey] ?? "").utf8).split(
      separator: UInt8(ascii: " "), maxSplits: 1)
    remember(Self.requestedAddressKey, nil)
    guard parts.count == 2, let end = Int64(digits: parts[0]), now.milliseconds < end,
      sessions.current?.isOwnServer == true
    else { return }
    commands.append(.visit(url: String(decoding: parts[1], as: UTF8.self)))
  }

  private static let revocation = "device revoke "

  /// Revokes the tokens of ended sessions, which the device stores until their servers have answered.
  mutating func revokeEndedTokens() {
    for key in memory.keys(beginningWith: Self.revocation) { revokeToken(key) }
  }

  @inline(never)
  private mutating func revokeToken(_ key: String) {
    let parts = Array((memory[key] ?? "").utf8).split(separator: UInt8(ascii: "\n"))
    guard parts.count == 2 else { return }
    let request = APIRequest(.post, "/oauth/revoke", body: Array(parts[1]))
    commands.append(
      .send(wait(.revoking(key)), request, url: String(decoding: parts[0], as: UTF8.self), token: nil))
  }

  mutating func received(revocation key: String, _ result: Result<Response, RequestFailure>) {
    if case .success(let response) = result, response.status < 500 { remember(key, nil) }
  }

  /// Creates a session key. The time comes first, so that keys sort by the time of signing in; the random
  /// rest differs between tabs.
  private mutating func newSessionKey() -> String {
    "\(now.milliseconds)" + hexadecimal(randomness.next().prefix(4))
  }

  /// Signs out (TWT_16): revokes the token, and removes all of the member's data from the device.
  private mutating func signOut(_ key: String) {
    guard let session = sessions.session(key) else { return }
    if let credential = sessions.credential(of: key) {
      let request = OAuthRequests.revoke(
        credential.token, clientID: credential.clientID, clientSecret: credential.clientSecret)
      remember(
        Self.revocation + hexadecimal(randomness.next().prefix(8)),
        session.origin.url(of: request) + "\n" + String(decoding: request.body ?? [], as: UTF8.self))
      revokeEndedTokens()
    }
    endPush(of: key)
    removeSession(key)
  }

  /// Removes all that the device stores for a session that was signed out, here or in another tab. That
  /// includes what the other tab or a late response wrote since. The last session removes everything that was
  /// read on this device. docs/app.md says what stays.
  mutating func removeSession(_ key: String) {
    readAhead = []
    outbox.removeAll(of: key)
    removePictures(key + "-")
    interactionQueue.removeAll(of: key)
    stores.removeAll { $0.session == key }
    let isCurrent = key == sessions.currentKey
    sessions.signOut(key)
    ended.insert(key)
    let prefix = Session.storagePrefix(key)
    for key in memory.keys(beginningWith: prefix) { remember(key, nil) }
    commands.append(.removeAllSaved(prefix: sessions.all.isEmpty ? "" : prefix))
    // The device doesn't record which member saw a picture or opened a page.
    commands.append(.removeTraces)
    if isCurrent {
      rememberCurrent()
      startOver(at: sessions.current == nil ? .me : .home)
    } else {
      broadcast(.sessionsChanged(sessions.all), in: sessions.currentKey)
    }
  }
}
