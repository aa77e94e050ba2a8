import Social
import Storage

extension Community {
  public var registration: Registration {
    Registration(
      members: members, invitations: invitations, clients: clients, tokens: tokens, settings: settings)
  }

  /// The ways in which people join by themselves.
  public struct Registration: Sendable {
    let members: Members
    let invitations: Invitations
    let clients: Clients
    let tokens: Tokens
    let settings: Settings
  }
}

extension Community.Registration {
  /// Joins with an invitation. Newcomer and inviter follow each other from then on.
  ///
  /// - Throws: `MemberProblem`.
  public func join(_ draft: MemberDraft, invitation code: String) async throws -> Member {
    guard let invitation = try await invitations.find(code) else { throw MemberProblem.notInvited }
    return try await members.add(draft, role: invitation.role, claimsImported: false) { transaction, now in
      guard let used = try transaction.useInvitation(code: Secret.hash(code), now: now) else {
        throw MemberProblem.notInvited
      }
      return .joining(used)
    }
  }

  /// Joins without an invitation, if registration is open.
  ///
  /// - Throws: `MemberProblem`.
  public func register(_ draft: MemberDraft) async throws -> Member {
    guard try await settings.registrationMode() == .open else { throw MemberProblem.notInvited }
    return try await members.add(draft, role: .member, claimsImported: false) { _, _ in .joining(nil) }
  }

  /// Registers a member through a client's own token, if registration is open, or asks to join.
  ///
  /// - Parameter reason: the reason of a request to join.
  /// - Returns: The new member's token. It is valid as soon as the request is approved.
  /// - Throws: `MemberProblem`.
  public func register(
    _ draft: MemberDraft, reason: String = "", with access: TokenAccess
  ) async throws -> IssuedToken {
    guard let client = try await clients.owner(of: access) else { throw MemberProblem.notInvited }
    let isAsking = try await settings.registrationMode() == .approval
    let member = try await isAsking ? ask(draft, reason: reason) : register(draft)
    return try await tokens.issue(access.scopes, to: client.id, account: member.id)
  }
}
