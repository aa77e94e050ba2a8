import Contracts
import Social

/// Asking servers for a screen, and what comes back.
extension App {
  mutating func ask(_ label: ScreenRequestLabel, _ asker: Asker, _ request: APIRequest, for screen: RunningScreen) {
    switch asker {
    case .viewer:
      let session = screen.session.flatMap { sessions.session($0) }
      let url = (session?.origin ?? .own(server)).url(of: request)
      let token = session.flatMap { sessions.credential(of: $0.key)?.token }
      commands.append(.send(wait(.request(screen.id, label.request, at: now)), request, url: url, token: token))
    case .stranger(let origin):
      commands.append(.request(wait(.request(screen.id, label.request, at: now)), url: origin.url(of: request)))
    case .newcomer(let address, let token):
      let url = (address == server ? Origin.own(server) : .other(address)).url(of: request)
      commands.append(.send(wait(.request(screen.id, label.request, at: now)), request, url: url, token: token))
    }
  }

  mutating func received(_ request: Identifier, _ result: Result<Response, RequestFailure>) {
    switch waiting.removeValue(forKey: request) {
    case .request(let id, let request, let time)?:
      guard let screen = stack.first(where: { $0.id == id }) else { return }
      if let session = screen.session, case .success(let response) = result, response.status == 401 {
        refused(session)
      }
      perform(screen.receive(request, result, at: time), of: screen)
    case .marking(let subject, let time)?: received(subject, result, asked: time)
    case .sending(let item, let time)?: received(outbox: item, result, asked: time)
    case .searching(let item)?: received(searchFor: item, result)
    case .picture(let id, let step)?: received(picture: id, step, result)
    case .savingProfile(let saving)?: received(saving, result)
    case .texts(let language)?: received(language, result)
    case .unread(let session, let question, let time)?: received(question, of: session, result, asked: time)
    case .news(let session, let newest)?: received(newsAfter: newest, of: session, result)
    case .revoking(let key)?: received(revocation: key, result)
    case .load, .readingAhead, .timer, .outboxDue, .toastEnds, .held, .nothing, nil: return
    }
  }

  /// A server takes a token no longer: said whenever something fails for it.
  mutating func refused(_ session: String) {
    if sessions.refuse(session) { rememberRefusal(of: session) }
    if session == sessions.currentKey { show(Toast(.signInAgain, action: .signIn)) }
  }

  mutating func cancelRequests(of id: Identifier, _ label: ScreenRequestLabel? = nil) {
    for (number, waiter) in waiting {
      guard case .request(id, let request, _) = waiter, label.map({ $0.request.isEqual(to: request) }) ?? true else {
        continue
      }
      waiting[number] = nil
      commands.append(.cancel(number))
    }
  }
}
