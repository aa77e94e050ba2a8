import Social
import Storage

/// Changes of a member to their own membership. The critical ones need the password, so that a person who
/// finds an unlocked device can't make them.
extension Community.Members {
  /// Changes the password and ends all other sessions.
  ///
  /// - Parameter address: the network address of the attempt.
  /// - Throws: `CommunityError.notAllowed` for a wrong password, `.tooMany` after several; `MemberProblem`.
  public func changePassword(
    from current: String, to new: String, _ access: TokenAccess, address: String
  ) async throws {
    let member = try await prove(current, access, address: address)
    try Self.validate(password: new)
    guard new.lowercased() != member.username.lowercased() else { throw MemberProblem.passwordTooCommon }
    let hash = try await passwords.hash(new)
    let role = member.role ?? .member
    try await store.writeMembership { transaction in
      // The account may have been removed while the password was hashed.
      guard try transaction.member(named: member.username)?.id == member.id else {
        throw CommunityError.notFound
      }
      try transaction.setCredentials(of: member.id, role: role, password: hash, keeping: access.tokenID)
    }
  }

  /// Removes the member with all that is theirs, for good. All of it is hidden when this returns; rows and
  /// files go in the background. The only owner stays: without one, no member can be invited.
  ///
  /// - Parameter address: the network address of the attempt.
  /// - Throws: `CommunityError.notAllowed` for a wrong password and for the only owner, `.tooMany` after
  ///   several attempts.
  public func removeMyself(password: String, _ access: TokenAccess, address: String) async throws {
    let member = try await prove(password, access, address: address)
    try await beginRemoval(of: member.username) { transaction, record in
      // The name is free after a removal, and may be another member's by now.
      guard record.id == member.id else { throw CommunityError.notFound }
      try transaction.requireOwner(otherThan: record)
    }
    removeInBackground()
  }

  /// Checks the member's own password.
  func prove(_ password: String, _ access: TokenAccess, address: String) async throws -> MemberRecord {
    guard let member = try await store.member(access.member()) else { throw CommunityError.notFound }
    // Attempts by a signed-in member have their own count, so that the guesses of others can't lock the
    // member out.
    do {
      return try await sessions.check(
        password, of: member.username.lowercased(), address: address, device: "signed in")
    } catch is SignInRefusal {
      throw CommunityError.notAllowed("This action is not allowed")
    } catch CommunityError.notAllowed {
      throw CommunityError.notAllowed("The current password is wrong", .wrongPassword)
    }
  }
}
