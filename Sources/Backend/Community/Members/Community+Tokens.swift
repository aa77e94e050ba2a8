import Logging
public import Social
import Storage

/// A token as its client receives it (Mastodon API, entities/Token).
public struct IssuedToken: Equatable, Sendable {
  /// The secret, which can't be retrieved again.
  public let token: String
  public let scopes: Scopes
  public let createdAt: Timestamp
}

/// A client's token request (RFC 6749 sections 4.1.3 and 4.4.2).
public struct TokenDraft: Sendable {
  public var grantType: String?
  public var clientID: String?
  public var clientSecret: String?
  public var code: String?
  public var redirectURI: String?
  public var verifier: String?
  public var scope: String?
  /// The `User-Agent` of the request.
  public var agent: String?

  public init() {}
}

extension Community {
  public var tokens: Tokens {
    Tokens(
      store: store, clock: clock, identifiers: identifiers, clients: clients, accesses: accesses,
      logger: logger)
  }

  /// The tokens with which clients act for members.
  public struct Tokens: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let clients: Clients
    let accesses: AccessCache
    let logger: Logger
  }
}

extension Community.Tokens {
  /// - Throws: `OAuthError`.
  public func issue(_ draft: TokenDraft) async throws -> IssuedToken {
    guard let clientID = draft.clientID else { throw OAuthError.unknownClient }
    let secret = draft.clientSecret.flatMap { $0.isEmpty ? nil : $0 }
    switch draft.grantType {
    case "authorization_code":
      let client = try await clients.authenticated(clientID: clientID, secret: secret)
      return try await token(for: draft, isPublicClient: secret == nil, client)
    case "client_credentials":
      guard secret != nil else { throw OAuthError.unknownClient }
      return try await ownToken(
        of: try await clients.authenticated(clientID: clientID, secret: secret), scope: draft.scope)
    case nil: throw OAuthError(.invalidRequest, "The grant_type is missing.")
    default:
      throw OAuthError(
        .unsupportedGrantType, "The grant_type must be authorization_code or client_credentials.")
    }
  }

  private func token(
    for draft: TokenDraft, isPublicClient: Bool, _ client: ClientRecord
  ) async throws -> IssuedToken {
    guard let code = draft.code else { throw OAuthError(.invalidRequest, "The code is missing.") }
    let now = clock().milliseconds
    let token = Secret.random()
    let id = identifiers.next(milliseconds: now)
    let use = try await store.use(code: Secret.hash(code), client: client.id, now: now) { found in
      guard found.redirectURI == draft.redirectURI,
        Self.isProven(found.challenge, by: draft.verifier, isPublicClient: isPublicClient)
      else { return nil }
      return TokenRecord(
        id: id, token: Secret.hash(token), client: client.id, account: found.account, scopes: found.scopes,
        code: found.code, createdAt: now, device: draft.agent.flatMap { DeviceName.of(agent: $0) })
    }
    guard case .granted(let found) = use, let scopes = Scopes(found.scopes) else { throw OAuthError.badCode }
    return IssuedToken(token: token, scopes: scopes, createdAt: Timestamp(milliseconds: now))
  }

  /// Checks PKCE (RFC 7636 section 4.6). A client without a secret needs a challenge (rule 16). A verifier
  /// without a challenge means that an attacker removed the challenge (RFC 9700 section 4.8.2).
  private static func isProven(_ challenge: String?, by verifier: String?, isPublicClient: Bool) -> Bool {
    guard let challenge else { return !isPublicClient && (verifier ?? "").isEmpty }
    guard let verifier, 43...128 ~= verifier.utf8.count else { return false }
    return Secret.areEqual(Secret.challenge(of: verifier).utf8, challenge.utf8)
  }

  private func ownToken(of client: ClientRecord, scope: String?) async throws -> IssuedToken {
    let wanted = scope.flatMap { $0.isEmpty ? nil : $0 }.map { Scopes($0) } ?? .standard
    guard let wanted, wanted.isWithin(Client(client).scopes), let granted = wanted.granted(to: nil) else {
      throw OAuthError(.invalidScope, "The scope is invalid, unknown, or not one of the program's.")
    }
    return try await issue(granted, to: client.id, account: nil)
  }

  func issue(_ scopes: Scopes, to client: Int64, account: Int64?) async throws -> IssuedToken {
    let token = Secret.random()
    let now = clock().milliseconds
    try await store.insert(
      TokenRecord(
        id: identifiers.next(milliseconds: now), token: Secret.hash(token), client: client, account: account,
        scopes: scopes.text, createdAt: now))
    return IssuedToken(token: token, scopes: scopes, createdAt: Timestamp(milliseconds: now))
  }

  /// Revokes a token (RFC 7009). Unknown tokens count as revoked already.
  ///
  /// - Throws: `OAuthError` if the client's secret is wrong.
  public func revoke(token: String, clientID: String, secret: String?) async throws {
    let secret = secret.flatMap { $0.isEmpty ? nil : $0 }
    let client = try await clients.authenticated(clientID: clientID, secret: secret)
    _ = try await store.revoke(token: Secret.hash(token), client: client.id)
  }

  /// Returns the access that a token grants; `nil` if it is unknown or revoked.
  public func access(token: String) async throws -> TokenAccess? {
    guard 1...200 ~= token.utf8.count else { return nil }
    let hash = Secret.hash(token)
    return try await cached(hash) {
      try await store.token(hash: hash).flatMap { AccessCache.Found($0) }
    }?.access
  }

  /// Returns a token from the cache or from `find`, and records its use.
  func cached(
    _ key: String, find: () async throws -> AccessCache.Found?
  ) async throws -> AccessCache.Found? {
    await store.refresh()
    let now = clock().milliseconds
    let found = try await accesses.access(hash: key, revisions: store.revisions, time: now, find: find)
    if let found, found.isToBeNoted {
      UseNote(logger).write("token") { [store] in
        try await store.noteUse(ofToken: found.token.access.tokenID, at: now)
      }
    }
    return found?.token
  }

  /// Revokes members' tokens that were unused for half a year, and clients' own tokens after a month. Clients
  /// can request new ones at any time.
  ///
  /// - Returns: The number of revoked tokens.
  @discardableResult
  func endOld() async throws -> Int {
    let now = clock().milliseconds
    return try await store.endTokens(
      unusedSince: now - Self.unusedTokenLife, ofClients: now - Self.unusedProgramTokenLife)
  }

  /// The time after which an unused token of a member is revoked, in milliseconds.
  static let unusedTokenLife: Int64 = 180 * 86_400_000
  static let unusedProgramTokenLife: Int64 = 30 * 86_400_000
}

extension AccessCache.Found {
  /// Returns `nil` if the token's scopes can't be read.
  init?(_ found: FoundToken, credentials: SigningCredentials? = nil) {
    guard let scopes = Scopes(found.scopes) else { return nil }
    let viewer = found.account.map {
      Viewer(account: $0, client: Post.Client(name: found.client, website: found.website))
    }
    self.init(
      access: TokenAccess(tokenID: found.id, viewer: viewer, scopes: scopes, role: found.role),
      credentials: credentials, usedAt: found.lastUsedAt)
  }
}
