import Logging
public import Social
import Storage

/// A session or a token with which a member is signed in.
public struct SignedIn: Equatable, Sendable {
  public let id: Int64
  /// The client's name; `nil` for a browser session on the sign-in pages.
  public let client: String?
  public let website: String?
  /// A name such as `Chrome, Android`; `nil` if it isn't known.
  public let device: String?
  public let createdAt: Timestamp
  /// The time of the last use, exact to an hour.
  public let lastUsedAt: Timestamp
  /// True if it made this request.
  public let isCurrent: Bool
}

/// Changes of a member to their own membership. The critical ones need the password, so that a person who finds an
/// unlocked device can't make them.
extension Community {
  private static let maxSignedIn = 100

  /// Lists the sessions and clients with which the member is signed in, last used first.
  ///
  /// - Throws: `CommunityError.notFound` for a client's own token.
  public func signedIn(_ access: TokenAccess) async throws -> [SignedIn] {
    let viewer = try Self.member(access)
    let found = try await store.signedIn(viewer, now: clock().milliseconds, limit: Self.maxSignedIn)
    return found.map { record in
      SignedIn(
        id: record.id, client: record.client, website: record.website, device: record.device,
        createdAt: Timestamp(milliseconds: record.createdAt), lastUsedAt: Timestamp(milliseconds: record.lastUsedAt),
        isCurrent: record.id == access.tokenID)
    }
  }

  /// - Throws: `CommunityError.notFound`, also for another member's session.
  public func endSession(_ id: Int64, _ access: TokenAccess) async throws {
    let viewer = try Self.member(access)
    let isEnded = try await store.writeMembership { try $0.endSession(id, of: viewer) }
    guard isEnded else { throw CommunityError.notFound }
  }

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
      guard try transaction.member(named: member.username)?.id == member.id else { throw CommunityError.notFound }
      try transaction.setCredentials(of: member.id, role: role, password: hash, keeping: access.tokenID)
    }
  }

  /// Removes the member with all that is theirs, for good. All of it is hidden when this returns; rows and
  /// files go in the background. The only owner stays: without one, no member can be invited.
  ///
  /// - Parameter address: the network address of the attempt.
  /// - Throws: `CommunityError.notAllowed` for a wrong password and for the only owner, `.tooMany` after several
  ///   attempts.
  public func removeMyself(password: String, _ access: TokenAccess, address: String) async throws {
    let member = try await prove(password, access, address: address)
    try await beginRemoval(of: member.username) { transaction, record in
      // The name is free after a removal, and may be another member's by now.
      guard record.id == member.id else { throw CommunityError.notFound }
      guard try record.role != .owner || transaction.ownerCount() > 1 else {
        throw CommunityError.notAllowed("The only owner of a community can't be removed", .onlyOwner)
      }
    }
    removalWork.begin { [self] in
      do { try await finishRemovals() } catch {
        guard !Task.isCancelled else { return }
        logger.warning("What a removed member wrote goes later", metadata: ["error": "\(error)"])
      }
    }
  }

  private static func member(_ access: TokenAccess) throws -> Int64 {
    guard let viewer = access.viewer else { throw CommunityError.notFound }
    return viewer.account
  }

  private func prove(_ password: String, _ access: TokenAccess, address: String) async throws -> MemberRecord {
    guard let member = try await store.member(Self.member(access)) else { throw CommunityError.notFound }
    // Attempts by a signed-in member have their own count, so that the guesses of others can't lock the member out.
    do {
      return try await check(password, of: member.username.lowercased(), address: address, device: "signed in")
    } catch CommunityError.notAllowed {
      throw CommunityError.notAllowed("The current password is wrong", .wrongPassword)
    }
  }
}
