/// What a token allows.
public struct TokenAccess: Equatable, Sendable {
  public let tokenID: Int64
  /// nil: the token is a program's own (RFC 6749 section 4.4), nobody has signed in.
  public let asker: Asker?
  public let scopes: Scopes

  public init(tokenID: Int64, asker: Asker?, scopes: Scopes) {
    self.tokenID = tokenID
    self.asker = asker
    self.scopes = scopes
  }
}
