/// A reason why a client gets no token or code (RFC 6749 sections 4.1.2.1 and 5.2).
public struct OAuthError: Error, Equatable, Sendable {
  public enum Code: String, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedResponseType = "unsupported_response_type"
  }

  public let code: Code
  /// One sentence in English for the client's developer.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static let unknownClient = OAuthError(
    .invalidClient, "Client authentication failed due to unknown client, or a wrong client_secret.")
  static let badRequestToken = OAuthError(.invalidRequest, "The request token is unknown, expired or used.")
  static let badCode = OAuthError(
    .invalidGrant,
    "The authorization code is invalid, expired, used already, of another client, or of another redirect_uri."
  )
}
