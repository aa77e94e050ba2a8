/// Which part of a list: all ids are exclusive.
public struct Cursor: Equatable, Sendable {
  /// Only what is older.
  public var maxID: Int64?
  /// Only what is newer; of that, the newest.
  public var sinceID: Int64?
  /// Only what is newer; of that, the oldest (Mastodon API, "Paging").
  public var minID: Int64?
  /// One at least.
  public var limit: Int

  public init(maxID: Int64? = nil, sinceID: Int64? = nil, minID: Int64? = nil, limit: Int = 20) {
    self.maxID = maxID
    self.sinceID = sinceID
    self.minID = minID
    self.limit = max(1, limit)
  }
}

/// A part of a list, newest first.
public struct Slice<Item: Sendable>: Sendable {
  public var items: [Item]
  /// The `max_id` of the next older part, an id of the list's own rows; nil: there is nothing to link.
  public var older: Int64?
  /// The `min_id` of the next newer part; nil: nothing was found.
  public var newer: Int64?

  public init(items: [Item], older: Int64? = nil, newer: Int64? = nil) {
    self.items = items
    self.older = older
    self.newer = newer
  }
}
