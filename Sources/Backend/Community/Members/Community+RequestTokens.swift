import Social
import Storage

/// A reason why a client gets no request token.
public enum CallbackRefusal: Error, Equatable, Sendable {
  /// The address isn't one of those that were registered.
  case notApproved
  /// The client registered no address, so members have to type a PIN.
  case mustBePIN
}

/// A token and its secret as the client receives them.
public struct IssuedSigningToken: Equatable, Sendable {
  public let token: String
  public let secret: String
}

/// The result of a sign-in.
public struct SigningSession: Equatable, Sendable {
  public let issued: IssuedSigningToken
  public let account: Int64
  public let username: String
}

extension Community.Signing {
  /// The lifetime of a request token in milliseconds. A PIN is short, and for some clients the only secret.
  static let requestLifetime: Int64 = 15 * 60_000

  /// The number of wrong verifiers after which a request token is used up.
  static let maxAttempts = 5

  /// Issues a token for a sign-in (RFC 5849 section 2.1).
  ///
  /// - Parameters:
  ///   - callback: The address to return to; `nil` or `oob` for a PIN.
  ///   - isReadOnly: True if the client wants to read only.
  /// - Returns: `nil` if the client is unknown.
  /// - Throws: `CallbackRefusal`.
  public func requestToken(
    clientKey: String, callback: String?, isReadOnly: Bool
  ) async throws -> IssuedSigningToken? {
    guard let record = try await store.signingClient(key: clientKey) else { return nil }
    let client = Client(record.client)
    let redirect = try Self.redirect(callback, of: client)
    let now = clock().milliseconds
    let id = identifiers.next(milliseconds: now)
    let issued = IssuedSigningToken(token: Secret.randomHexadecimal(), secret: Secret.randomHexadecimal())
    let scopes = isReadOnly ? Scopes([.read]) : client.scopes
    try await store.insert(
      RequestTokenRecord(
        id: id, digest: Secret.hash(issued.token), client: client.id,
        sealedSecret: try sealed(issued.secret, id: id), redirectURI: redirect.text, scopes: scopes.text,
        expiresAt: now + Self.requestLifetime))
    return issued
  }

  /// Compares without the query, because some clients add their own.
  private static func redirect(_ callback: String?, of client: Client) throws -> RedirectURI {
    guard let callback, !callback.isEmpty, callback != "oob" else { return .outOfBand }
    guard client.redirectURIs != [.outOfBand] else { throw CallbackRefusal.mustBePIN }
    guard let redirect = RedirectURI(callback) else { throw CallbackRefusal.notApproved }
    let bare = RedirectURI(String(callback.prefix { $0 != "?" })) ?? redirect
    guard client.redirectURIs.contains(where: { $0.admits(redirect) || $0.admits(bare) }) else {
      throw CallbackRefusal.notApproved
    }
    return redirect
  }

  /// Returns the secrets of a request token and its client; `nil` if it is unknown, used up or expired.
  public func credentials(requestToken: String) async throws -> SigningCredentials? {
    guard
      let (record, client) = try await store.requestToken(
        digest: Secret.hash(requestToken), now: clock().milliseconds)
    else { return nil }
    return secrets.opened(record.sealedSecret, id: record.id).flatMap {
      credentials(of: client, tokenSecret: $0)
    }
  }

  /// Exchanges an authorized request token for a token (RFC 5849 section 2.3).
  ///
  /// - Returns: `nil` if the request token is unknown, used up or expired.
  /// - Throws: `CommunityError.notAllowed` for a wrong verifier.
  public func exchange(
    requestToken: String, verifier: String, agent: String?
  ) async throws -> SigningSession? {
    let now = clock().milliseconds
    let id = identifiers.next(milliseconds: now)
    let (end, secret) = (Secret.randomHexadecimal(), Secret.randomHexadecimal())
    let sealedSecret = try sealed(secret, id: id)
    let device = agent.flatMap { DeviceName.of(agent: $0) }
    let use = try await store.use(
      requestToken: Secret.hash(requestToken), verifier: Secret.hash(verifier), attempts: Self.maxAttempts,
      now: now
    ) { found, account in
      SigningTokenRecord(
        // Clients send this token in clear, so it can't be used as a bearer token: that hash is of another value.
        token: TokenRecord(
          id: id, token: Secret.hash(Secret.random()), client: found.client, account: account,
          scopes: found.scopes, createdAt: now, device: device),
        digest: Secret.hash("\(account)-\(end)"), sealedSecret: sealedSecret)
    }
    switch use {
    case .granted(let account, let username):
      return SigningSession(
        issued: IssuedSigningToken(token: "\(account)-\(end)", secret: secret), account: account,
        username: username)
    case .wrongVerifier: throw CommunityError.notAllowed("The verifier is wrong")
    case .unknown: return nil
    }
  }
}

extension Community.Signing {
  /// Signs a member in who gave the client their password (xAuth). No page asks the member for consent.
  ///
  /// - Returns: `nil` if the client is unknown.
  public func session(of member: Member, clientKey: String, agent: String?) async throws -> SigningSession? {
    guard let issued = try await requestToken(clientKey: clientKey, callback: nil, isReadOnly: false) else {
      return nil
    }
    let verifier = try await clients.verifier(of: issued.token, isTyped: false, account: member.id)
    return try await exchange(requestToken: issued.token, verifier: verifier, agent: agent)
  }
}

extension Community.Clients {
  /// Returns the request that a request token stands for.
  ///
  /// - Throws: `AuthorizationFailure`.
  public func authorizationRequest(requestToken: String) async throws -> AuthorizationRequest {
    let found = try await store.requestToken(
      digest: Secret.hash(requestToken), now: clock().milliseconds)
    guard let (record, client) = found, record.account == nil, let scopes = Scopes(record.scopes),
      let redirect = RedirectURI(record.redirectURI)
    else { throw AuthorizationFailure.untrusted(.badRequestToken) }
    return AuthorizationRequest(
      client: Client(client.client), redirectURI: redirect, scopes: scopes, state: nil, challenge: nil,
      requestToken: requestToken)
  }

  /// Records the consent and returns its proof: a PIN of seven digits to type, or a long random text.
  func verifier(of requestToken: String, isTyped: Bool, account: Int64) async throws -> String {
    let verifier = isTyped ? "\(Int.random(in: 1_000_000...9_999_999))" : Secret.randomHexadecimal()
    guard
      try await store.authorize(
        requestToken: Secret.hash(requestToken), account: account, verifier: Secret.hash(verifier),
        now: clock().milliseconds)
    else { throw AuthorizationFailure.untrusted(.badRequestToken) }
    return verifier
  }

  /// Uses up the request token of a refused request. In OAuth 2 nothing was stored.
  public func refuse(_ request: AuthorizationRequest) async throws {
    guard let token = request.requestToken else { return }
    try await store.remove(requestToken: Secret.hash(token))
  }
}
