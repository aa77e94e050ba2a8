import JSON

/// Decodes the responses to `OAuthRequests`.
public enum OAuthDecoder {
  /// Decodes the id and secret of the registered client (entities/CredentialApplication).
  public static func application(_ body: [UInt8]) -> (id: String, secret: String)? {
    guard let json = try? JSON(parsing: body), let id = json.text("client_id"),
      let secret = json.text("client_secret")
    else { return nil }
    return (id, secret)
  }

  /// Decodes a token for `Authorization: Bearer` and its scopes (entities/Token).
  public static func token(_ body: [UInt8]) -> (token: String, scopes: String)? {
    guard let json = try? JSON(parsing: body), let token = json.text("access_token"), !token.isEmpty,
      Array(token.utf8).allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    return (token, json.text("scope") ?? "")
  }
}
