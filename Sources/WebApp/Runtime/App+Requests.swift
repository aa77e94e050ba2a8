import Contracts
import Localization
import Social

/// Sending requests for screens, and handling the responses.
extension App {
  mutating func ask(
    _ label: ScreenRequestLabel, _ identity: RequestIdentity, _ request: APIRequest, for screen: AnyScreenHost
  ) {
    let id = wait(.request(screen.id, label.request, at: now))
    let session = screen.session.flatMap { sessions.session($0) }
    var token = session.flatMap { sessions.credential(of: $0.key)?.token }
    let origin: Origin
    switch identity {
    case .viewer: origin = session?.origin ?? .own(server)
    case .stranger(let other):
      origin = other
      // A closed community shows its pictures to members only.
      if session?.server != origin.address.root { token = nil }
    case .newcomer(let address, let ownToken):
      origin = address == server ? .own(server) : .other(address)
      token = ownToken
    }
    guard isFree(origin.address, id) else { return }
    let url = origin.url(of: request)
    if case .stranger = identity, token == nil {
      commands.append(.request(id, url: url))
    } else {
      commands.append(.send(id, request, url: url, token: token))
    }
  }

  /// Notes the server that a request goes to. If that server asked for a pause, the request fails a moment
  /// later.
  private mutating func isFree(_ address: ServerAddress, _ id: Identifier) -> Bool {
    guard pauses.holds(address, at: now) else {
      asked[id] = address
      return true
    }
    commands.append(.startTimer(id, milliseconds: 0))
    return false
  }

  /// Returns true while the session's server has asked for a pause. Polling requests simply run again later.
  func isPaused(_ session: Session) -> Bool { pauses.holds(session.server, at: now) }

  private mutating func notePause(_ server: ServerAddress?, _ result: Result<Response, RequestFailure>) {
    if let server, case .success(let response) = result { pauses.received(response, from: server, at: now) }
  }

  /// Connects once a response has come, although the browser has said that the network is gone.
  @inline(never)
  mutating func hasNetwork() {
    live.lastOnline = nil
    if live.isReady { connect() }
  }

  mutating func received(_ request: Identifier, _ result: Result<Response, RequestFailure>) {
    let address = asked.removeValue(forKey: request)
    notePause(address, result)
    if let last = live.lastOnline, request > last, case .success = result { hasNetwork() }
    switch waiting.removeValue(forKey: request) {
    case .request(let id, let request, let time)?:
      guard let screen = stack.first(where: { $0.id == id }) else { return }
      if case .success(let response) = result, response.status == 401 {
        received(refusal: response, of: address, for: screen)
      }
      perform(screen.receive(request, result, at: time), of: screen)
    case .sendingInteraction(let target, let time)?: received(target, result, asked: time)
    case .sending(let item, let time)?: received(outbox: item, result, asked: time)
    case .searching(let item)?: received(searchFor: item, result)
    case .picture(let id, let step)?: received(picture: id, step, result)
    case .savingProfile(let saving)?: received(saving, result)
    case .texts(let language, let first)?: received(textsOf: language, first, result)
    case .unread(let session, let question, let time)?:
      notePause(sessions.session(session)?.server, result)
      received(question, of: session, result, asked: time)
    case .markerSet(let session)?: received(markerIn: session, result)
    case .news(let session, let newest, let time)?:
      notePause(sessions.session(session)?.server, result)
      received(newsAfter: newest, of: session, result, asked: time)
    case .likers(let session, let post, let time)?:
      received(likersOf: post, in: session, result, asked: time)
    case .messages(let session, let unread)?: received(messagesOf: session, unread: unread, result)
    case .revoking(let key)?: received(revocation: key, result)
    case .live?: streamEnded(result)
    case .push(let session, let step)?: received(push: step, of: session, result)
    case .load, .readingAhead, .timer, .liveDue, .countIsDue, .outboxDue, .toastEnds, .held, .nothing, nil:
      return
    }
  }

  /// Handles a response that asks for a session.
  @inline(never)
  private mutating func received(refusal: Response, of address: ServerAddress?, for screen: AnyScreenHost) {
    if let session = screen.session {
      refused(session)
    } else if address?.root == server, refusal.isForMembers {
      // The community has become closed, or a session has ended. The server has the landing page.
      commands += [.rememberMember(false), .visit(url: "")]
    }
  }

  /// Marks a session whose token the server refuses. The viewer is told whenever something fails because of
  /// it.
  mutating func refused(_ session: String) {
    if sessions.refuse(session) {
      rememberRefusal(of: session)
      // Its notifications have ended with the token.
      share(unread: 0, of: session)
    }
    if session == sessions.currentKey { show(Toast(.signInAgain, action: .signIn)) }
  }

  mutating func cancelRequests(of id: Identifier, _ label: ScreenRequestLabel? = nil) {
    for (number, waiter) in waiting {
      guard case .request(id, let request, _) = waiter, label.map({ $0.request.isEqual(to: request) }) ?? true
      else {
        continue
      }
      waiting[number] = nil
      asked[number] = nil
      commands.append(.cancel(number))
    }
  }
}
