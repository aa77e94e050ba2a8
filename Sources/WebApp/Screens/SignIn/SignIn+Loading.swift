import Contracts
import JSON
import Social

extension SignIn {
  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      if case .returning(let query) = state.phase { return returned(&state, query) }
      return state.isElsewhere ? [] : register(&state, at: state.home)
    case .submitted(let address):
      guard state.phase == .asking else { return [] }
      state.address = address
      guard let server = ServerAddress(pasted: address) else { return fail(&state, .invalidAddress) }
      state.isSought = false
      return register(&state, at: server)
    case .received(.register, let result, _): return registered(&state, result)
    case .received(.find, let result, _): return found(&state, result)
    case .received(.token, let result, _): return receivedToken(&state, result)
    case .received(.account, let result, _): return receivedAccount(&state, result)
    }
  }

  private static func register(_ state: inout State, at server: ServerAddress) -> [Effect] {
    state.problem = nil
    state.server = server
    state.phase = .registering
    let request = OAuthRequests.register(
      redirect: redirect(state), website: state.home.text, scopes: scopes(at: server, state))
    return [.ask(Request.register, request, as: .newcomer(server, token: nil))]
  }

  private static func registered(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard state.phase == .registering, var server = state.server else { return [] }
    let moved = newAddress(result, from: server, at: "/api/v1/apps")
    switch content(of: result, from: name(of: server, state)) {
    case .failure(let problem): return seek(&state, moved, problem)
    case .success(let body):
      guard let application = OAuthDecoder.application(body) else {
        return seek(&state, moved, .unusable(name(of: server, state)))
      }
      // A token wouldn't be sent along to a redirected address.
      server = moved ?? server
      let pending = PendingSignIn(
        server: server, clientID: application.id, clientSecret: application.secret,
        state: base64URL(SHA256.hash(state.randomBytes + Array(application.id.utf8))),
        proof: ProofKey(bytes: state.randomBytes))
      let page = OAuthRequests.authorizePage(
        at: server, clientID: application.id, redirect: redirect(state), state: pending.state,
        proof: pending.proof,
        scopes: scopes(at: server, state))
      // The server's page covers the app; a viewer who returns from it without a result may try again.
      if state.isElsewhere { state.phase = .asking }
      return [.remember(key: pendingKey, pending.json), .visit(url: page)]
    }
  }

  private static func scopes(at server: ServerAddress, _ state: State) -> String {
    server == state.home ? OAuthRequests.ownScopes : OAuthRequests.scopes
  }

  /// Returns the other address to which the server redirected.
  private static func newAddress(
    _ result: Result<Response, RequestFailure>, from server: ServerAddress, at path: String
  ) -> ServerAddress? {
    guard case .success(let response) = result, !response.address.isEmpty else { return nil }
    let (bytes, end) = (Array(response.address.utf8), Array(path.utf8))
    let isWhole = bytes.suffix(end.count).elementsEqual(end)
    let base = isWhole ? bytes.dropLast(end.count) : bytes[...]
    let moved =
      isWhole
      ? ServerAddress(String(decoding: base, as: UTF8.self))
      : PastedAddress(response.address)?.server.map { $0.root }
    return moved.flatMap { $0 != server && ($0.isSecure || !server.isSecure) ? $0 : nil }
  }

  /// Looks for the server's real address, once: the name that people know may not be where the server is
  /// (NodeInfo 2.1, discovery).
  private static func seek(_ state: inout State, _ moved: ServerAddress?, _ problem: Problem) -> [Effect] {
    guard let server = state.server, state.isElsewhere, !state.isSought else { return fail(&state, problem) }
    state.isSought = true
    if let moved { return register(&state, at: moved) }
    // The server exists and refused.
    if case .refused = problem { return fail(&state, problem) }
    state.firstProblem = problem
    let request = APIRequest(.get, "/.well-known/nodeinfo")
    return [.ask(Request.find, request, as: .newcomer(server, token: nil))]
  }

  private static func found(_ state: inout State, _ result: Result<Response, RequestFailure>) -> [Effect] {
    guard state.phase == .registering, let server = state.server else { return [] }
    var real = newAddress(result, from: server, at: "/.well-known/nodeinfo")
    if case .success(let response) = result, let json = try? JSON(parsing: response.body),
      let href = json["links"]?.array?.first?.text("href"), let address = PastedAddress(href)?.server?.root,
      address != server, address.isSecure || !server.isSecure
    {
      real = address
    }
    guard let real else { return fail(&state, state.firstProblem ?? .unusable(name(of: server, state))) }
    return register(&state, at: real)
  }

  /// Handles the return from the server (RFC 6749 sections 4.1.2 and 4.1.2.1).
  private static func returned(_ state: inout State, _ query: String) -> [Effect] {
    let forget = Effect.remember(key: pendingKey, nil)
    guard let pending = state.pending, queryValue("state", in: query) == pending.state else {
      return fail(&state, .stale)
    }
    if let error = queryValue("error", in: query) {
      let reason = queryValue("error_description", in: query) ?? error
      return [forget]
        + fail(
          &state,
          error == "access_denied" ? .denied : .refused(name(of: pending.server, state), reason: reason))
    }
    guard let code = queryValue("code", in: query), !code.isEmpty else {
      return [forget] + fail(&state, .stale)
    }
    let request = OAuthRequests.token(
      for: code, clientID: pending.clientID, clientSecret: pending.clientSecret, redirect: redirect(state),
      proof: pending.proof)
    return [forget, .ask(Request.token, request, as: .newcomer(pending.server, token: nil))]
  }

  private static func receivedToken(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard let pending = state.pending else { return [] }
    switch content(of: result, from: name(of: pending.server, state)) {
    case .failure(let problem): return fail(&state, problem)
    case .success(let body):
      guard let token = OAuthDecoder.token(body) else {
        return fail(&state, .unusable(name(of: pending.server, state)))
      }
      state.tokenText = token.token
      state.tokenScopes = token.scopes
      let identity = RequestIdentity.newcomer(pending.server, token: token.token)
      return [.ask(Request.account, OAuthRequests.ownAccount, as: identity)]
    }
  }

  private static func receivedAccount(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard let pending = state.pending, let token = state.token else { return [] }
    switch content(of: result, from: name(of: pending.server, state)) {
    case .failure(let problem): return fail(&state, problem)
    case .success(let body):
      let origin = pending.server == state.home ? Origin.own(pending.server) : .other(pending.server)
      guard let json = try? JSON(parsing: body), let me = MastodonDecoder(origin: origin).profile(json) else {
        return fail(&state, .unusable(name(of: pending.server, state)))
      }
      let credential = Credential(
        token: token.text, clientID: pending.clientID, clientSecret: pending.clientSecret)
      let signIn = Effect.session(.signIn(me, at: pending.server, scopes: token.scopes, credential))
      // Only our own server sends this, until the first steps are done.
      return json["swiftlet"]?["newcomer"]?.bool == true ? [signIn, .open(.firstSteps)] : [signIn]
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

  private static func content(of result: Result<Response, RequestFailure>, from name: String) -> Content {
    switch result {
    case .failure: .failure(.unusable(name))
    case .success(let response) where response.isSuccess: .success(response.body)
    case .success(let response) where response.status == 404 || response.status == 405:
      .failure(.unusable(name))
    case .success(let response): .failure(.refused(name, reason: response.errorText))
    }
  }

  /// Returns the server's name for a message; empty for this server, which the viewer didn't name.
  private static func name(of server: ServerAddress, _ state: State) -> String {
    server == state.home ? "" : server.name
  }

  private static func redirect(_ state: State) -> String { state.home.text + "/signed-in" }
}
