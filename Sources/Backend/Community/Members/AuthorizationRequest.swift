import Contracts
import Social
import Storage

/// A client's validated request for a member's authorization (RFC 6749 section 4.1.1).
public struct AuthorizationRequest: Equatable, Sendable {
  public let client: Client
  public let redirectURI: RedirectURI
  /// The scopes to grant, as far as the member's role has them.
  public let scopes: Scopes
  /// A value that is returned to the client unchanged.
  public let state: String?
  /// The PKCE challenge for S256 (RFC 7636); `nil` if the client only authenticates with its secret.
  public let challenge: String?
  /// The token that stands for the request (OAuth 1.0a); `nil` in OAuth 2.
  public var requestToken: String?
}

/// The request's parameters as they were sent.
public struct AuthorizationDraft: Sendable {
  public var responseType: String?
  public var clientID: String?
  public var redirectURI: String?
  public var scope: String?
  public var state: String?
  public var challenge: String?
  public var challengeMethod: String?

  public init() {}
}

/// A reason why the member isn't asked.
public enum AuthorizationFailure: Error, Equatable, Sendable {
  /// The client or the redirect address is unknown. The page shows the error and doesn't redirect.
  case untrusted(OAuthError)
  /// The error is reported to the client.
  case refused(OAuthError, RedirectURI, state: String?)
}

extension Community.Clients {
  /// - Throws: `AuthorizationFailure`.
  public func authorizationRequest(_ draft: AuthorizationDraft) async throws -> AuthorizationRequest {
    guard let clientID = draft.clientID, clientID.utf8.count <= 100,
      let client = try await find(clientID: clientID)
    else { throw AuthorizationFailure.untrusted(.unknownClient) }
    // The address must be exactly as registered, except for the port on a loopback address (RFC 9700 section
    // 4.1.3).
    guard let redirect = draft.redirectURI.flatMap({ RedirectURI($0) }),
      client.redirectURIs.contains(where: { $0.admits(redirect) })
    else {
      throw AuthorizationFailure.untrusted(
        OAuthError(.invalidRequest, "The redirect_uri is none of those that the program registered."))
    }
    let state = draft.state.flatMap { $0.utf8.count <= 2000 ? $0 : nil }
    func refused(_ code: OAuthError.Code, _ description: String) -> AuthorizationFailure {
      .refused(OAuthError(code, description), redirect, state: state)
    }
    guard draft.state == state else { throw refused(.invalidRequest, "The state is too long.") }
    guard draft.responseType == "code" else {
      throw refused(.unsupportedResponseType, "The response_type must be code.")
    }
    let scopes = draft.scope.flatMap { $0.isEmpty ? nil : $0 }.map { Scopes($0) } ?? .standard
    guard let scopes, scopes.isWithin(client.scopes) else {
      throw refused(.invalidScope, "The scope is invalid, unknown, or not one of the program's.")
    }
    let challenge = draft.challenge.flatMap { $0.isEmpty ? nil : $0 }
    if let challenge {
      guard draft.challengeMethod == "S256" else {
        throw refused(.invalidRequest, "The code_challenge_method must be S256.")
      }
      guard challenge.utf8.count == 43, base64Decoded(challenge, .urls) != nil else {
        throw refused(.invalidRequest, "The code_challenge must be 43 letters of base64url.")
      }
    }
    return AuthorizationRequest(
      client: client, redirectURI: redirect, scopes: scopes, state: state, challenge: challenge)
  }

  /// Issues the code for the client after the member's consent; in OAuth 1.0a the verifier.
  ///
  /// - Throws: `AuthorizationFailure` if the member's role has none of the scopes.
  public func authorizationCode(for request: AuthorizationRequest, account: Int64) async throws -> String {
    guard let scopes = request.scopes.granted(to: try await store.member(account)?.role) else {
      throw AuthorizationFailure.refused(
        OAuthError(.invalidScope, "The member may not grant any of these scopes."), request.redirectURI,
        state: request.state)
    }
    if let token = request.requestToken {
      return try await verifier(of: token, isTyped: request.redirectURI == .outOfBand, account: account)
    }
    let code = Secret.random()
    let now = clock().milliseconds
    try await store.insert(
      AuthorizationCodeRecord(
        code: Secret.hash(code), client: request.client.id, account: account,
        redirectURI: request.redirectURI.text, scopes: scopes.text, challenge: request.challenge,
        expiresAt: now + Self.codeLifetime))
    return code
  }

  /// The lifetime of a code in milliseconds: ten minutes (RFC 6749 section 4.1.2).
  static let codeLifetime: Int64 = 600_000
}

extension AuthorizationRequest {
  /// Returns the address to which the member is redirected with the code.
  public func location(code: String) -> String {
    if let requestToken {
      return redirectURI.with([("oauth_token", requestToken), ("oauth_verifier", code)])
    }
    return redirectURI.with([("code", code)] + (state.map { [("state", $0)] } ?? []))
  }

  /// The address to which the member is redirected after a refusal.
  public var refusal: String {
    if let requestToken { return redirectURI.with([("denied", requestToken)]) }
    return AuthorizationFailure.location(
      OAuthError(.accessDenied, "The resource owner or authorization server denied the request."),
      redirectURI, state)
  }
}

extension AuthorizationFailure {
  static func location(_ error: OAuthError, _ redirect: RedirectURI, _ state: String?) -> String {
    redirect.with(
      [("error", error.code.rawValue), ("error_description", error.description)]
        + (state.map { [("state", $0)] } ?? []))
  }

  public var error: OAuthError {
    switch self {
    case .untrusted(let error): error
    case .refused(let error, _, _): error
    }
  }

  /// The address that reports the error to the client; `nil` if it can't be reported.
  public var location: String? {
    guard case .refused(let error, let redirect, let state) = self, redirect != .outOfBand else { return nil }
    return Self.location(error, redirect, state)
  }
}
