/// Which posts of an account are wanted.
public struct AccountFilter: Equatable, Sendable {
  public var onlyMedia: Bool
  /// Replies of the account to itself stay.
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

/// Which notifications are wanted.
public struct NotificationFilter: Equatable, Sendable {
  /// nil: all.
  public var types: Set<Notification.Kind>?
  public var excluded: Set<Notification.Kind>
  /// Only what this account did.
  public var from: Int64?
  /// Only this one.
  public var id: Int64?

  public init(
    types: Set<Notification.Kind>? = nil, excluded: Set<Notification.Kind> = [], from: Int64? = nil, id: Int64? = nil
  ) {
    self.types = types
    self.excluded = excluded
    self.from = from
    self.id = id
  }
}
