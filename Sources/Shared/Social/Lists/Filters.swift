/// Selects posts of an account.
public struct AccountFilter: Equatable, Sendable {
  public var onlyMedia: Bool
  /// Excludes replies to others. Replies of the account to itself stay.
  public var excludesReplies: Bool
  public var excludesReposts: Bool
  public var tag: String?

  public init(
    onlyMedia: Bool = false, excludesReplies: Bool = false, excludesReposts: Bool = false, tag: String? = nil
  ) {
    self.onlyMedia = onlyMedia
    self.excludesReplies = excludesReplies
    self.excludesReposts = excludesReposts
    self.tag = tag
  }
}

/// Selects notifications.
public struct NotificationFilter: Equatable, Sendable {
  /// The types to include; `nil` for all.
  public var types: Set<Notification.Kind>?
  public var excluded: Set<Notification.Kind>
  /// The id of the only account whose actions count.
  public var from: Int64?
  /// The id of the only notification to return.
  public var id: Int64?

  public init(
    types: Set<Notification.Kind>? = nil, excluded: Set<Notification.Kind> = [], from: Int64? = nil,
    id: Int64? = nil
  ) {
    self.types = types
    self.excluded = excluded
    self.from = from
    self.id = id
  }
}

/// A selection of members.
public struct ManagedMemberFilter: Equatable, Sendable {
  /// A part of the username or of the name; empty for all.
  public var text = ""
  /// The beginning of the username.
  public var username = ""
  /// The beginning of the name.
  public var nick = ""
  public var isSuspended: Bool?
  /// True for those alone whose request to join waits for an answer.
  public var isWaiting = false
  /// The roles; `nil` for all.
  public var roles: [Role]?

  public init() {}
}

/// A selection of reports.
public struct ReportFilter: Equatable, Sendable {
  public var isResolved: Bool?
  public var reporter: Int64?
  public var target: Int64?
  /// The member whose reports are left out.
  public var otherThan: Int64?

  public init() {}
}
