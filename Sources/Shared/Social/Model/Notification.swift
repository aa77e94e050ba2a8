/// A notification for the viewer (Mastodon API, entities/Notification).
public struct Notification: Equatable, Sendable {
  /// The kind; raw values are the API's. The table `notifications` checks them, so a new one needs a
  /// migration.
  public enum Kind: String, CaseIterable, Sendable {
    case mention
    case follow
    case followRequest = "follow_request"
    case favourite
    case repost = "reblog"
    /// An account that the viewer has notifications switched on for published a post.
    case post = "status"
    /// A post that the viewer reposted was edited.
    case update
    /// A poll ended in which the viewer voted, or which is the viewer's.
    case poll
    /// An account was created: here by the viewer's invitation, or by a request to join that the viewer may
    /// answer (`isJoinRequest`). Other servers tell their administrators of every account.
    case signUp = "admin.sign_up"
    /// A member reported an account; for those who may decide.
    case report = "admin.report"
    /// The viewer was warned by a decision on a report, or their post was removed.
    case warning = "moderation_warning"
    /// The viewer's report was decided on. Mastodon has no such notification.
    case reportResolved = "swiftlet.report_resolved"
  }

  private struct Parts: Equatable, Sendable {
    var id: String
    var kind: Kind
    var createdAt: Timestamp?
    var actor: Profile
    var post: Post?
    var report: Report?
    var warning: AccountWarning?
    var isJoinRequest: Bool
  }

  @Shared private var parts: Parts

  /// The id in decimal digits, sortable by time.
  public var id: String { parts.id }
  public var kind: Kind { parts.kind }
  public var createdAt: Timestamp? { parts.createdAt }
  public var actor: Profile {
    get { parts.actor }
    set { parts.actor = newValue }
  }
  public var post: Post? {
    get { parts.post }
    set { parts.post = newValue }
  }

  /// The report that a notification of a report or of a decision is about.
  public var report: Report? { parts.report }

  /// The decision that a notification of the kind `warning` tells.
  public var warning: AccountWarning? { parts.warning }

  /// True if a notification of the kind `signUp` tells of a request to join, also once that is answered.
  public var isJoinRequest: Bool { parts.isJoinRequest }

  public init(
    id: String, kind: Kind, createdAt: Timestamp?, actor: Profile, post: Post? = nil, report: Report? = nil,
    warning: AccountWarning? = nil, isJoinRequest: Bool = false
  ) {
    parts = Parts(
      id: id, kind: kind, createdAt: createdAt, actor: actor, post: post, report: report, warning: warning,
      isJoinRequest: isJoinRequest)
  }
}
