import Freshness
public import Social

/// The posts of an account and of those whom it follows, newest first, as far as the asker may see them.
public struct MomentsPage: Sendable {
  public var owner: Int64
  /// nil: somebody who is not signed in.
  public var asker: Int64?
  /// Only posts with a smaller id.
  public var before: Int64?
  /// At most this many; nil: all.
  public var limit: Int?

  public init(owner: Int64, asker: Int64? = nil, before: Int64? = nil, limit: Int? = nil) {
    self.owner = owner
    self.asker = asker
    self.before = before
    self.limit = limit
  }

  /// The condition on the posts `p` of the list: neither replies nor reposts. The contract has no word for what is to be
  /// shown only when asked for, so that is left out.
  func condition(in statement: inout Statement) -> String {
    let owner = statement.identifier(owner)
    var sql = "p.conversation = p.id AND "
    sql += "p.author IN (SELECT \(owner) UNION ALL SELECT followee FROM follows WHERE follower = \(owner)) AND "
    sql += isVisible("p", in: &statement)
    if let before { sql += " AND p.id < \(statement.parameter(.integer(before)))" }
    return sql
  }

  /// Whether the asker sees a post or a comment here. A stranger finds no unlisted ones, who needs their addresses.
  func isVisible(_ table: String, in statement: inout Statement) -> String {
    let visible = Visibility.condition(asker: asker, on: table, in: &statement)
    let isOpen = "\(table).is_sensitive = 0 AND \(table).warning = '' AND \(visible)"
    return asker == nil ? "\(table).visibility = 'public' AND \(isOpen)" : isOpen
  }
}

extension Store {
  /// Costs five queries, however many posts there are (one if there are none).
  ///
  /// - Throws: `StorageError`.
  public func posts(_ page: MomentsPage) async throws -> [Post] {
    let isGathered = Dependencies.current != nil
    return try await driver.read { connection in
      try MomentsPageReader(connection, page, isGathered: isGathered).posts()
    }
  }
}
