import Logging
public import Social
import Storage

/// A place where a member is signed in.
public struct SignedIn: Equatable, Sendable {
  public let id: Int64
  /// The program's name; nil: a browser, on the page for signing in.
  public let application: String?
  public let website: String?
  /// `Chrome, Android`; nil: not known.
  public let device: String?
  public let createdAt: Timestamp
  /// Within an hour.
  public let lastUsedAt: Timestamp
  /// The one that asks.
  public let isCurrent: Bool
}

/// What a member does about their own membership: with the password where somebody who only found an open app must not.
extension Community {
  private static let mostSignedIn = 100

  /// Where the member is signed in, what was used last first.
  ///
  /// - Throws: `CommunityError.notFound` for a program's own token.
  public func signedIn(_ access: TokenAccess) async throws -> [SignedIn] {
    let asker = try Self.member(access)
    let found = try await store.signedIn(asker, now: clock().milliseconds, limit: Self.mostSignedIn)
    return found.map { record in
      SignedIn(
        id: record.id, application: record.application, website: record.website, device: record.device,
        createdAt: Timestamp(milliseconds: record.createdAt), lastUsedAt: Timestamp(milliseconds: record.lastUsedAt),
        isCurrent: record.id == access.tokenID)
    }
  }

  /// - Throws: `CommunityError.notFound`, also for somebody else's.
  public func endSession(_ id: Int64, _ access: TokenAccess) async throws {
    let asker = try Self.member(access)
    let isEnded = try await store.changingMembers { try $0.endSession(id, of: asker) }
    guard isEnded else { throw CommunityError.notFound }
  }

  /// Ends all other sessions.
  ///
  /// - Parameter address: where the attempt comes from.
  /// - Throws: `CommunityError.notAllowed` for a wrong password, `.tooMany` after some; `MemberProblem`.
  public func changePassword(
    from current: String, to new: String, _ access: TokenAccess, address: String
  ) async throws {
    let member = try await prove(current, access, address: address)
    try Self.validate(password: new)
    guard new.lowercased() != member.username.lowercased() else { throw MemberProblem.passwordTooCommon }
    let hash = try await passwords.hash(new)
    let role = member.role ?? .member
    try await store.changingMembers { transaction in
      try transaction.setCredentials(of: member.id, role: role, password: hash, keeping: access.tokenID)
    }
  }

  /// Removes the member with all that is theirs, for good. All of it is hidden when this returns; rows and files go in the
  /// background. The only owner stays: without one, no member can be invited.
  ///
  /// - Parameter address: where the attempt comes from.
  /// - Throws: `CommunityError.notAllowed` for a wrong password and for the only owner, `.tooMany` after some.
  public func removeMyself(password: String, _ access: TokenAccess, address: String) async throws {
    let member = try await prove(password, access, address: address)
    try await beginRemoval(of: member.username) { transaction, record in
      guard try record.role != .owner || transaction.ownerCount() > 1 else {
        throw CommunityError.notAllowed("The only owner of a community can't be removed")
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
    guard let asker = access.asker else { throw CommunityError.notFound }
    return asker.account
  }

  private func prove(_ password: String, _ access: TokenAccess, address: String) async throws -> MemberRecord {
    guard let member = try await store.member(Self.member(access)) else { throw CommunityError.notFound }
    // Who has signed in already is counted by themselves: others who guess don't keep them from it.
    return try await check(password, of: member.username.lowercased(), address: address, device: "signed in")
  }
}
