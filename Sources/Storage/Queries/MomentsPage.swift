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
  /// Also posts with a warning or sensitive pictures.
  public var hasCovered: Bool

  public init(
    owner: Int64, asker: Int64? = nil, before: Int64? = nil, limit: Int? = nil, hasCovered: Bool = false
  ) {
    self.hasCovered = hasCovered
    self.owner = owner
    self.asker = asker
    self.before = before
    self.limit = limit
  }

  /// The condition on the posts `p` of the list: neither replies nor reposts nor messages. The contract has no word for what is to be
  /// shown only when asked for, so that is left out unless it is wanted.
  func condition(in statement: inout Statement) -> SQL {
    let owner = statement.identifier(owner)
    var sql: SQL = """
      p.conversation = p.id AND p.visibility <> 'direct' AND \
      p.author IN (SELECT \(owner) UNION ALL SELECT followee FROM follows WHERE follower = \(owner)) AND \
      \(isVisible("p", hasCovered: hasCovered, in: &statement))
      """
    if let before { sql.append(" AND p.id < \(statement.bind(before))") }
    return sql
  }

  /// Whether the asker sees a post or a comment here. A stranger finds no unlisted ones, who needs their addresses.
  /// Comments have no cover: they always are left out.
  func isVisible(_ table: SQL, hasCovered: Bool = false, in statement: inout Statement) -> SQL {
    var sql = Visibility.condition(asker: asker, on: table, in: &statement)
    if !hasCovered { sql = "\(table).is_sensitive = 0 AND \(table).warning = '' AND \(sql)" }
    return asker == nil ? "\(table).visibility = 'public' AND \(sql)" : sql
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
