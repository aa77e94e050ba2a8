import Contracts
import JSON
import Social

extension SignIn {
  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      guard case .returning(let query) = state.phase else { return [] }
      return returned(&state, query)
    case .tappedBack: return [.close]
    case .submitted(let address): return submitted(&state, address)
    case .answered(let name, let result):
      switch name.verb {
      case .register: return registered(&state, result)
      case .token: return receivedToken(&state, result)
      case .account: return receivedAccount(&state, result)
      default: return []
      }
    }
  }

  private static func submitted(_ state: inout State, _ address: String) -> [Effect] {
    guard state.phase == .asking else { return [] }
    state.address = address
    guard let server = ServerAddress(address) else { return fail(&state, .invalidAddress) }
    state.problem = nil
    state.server = server
    state.phase = .registering
    let request = OAuthRequests.register(redirect: redirect(state), website: state.home.text)
    return [.contact(server, RequestName(.register), request, token: nil)]
  }

  private static func registered(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard state.phase == .registering, let server = state.server else { return [] }
    switch content(of: result, from: server) {
    case .failure(let problem): return fail(&state, problem)
    case .success(let body):
      guard let application = OAuthDecoder.application(body) else {
        return fail(&state, .unknownLanguage(name(of: server)))
      }
      let pending = PendingSignIn(
        server: server, clientID: application.id, clientSecret: application.secret,
        state: base64URL(SHA256.hash(state.randomBytes + Array(application.id.utf8))),
        proof: ProofKey(bytes: state.randomBytes))
      let page = OAuthRequests.authorizePage(
        at: server, clientID: application.id, redirect: redirect(state), state: pending.state, proof: pending.proof)
      // The page of the server covers the app; whoever comes back from it without an answer may try again.
      state.phase = .asking
      return [.remember(key: pendingKey, pending.json), .visit(url: page)]
    }
  }

  /// RFC 6749 sections 4.1.2 and 4.1.2.1.
  private static func returned(_ state: inout State, _ query: String) -> [Effect] {
    let forget = Effect.remember(key: pendingKey, nil)
    guard let pending = state.pending, value("state", in: query) == pending.state else {
      return fail(&state, .stale)
    }
    if let error = value("error", in: query) {
      let words = value("error_description", in: query) ?? error
      return [forget]
        + fail(
          &state, error == "access_denied" ? .denied : .refused(name(of: pending.server), words: words))
    }
    guard let code = value("code", in: query), !code.isEmpty else { return [forget] + fail(&state, .stale) }
    let request = OAuthRequests.token(
      for: code, clientID: pending.clientID, clientSecret: pending.clientSecret, redirect: redirect(state),
      proof: pending.proof)
    return [forget, .contact(pending.server, RequestName(.token), request, token: nil)]
  }

  private static func receivedToken(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard let pending = state.pending else { return [] }
    switch content(of: result, from: pending.server) {
    case .failure(let problem): return fail(&state, problem)
    case .success(let body):
      guard let token = OAuthDecoder.token(body) else {
        return fail(&state, .unknownLanguage(name(of: pending.server)))
      }
      state.tokenText = token.token
      state.tokenScopes = token.scopes
      return [.contact(pending.server, RequestName(.account), OAuthRequests.ownAccount, token: token.token)]
    }
  }

  private static func receivedAccount(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard let pending = state.pending, let token = state.token else { return [] }
    switch content(of: result, from: pending.server) {
    case .failure(let problem): return fail(&state, problem)
    case .success(let body):
      let origin = pending.server == state.home ? Origin.own(pending.server) : .other(pending.server)
      guard let json = try? JSON(parsing: body), let me = MastodonDecoder(origin: origin).profile(json) else {
        return fail(&state, .unknownLanguage(name(of: pending.server)))
      }
      let credential = Credential(
        token: token.text, clientID: pending.clientID, clientSecret: pending.clientSecret)
      return [.session(.signIn(me, at: pending.server, scopes: token.scopes, credential))]
    }
  }

  private static func fail(_ state: inout State, _ problem: Problem) -> [Effect] {
    state.problem = problem
    state.phase = .asking
    return []
  }

  private enum Content {
    case success([UInt8])
    case failure(Problem)
  }

  private static func content(of result: Result<Answer, RequestFailure>, from server: ServerAddress) -> Content {
    switch result {
    case .failure(.unreachable): .failure(.unreachable(name(of: server)))
    case .failure(.tooLarge): .failure(.unknownLanguage(name(of: server)))
    case .success(let answer) where answer.isSuccess: .success(answer.body)
    case .success(let answer) where answer.status == 404 || answer.status == 405:
      .failure(.unknownLanguage(name(of: server)))
    case .success(let answer): .failure(.refused(name(of: server), words: answer.errorText))
    }
  }

  private static func name(of server: ServerAddress) -> String { withoutScheme(server) }

  private static func redirect(_ state: State) -> String { state.home.text + "/signed-in" }

  /// A value of a query, decoded (URL Standard 5.1); nil if it is not there.
  static func value(_ name: String, in query: String) -> String? {
    let start = Array((name + "=").utf8)
    for part in Array(query.utf8).split(separator: UInt8(ascii: "&")) where part.starts(with: start) {
      let value = part.dropFirst(start.count).map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
      return percentDecoded(value[...])
    }
    return nil
  }
}
