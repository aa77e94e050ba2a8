import Logging
public import Social
import Storage

/// A way to name a member.
public enum MemberKey: Equatable, Sendable {
  case username(String)
  case id(Int64)
}

/// Changes of members by the owner, a moderator, or the operator at the command line (`actor` is `nil`). Each
/// is in the log. Roles decide who may do it (`Role.permits`), and no change leaves a community without an
/// owner.
///
/// All throw `CommunityError.notFound`, and `.notAllowed`.
extension Community.Members {
  /// Suspends an account by its username, or lifts its suspension, as the operator.
  public func suspend(
    _ username: String, _ isSuspended: Bool = true, reason: String = "", days: Int? = nil
  ) async throws {
    try await suspend(.username(username), isSuspended, reason: reason, days: days, by: nil)
  }

  /// Suspends an account, or lifts its suspension. A suspended account and its posts are hidden, sign-in
  /// fails, and its sessions end at once. No data are lost.
  ///
  /// - Parameters:
  ///   - reason: the reason, for the log and for the member, who reads it when they sign in.
  ///   - days: the number of days after which the suspension ends by itself; `nil` if it doesn't.
  /// - Throws: also `CommunityError.invalid` for other numbers of days than 1 to 3650.
  public func suspend(
    _ key: MemberKey, _ isSuspended: Bool = true, reason: String = "", days: Int? = nil, by actor: Viewer?
  ) async throws {
    let now = clock().milliseconds
    let end = try Self.end(ofDays: days, from: now)
    let reason = String(String.UnicodeScalarView(reason.cleaned().unicodeScalars.prefix(1000)))
    try await change(key, .manageMembers, by: actor) { transaction, found in
      guard (found.suspendedAt != nil) != isSuspended else { return nil }
      if isSuspended { try transaction.requireOwner(otherThan: found) }
      // A request to join has an answer of its own.
      guard !found.isWaiting else { throw CommunityError.notFound }
      try transaction.suspend(found.id, at: isSuspended ? now : nil, reason: reason, until: end)
      let note = days.map { reason.isEmpty ? "\($0) d" : "\(reason) (\($0) d)" } ?? reason
      return (isSuspended ? .suspend : .unsuspend, note)
    }
  }

  /// Returns the end in milliseconds of a suspension that begins now.
  static func end(ofDays days: Int?, from now: Int64) throws(CommunityError) -> Int64? {
    guard let days else { return nil }
    guard 1...3650 ~= days else { throw .invalid("Validation failed: Days must be from 1 to 3650") }
    return now + Int64(days) * 86_400_000
  }

  /// - Throws: also `CommunityError.invalid` for an account without a password.
  public func setRole(of key: MemberKey, to role: Role, by actor: Viewer? = nil) async throws {
    try await change(key, .manageRoles, by: actor) { transaction, found in
      guard let present = found.role else {
        throw CommunityError.invalid("Validation failed: An account without a password has no role")
      }
      guard present != role else { return nil }
      if role != .owner { try transaction.requireOwner(otherThan: found) }
      try transaction.setRole(of: found.id, to: role)
      return (.role, role.rawValue)
    }
  }

  /// Ends all of a member's sessions.
  public func signOut(_ key: MemberKey, by actor: Viewer? = nil) async throws {
    try await change(key, .manageMembers, by: actor) { transaction, found in
      try transaction.endSessions(of: found.id)
      return (.signOut, "")
    }
  }

  /// Removes an account with everything that it published, for good. It is hidden when this returns; rows and
  /// files go in the background.
  public func remove(_ key: MemberKey, by actor: Viewer?) async throws {
    let now = clock().milliseconds
    try await change(key, .removeMembers, by: actor) { transaction, found in
      try transaction.requireOwner(otherThan: found)
      try transaction.beginRemoval(of: found.id, now: now)
      return (.remove, "")
    }
    removeInBackground()
  }

  /// - Parameter body: returns the entry for the log; `nil` if nothing changed.
  func change(
    _ key: MemberKey, _ permission: Permission, by actor: Viewer?,
    _ body: @escaping @Sendable (MembershipTransaction, MemberRecord) throws -> (AuditAction, note: String)?
  ) async throws {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await store.writeMembership { transaction in
      let found =
        switch key {
        case .username(let username): try transaction.member(named: username)
        case .id(let id): try transaction.member(id)
        }
      guard let found else { throw CommunityError.notFound }
      let name = try transaction.authorize(actor, permission, on: found)
      guard let (action, note) = try body(transaction, found) else { return }
      try transaction.log(action, by: name, on: found.username, note, id: identifiers.next(milliseconds: now))
    }
  }

  /// Finishes removals that have begun.
  func removeInBackground() {
    removalWork.begin {
      do { try await finishRemovals() } catch {
        guard !Task.isCancelled else { return }
        logger.warning("What a removed member wrote goes later", metadata: ["error": "\(error)"])
      }
    }
  }
}

/// An account as those see it who look after the community.
public struct ManagedMember: Equatable, Sendable {
  public let id: Int64
  public let profile: Profile
  /// The role; `nil` if the account can't sign in.
  public let role: Role?
  public let suspendedAt: Timestamp?
  /// The last use of any client, exact to an hour; `nil` if the member is signed in nowhere.
  public let lastSeenAt: Timestamp?
  /// The reason of the request to join that waits for an answer; `nil` without one.
  public let request: String?
  /// The reason of the suspension; empty without one.
  public let suspensionReason: String
  /// The end of the suspension; `nil` if it doesn't end by itself.
  public let suspensionEnd: Timestamp?
  /// The original size of the member's pictures in bytes; `nil` outside of the lists of members.
  public let pictureBytes: Int?

  init(_ record: ManagedMemberRecord) {
    id = record.id
    profile = record.profile
    role = record.role
    suspendedAt = record.suspendedAt.map { Timestamp(milliseconds: $0) }
    lastSeenAt = record.lastSeenAt.map { Timestamp(milliseconds: $0) }
    request = record.request
    suspensionReason = record.suspensionReason
    suspensionEnd = record.suspensionEnd.map { Timestamp(milliseconds: $0) }
    pictureBytes = record.pictureBytes
  }
}

/// The lists of members for those who look after the community. The API's gate checks that they may see them.
extension Community.Members {
  public func managed(_ filter: ManagedMemberFilter, _ cursor: Cursor) async throws -> ListPage<ManagedMember>
  {
    let page = try await store.managedMembers(filter, cursor)
    return ListPage(items: page.items.map { ManagedMember($0) }, older: page.older, newer: page.newer)
  }

  /// - Throws: `CommunityError.notFound`.
  public func managed(_ id: Int64) async throws -> ManagedMember {
    guard let found = try await store.managedMembers([id])[id] else { throw CommunityError.notFound }
    return ManagedMember(found)
  }
}
