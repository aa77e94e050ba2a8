import Community

/// Who may ask, and as `Who` what is known of them then: a rule that was passed is a type from there on.
struct Access<Who: Sendable>: Sendable {
  let rule: AccessRule
  /// Who asks, by a token that the rule admits.
  let who: @Sendable (TokenAccess?) throws(RequestError) -> Who
}

extension Access where Who == Asker? {
  /// Everybody. A token is taken if one is given, and must then be valid (401) and of that scope (403).
  static func everybody(scope: Scope? = nil) -> Access {
    Access(rule: .everybody(scope: scope)) { token throws(RequestError) in token?.asker }
  }
}

extension Access where Who == Asker {
  /// The token of a member, of that scope. nil: of any.
  static func member(_ scope: Scope?) -> Access {
    Access(rule: .member(scope)) { token throws(RequestError) in
      guard let asker = token?.asker else { throw .invalidToken }
      return asker
    }
  }
}

extension Access where Who == TokenAccess {
  /// Any token at all.
  static var token: Access { Access(rule: .token, who: present) }

  /// Any token of that scope, also a program's own.
  static func application(_ scope: Scope) -> Access { Access(rule: .application(scope), who: present) }

  /// A member's token of that scope, where the answer depends on which one it is.
  static func session(_ scope: Scope) -> Access { Access(rule: .member(scope), who: present) }

  private static func present(_ token: TokenAccess?) throws(RequestError) -> TokenAccess {
    guard let token else { throw .invalidToken }
    return token
  }
}

/// Who may ask, as the gate checks it.
enum AccessRule: Equatable, Sendable {
  case everybody(scope: Scope?)
  case application(Scope)
  case token
  case member(Scope?)

  var scope: Scope? {
    switch self {
    case .everybody(let scope), .member(let scope): scope
    case .application(let scope): scope
    case .token: nil
    }
  }

  /// 401 without a token where one is needed, 403 for the wrong scope, 422 for a program's token in place of a member's.
  func check(_ access: TokenAccess?) throws(RequestError) {
    switch (self, access) {
    case (.everybody, nil): return
    case (_, nil): throw .invalidToken
    case (_, let access?):
      if let scope, !access.scopes.contains(scope) { throw .outsideScopes }
      if case .member = self, access.asker == nil { throw .needsMember }
    }
  }
}
