import Contracts

/// Asking servers in the name of whoever is signed in, and what comes back.
extension App {
  mutating func call(_ name: RequestName, _ request: APIRequest, of id: Identifier) {
    let session = sessions.current
    let url = base(of: session?.origin ?? .own(server)) + request.target
    let token = session.flatMap { sessions.credential(of: $0.key)?.token }
    commands.append(.send(wait(.request(id, name, session: session?.key)), request, url: url, token: token))
  }

  /// What stands before a request's target: URLs of the own server stay relative to its root.
  func base(of origin: Origin) -> String {
    switch origin {
    case .own(let address): address.path
    case .other(let address): address.text
    }
  }

  mutating func answered(_ request: Identifier, _ result: Result<Answer, RequestFailure>) {
    switch waiting.removeValue(forKey: request) {
    case .request(let screen, let name, let session)?:
      if let session, case .success(let answer) = result, answer.status == 401 { refused(session) }
      tell(.answered(name, result), to: screen)
    case .sending(let item)?: answered(outbox: item, result)
    case .texts(let language)?: answered(language, result)
    default: return
    }
  }

  /// A server takes a token no longer: said once.
  mutating func refused(_ session: String) {
    guard sessions.refuse(session) else { return }
    rememberSessions()
    show(Toast(.signInAgain, action: .signIn))
  }

  /// nil: whatever the screen asked for.
  mutating func cancelRequests(of id: Identifier, _ name: RequestName? = nil) {
    for (request, waiter) in waiting {
      guard case .request(id, let asked, _) = waiter, name == nil || asked == name else { continue }
      waiting[request] = nil
      commands.append(.cancel(request))
    }
  }
}
