/// A part of a list, by the ids around it. All ids are exclusive.
public struct Cursor: Equatable, Sendable {
  /// Limits the part to older items.
  public var maxID: Int64?
  /// Limits the part to newer items, and takes the newest of them.
  public var sinceID: Int64?
  /// Limits the part to newer items, and takes the oldest of them (Mastodon API, "Paging").
  public var minID: Int64?
  /// The maximum number of items, at least 1.
  public var limit: Int

  public init(maxID: Int64? = nil, sinceID: Int64? = nil, minID: Int64? = nil, limit: Int = 20) {
    self.maxID = maxID
    self.sinceID = sinceID
    self.minID = minID
    self.limit = max(1, limit)
  }
}

/// A part of a list, newest first.
public struct ListPage<Item: Sendable>: Sendable {
  public var items: [Item]
  /// The `max_id` of the next older part, an id of the list's own rows; `nil` if there is nothing to link to.
  public var older: Int64?
  /// The `min_id` of the next newer part; `nil` if nothing was found.
  public var newer: Int64?

  public init(items: [Item], older: Int64? = nil, newer: Int64? = nil) {
    self.items = items
    self.older = older
    self.newer = newer
  }
}
