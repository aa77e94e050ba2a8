public import Social
public import Storage

/// A link with which people join.
public struct Invitation: Equatable, Sendable {
  public let role: Role
  public let usesLeft: Int
  public let expiresAt: Timestamp
}

extension Community {
  public var invitations: Invitations {
    Invitations(
      store: store, clock: clock, identifiers: identifiers)
  }

  /// Links with which people join.
  public struct Invitations: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Invitations {
  /// Takes the lock of the process that shows the set-up link; `nil` if another process holds it. Hold it
  /// while the link is shown.
  public func setUpLock() async throws -> HeldLock? { try await store.setUpLock() }

  /// Creates a code for `/join/{code}`. A new code for an owner revokes earlier ones.
  ///
  /// - Parameters:
  ///   - days: the validity from now.
  ///   - inviter: the member who is notified when someone joins with the code; `nil` for the owner.
  /// - Returns: The code, which can't be retrieved again.
  public func create(role: Role = .member, uses: Int, days: Int, by inviter: Int64? = nil) async throws
    -> String
  {
    let code = Secret.random()
    let now = clock().milliseconds
    try await store.insert(
      InvitationRecord(
        id: identifiers.next(milliseconds: now), code: Secret.hash(code), role: role, usesLeft: uses,
        expiresAt: now + Int64(days) * 86_400_000, inviter: inviter))
    return code
  }

  /// Returns an invitation; `nil` if it doesn't exist or isn't valid any more.
  public func find(_ code: String) async throws -> Invitation? {
    guard 1...200 ~= code.utf8.count else { return nil }
    guard let found = try await store.invitation(code: Secret.hash(code), now: clock().milliseconds),
      try await isOpen(found)
    else { return nil }
    return Invitation(
      role: found.role, usesLeft: found.usesLeft, expiresAt: Timestamp(milliseconds: found.expiresAt))
  }

  /// Returns true if the invitation can be used. The owner's set-up link works until there is a member, other
  /// links unless registration is closed.
  private func isOpen(_ invitation: InvitationRecord) async throws -> Bool {
    if invitation.role == .owner { return try await !store.hasCredentials() }
    return try await Community.Settings(store: store).registrationMode() != .closed
  }
}
