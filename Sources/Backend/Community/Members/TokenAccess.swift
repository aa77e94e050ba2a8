public import Social

/// The access that a token grants.
public struct TokenAccess: Equatable, Sendable {
  public let tokenID: Int64
  /// The member; `nil` for a client's own token (RFC 6749 section 4.4), without a signed-in member.
  public let viewer: Viewer?
  public let scopes: Scopes
  /// The member's role; `nil` for a client's own token.
  public let role: Role?

  public init(tokenID: Int64, viewer: Viewer?, scopes: Scopes, role: Role? = nil) {
    self.tokenID = tokenID
    self.viewer = viewer
    self.scopes = scopes
    self.role = role
  }
}
