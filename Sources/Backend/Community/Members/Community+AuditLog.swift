public import Social
import Storage

/// A kind of action that the log has.
public enum AuditAction: String, CaseIterable, Sendable {
  case suspend, unsuspend, remove, role
  /// The operator added a member, or set a password.
  case add, password
  /// A link with which a member sets a new password.
  case passwordReset = "password_reset"
  case signOut = "sign_out"
  case invite
  case revokeInvitation = "revoke_invitation"
  case setting
  case dismissReport = "dismiss_report"
  /// A member was warned after a report.
  case warn
  case removePosts = "remove_posts"
  case reopenReport = "reopen_report"
  case announce
  /// Requests to join.
  case approve, reject
  case removeAnnouncement = "remove_announcement"
  /// A backup that an owner made in the app.
  case backup
  /// Clients of the Twitter API.
  case addClient = "add_client"
  case removeClient = "remove_client"
}

/// An entry of the log of what was done for the community.
public struct AuditEntry: Equatable, Sendable {
  public let id: Int64
  /// The username of who did it; empty for the operator at the command line.
  public let actor: String
  /// The action; `nil` if a newer Swiftlet wrote it.
  public let action: AuditAction?
  /// The member or the thing that it concerned.
  public let target: String
  public let note: String
  public let createdAt: Timestamp
}

extension Community {
  public var log: Log { Log(store: store) }

  /// The log of decisions and changes, with the member that made each. It keeps names, because it outlives
  /// the members.
  public struct Log: Sendable {
    let store: Store
  }
}

extension Community.Log {
  /// Returns entries, newest first.
  public func list(_ cursor: Cursor) async throws -> ListPage<AuditEntry> {
    let page = try await store.auditLog(cursor)
    return ListPage(items: page.items.map { AuditEntry($0) }, older: page.older, newer: page.newer)
  }
}

extension AuditEntry {
  init(_ record: AuditRecord) {
    id = record.id
    actor = record.actor
    action = AuditAction(rawValue: record.action)
    target = record.target
    note = record.note
    createdAt = Timestamp(milliseconds: Identifiers.millisecond(of: record.id))
  }
}

extension MembershipTransaction {
  /// Adds an entry to the log, as a part of the action.
  func log(_ action: AuditAction, by actor: String, on target: String, _ note: String = "", id: Int64) throws
  {
    try log(
      AuditRecord(
        id: id, actor: actor, action: action.rawValue,
        target: String(String.UnicodeScalarView(target.unicodeScalars.prefix(100))),
        note: String(String.UnicodeScalarView(note.unicodeScalars.prefix(1000)))))
  }
}
