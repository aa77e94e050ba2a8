import Community
import Social

/// The access rule of a route. `Who` is the type of viewer that the rule guarantees.
struct Access<Who: Sendable>: Sendable {
  let rule: AccessRule
  /// Returns the viewer for a token that the rule admits.
  let who: @Sendable (TokenAccess?) throws(RequestError) -> Who
}

extension Access where Who == Viewer? {
  /// Admits everyone. A token is optional, but must be valid (401) and of that scope (403).
  static func everybody(scope: Scope? = nil) -> Access {
    Access(rule: .everybody(scope: scope)) { token throws(RequestError) in token?.viewer }
  }
}

extension Access where Who == Viewer {
  /// Admits a member's token of that scope; `nil` for any scope.
  static func member(_ scope: Scope?) -> Access {
    Access(rule: .member(scope)) { token throws(RequestError) in
      guard let viewer = token?.viewer else { throw .invalidToken }
      return viewer
    }
  }
}

extension Access where Who == Viewer {
  /// Admits a member's token of that scope if the member's role has the permission. `Community` checks it
  /// again in the transaction of a change, and knows which members the member may act on.
  static func permitted(_ permission: Permission, _ scope: Scope) -> Access {
    Access(rule: .permitted(permission, scope), who: member(scope).who)
  }
}

extension Access where Who == TokenAccess {
  /// Admits any token.
  static var token: Access { Access(rule: .token, who: present) }

  /// Admits any token of that scope, also a client's own.
  static func client(_ scope: Scope) -> Access { Access(rule: .client(scope), who: present) }

  /// Admits a member's token of that scope. The handler gets the token itself, because the response depends
  /// on it.
  static func session(_ scope: Scope) -> Access { Access(rule: .member(scope), who: present) }

  private static func present(_ token: TokenAccess?) throws(RequestError) -> TokenAccess {
    guard let token else { throw .invalidToken }
    return token
  }
}

/// The access rule as the gate checks it.
enum AccessRule: Equatable, Sendable {
  case everybody(scope: Scope?)
  case client(Scope)
  case token
  case member(Scope?)
  case permitted(Permission, Scope)

  var scope: Scope? {
    switch self {
    case .everybody(let scope), .member(let scope): scope
    case .client(let scope), .permitted(_, let scope): scope
    case .token: nil
    }
  }

  /// Throws 401 if a token is missing, 403 for the wrong scope or role, 422 for a client's token instead of a
  /// member's.
  func check(_ access: TokenAccess?) throws(RequestError) {
    switch (self, access) {
    case (.everybody, nil): return
    case (_, nil): throw .invalidToken
    case (_, let access?):
      if let scope, !access.scopes.contains(scope) { throw .outsideScopes }
      switch self {
      case .everybody, .client, .token: return
      case .member: if access.viewer == nil { throw .needsMember }
      case .permitted(let permission, _):
        if access.viewer == nil { throw .needsMember }
        // Members invite if the owner lets them, which `Community` knows.
        guard access.role?.permits(permission, membersInvite: true) == true else { throw .notPermitted }
      }
    }
  }
}
