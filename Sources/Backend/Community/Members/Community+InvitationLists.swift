public import Social
import Storage

/// A link with which people join, as those see it who made it.
public struct MadeInvitation: Equatable, Sendable {
  public let id: Int64
  /// The number of people that it was made for.
  public let uses: Int
  public let usesLeft: Int
  public let createdAt: Timestamp
  public let expiresAt: Timestamp
  /// `nil` for the operator at the command line, and for removed members.
  public let inviter: Profile?
  /// The members who came by it, without suspended ones.
  public let joined: [Profile]
}

extension Community.Invitations {
  /// The number of invitations in a list.
  static let maxListed = 100

  /// Makes an invitation in the viewer's name.
  ///
  /// - Returns: The code, which can't be retrieved again.
  /// - Throws: `CommunityError.notAllowed` if the viewer may not invite; `.invalid`.
  public func invite(uses: Int, days: Int, _ viewer: Viewer) async throws -> String {
    guard 1...1000 ~= uses else {
      throw CommunityError.invalid("Validation failed: Uses must be from 1 to 1000")
    }
    guard 1...365 ~= days else {
      throw CommunityError.invalid("Validation failed: Days must be from 1 to 365")
    }
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      let name = try transaction.authorize(viewer, .invite)
      try transaction.log(
        .invite, by: name, on: "\(uses)", "\(days) d", id: identifiers.next(milliseconds: now))
    }
    return try await create(uses: uses, days: days, by: viewer.account)
  }

  /// Makes an invitation as the operator at the command line.
  ///
  /// - Parameter inviter: the member who is notified when someone joins with it; `nil` for the owner.
  public func invite(uses: Int, days: Int, inNameOf inviter: Int64?) async throws -> String {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      try transaction.log(
        .invite, by: "", on: "\(uses)", "\(days) d", id: identifiers.next(milliseconds: now))
    }
    return try await create(uses: uses, days: days, by: inviter)
  }

  /// Returns the viewer's invitations, the newest first; all of them if the viewer's role may manage them.
  public func list(_ viewer: Viewer) async throws -> [MadeInvitation] {
    let role = try await store.member(viewer.account)?.role
    return try await list(of: role?.permits(.manageInvitations) == true ? nil : viewer.account)
  }

  /// Returns everybody's invitations, the newest first, for the operator at the command line.
  public func list() async throws -> [MadeInvitation] { try await list(of: nil) }

  private func list(of inviter: Int64?) async throws -> [MadeInvitation] {
    try await store.invitations(of: inviter, limit: Self.maxListed).map { found in
      MadeInvitation(
        id: found.record.id, uses: found.record.uses, usesLeft: found.record.usesLeft,
        createdAt: Timestamp(milliseconds: Identifiers.millisecond(of: found.record.id)),
        expiresAt: Timestamp(milliseconds: found.record.expiresAt), inviter: found.inviter,
        joined: found.joined)
    }
  }

  /// Ends an invitation of the viewer's, or any one if the viewer's role may manage them.
  ///
  /// - Throws: `CommunityError.notFound`.
  public func revoke(_ id: Int64, _ viewer: Viewer) async throws {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      let member = try transaction.member(viewer.account)
      let isManager = member?.role?.permits(.manageInvitations) == true
      guard let member, member.suspendedAt == nil,
        try transaction.endInvitation(id, of: isManager ? nil : viewer.account, now: now)
      else { throw CommunityError.notFound }
      try transaction.log(
        .revokeInvitation, by: member.username, on: "\(id)", id: identifiers.next(milliseconds: now))
    }
  }

  /// Ends an invitation as the operator at the command line.
  ///
  /// - Throws: `CommunityError.notFound`.
  public func revoke(_ id: Int64) async throws {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      guard try transaction.endInvitation(id, of: nil, now: now) else { throw CommunityError.notFound }
      try transaction.log(.revokeInvitation, by: "", on: "\(id)", id: identifiers.next(milliseconds: now))
    }
  }
}
