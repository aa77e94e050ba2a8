import JSON

/// Signing in at a server of the Mastodon API (methods/apps, methods/oauth; RFC 6749, RFC 7636).
public enum OAuthRequests {
  /// The scopes that the app asks for.
  public static let scopes = "read write follow"
  /// The scopes that it asks its own server for, which grants those of administration to owners and
  /// moderators.
  public static let ownScopes = "read write follow push admin:read admin:write"

  /// `POST /api/v1/apps`: registers the app.
  ///
  /// - Parameter redirect: The URL to return to after signing in.
  public static func register(redirect: String, website: String, scopes: String = OAuthRequests.scopes)
    -> APIRequest
  {
    post(
      "/api/v1/apps",
      [
        ("client_name", "Swiftlet"), ("redirect_uris", redirect), ("scopes", scopes), ("website", website),
      ])
  }

  /// Returns the URL of the page on which the server asks for permission.
  public static func authorizePage(
    at server: ServerAddress, clientID: String, redirect: String, state: String, proof: ProofKey,
    scopes: String = OAuthRequests.scopes
  ) -> String {
    var url = server.text + "/oauth/authorize?response_type=code"
    for (name, value) in [
      ("client_id", clientID), ("redirect_uri", redirect), ("scope", scopes), ("state", state),
      ("code_challenge", proof.challenge), ("code_challenge_method", "S256"),
    ] {
      url += "&" + name + "=" + percentEncoded(value)
    }
    return url
  }

  /// `POST /oauth/token`: exchanges the code for a token.
  public static func token(
    for code: String, clientID: String, clientSecret: String, redirect: String, proof: ProofKey
  ) -> APIRequest {
    post(
      "/oauth/token",
      [
        ("grant_type", "authorization_code"), ("code", code), ("client_id", clientID),
        ("client_secret", clientSecret),
        ("redirect_uri", redirect), ("code_verifier", proof.verifier),
      ])
  }

  /// `POST /oauth/revoke` (RFC 7009).
  public static func revoke(_ token: String, clientID: String, clientSecret: String) -> APIRequest {
    post("/oauth/revoke", [("token", token), ("client_id", clientID), ("client_secret", clientSecret)])
  }

  /// `GET /api/v1/accounts/verify_credentials`: the account that the token belongs to.
  public static let ownAccount = APIRequest(.get, "/api/v1/accounts/verify_credentials")

  private static func post(_ target: String, _ members: [(name: StaticString, text: String?)]) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.texts(members) }
    return APIRequest(.post, target, body: writer.bytes)
  }
}
