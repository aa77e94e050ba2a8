import Contracts
import Social

/// Who sits in front of the app, and what the device keeps for them.
extension App {
  /// What a stranger wanted to do.
  static let wishKey = "device wish"
  /// An account was deleted, and nobody has said so yet.
  static let farewellKey = "device farewell"

  /// What stands before everything that the device keeps for a session; nil: for strangers.
  func memoryPrefix(of session: String?) -> String { session.map { Session.storagePrefix($0) } ?? "device " }

  mutating func remember(_ key: String, _ text: String?) {
    guard memory[key] != text else { return }
    memory[key] = text
    commands.append(.remember(key: key, text))
  }

  /// Keeps who it is and the token. Each tab of the browser writes what it has changed, and nothing of another session.
  mutating func rememberSession(_ key: String) {
    remember(Session.storagePrefix(key) + Session.recordName, sessions.record(of: key))
  }

  /// Keeps who was chosen, for the next start.
  mutating func rememberCurrent() {
    remember(Sessions.currentName, sessions.currentKey)
    commands.append(.rememberMember(sessions.current != nil))
  }

  /// Brings what an earlier version kept into the form of this one.
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
        me, at: server, isOwnServer: server == self.server, scopes: scopes, credential, newKey: newSessionKey())
      if let key = sessions.currentKey {
        remember(Session.storagePrefix(key) + Session.refusedName, nil)
        rememberSession(key)
      }
      rememberCurrent()
      startOver(at: .home)
      sendOutbox()
      carryOut()
    case .choose(let key, let destination):
      guard key != sessions.currentKey, sessions.session(key) != nil else { return }
      // All screens start over. What is to be opened then waits until what lies over the root has made way.
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
      remember(Self.farewellKey, "")
      signOut(key)
      if !stack.isEmpty { sayFarewell() }
    }
  }

  /// Says once that an account was deleted. If the page is being left, the next page says it.
  mutating func sayFarewell() {
    guard memory[Self.farewellKey] != nil else { return }
    remember(Self.farewellKey, nil)
    show(Toast(.accountDeleted))
  }

  /// A stranger's tap needs a member: the front door says so, and the device keeps it in mind meanwhile.
  mutating func goToDoor(_ wish: Wish) {
    remember(Self.wishKey, wish.kept(at: now))
    let url = wish.door
    commands += [.pushHistory(depth: depth + 1, url: url), .visit(url: url)]
  }

  /// What the newcomer had wanted to do before signing in: once, and on the server that it was about.
  private mutating func carryOut() {
    let wish = memory[Self.wishKey].flatMap { Wish(kept: $0, now: now) }
    remember(Self.wishKey, nil)
    guard let wish, let session = sessions.current, session.isOwnServer else { return }
    let mark: Mark? =
      switch wish.kind {
      case .like: .favourite
      case .repost: .repost
      case .bookmark: .bookmark
      case .follow: .follow(name: "")
      case .reply: nil
      }
    if let mark { self.mark(mark, id: wish.id, true, in: session.key) }
    open(wish.kind == .follow ? .profile(id: wish.id, handle: nil, nil) : .thread(id: wish.id, nil))
  }

  private static let revocation = "device revoke "

  /// Those of people who signed out, until their servers have answered.
  mutating func giveTokensBack() {
    for key in memory.keys(beginningWith: Self.revocation) { giveBack(key) }
  }

  @inline(never)
  private mutating func giveBack(_ key: String) {
    let parts = Array((memory[key] ?? "").utf8).split(separator: UInt8(ascii: "\n"))
    guard parts.count == 2 else { return }
    let request = APIRequest(.post, "/oauth/revoke", body: Array(parts[1]))
    commands.append(
      .send(wait(.revoking(key)), request, url: String(decoding: parts[0], as: UTF8.self), token: nil))
  }

  mutating func received(revocation key: String, _ result: Result<Response, RequestFailure>) {
    if case .success(let response) = result, response.status < 500 { remember(key, nil) }
  }

  /// The time comes first, so that the keys sort by when somebody signed in; no two tabs guess the rest.
  private mutating func newSessionKey() -> String {
    "\(now.milliseconds)" + hexadecimal(randomness.next().prefix(4))
  }

  /// TWT_16: the token is given back, and nothing of the person stays on the device.
  private mutating func signOut(_ key: String) {
    guard let session = sessions.session(key) else { return }
    if let credential = sessions.credential(of: key) {
      let request = OAuthRequests.revoke(
        credential.token, clientID: credential.clientID, clientSecret: credential.clientSecret)
      remember(
        Self.revocation + hexadecimal(randomness.next().prefix(8)),
        session.origin.url(of: request) + "\n" + String(decoding: request.body ?? [], as: UTF8.self))
      giveTokensBack()
    }
    removeSession(key)
  }

  /// Removes all that the device keeps of a session that has ended, here or in another tab: also what that tab, or a late
  /// response, wrote since. The last session takes with it all that was read on this device.
  mutating func removeSession(_ key: String) {
    for item in outbox.items(of: key) { _ = takeUnsettled(item.id) }
    readAhead = []
    outbox.removeAll(of: key)
    removePictures(key + "-")
    wishes.removeAll(of: key)
    recent.removeAll { $0.session == key }
    let isCurrent = key == sessions.currentKey
    sessions.signOut(key)
    ended.insert(key)
    let prefix = Session.storagePrefix(key)
    for kept in memory.keys(beginningWith: prefix) { remember(kept, nil) }
    commands.append(.removeAllSaved(prefix: sessions.all.isEmpty ? "" : prefix))
    // Nobody knows which member saw a picture, or opened a page.
    commands.append(.removeTraces)
    if isCurrent {
      rememberCurrent()
      startOver(at: sessions.current == nil ? .me : .home)
    } else {
      spread(.sessionsChanged(sessions.all), in: sessions.currentKey)
    }
  }
}
