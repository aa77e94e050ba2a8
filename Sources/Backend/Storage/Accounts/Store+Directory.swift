import Invalidation
public import Social

extension Store {
  /// The number of newest or most followed accounts that are scanned, which bounds the cost of a request.
  private static let maxLookedAt: Int64 = 5000
  private static let canBeFound: SQL = "a.is_discoverable = 1 AND a.is_imported = 0 AND a.suspended_at IS NULL"

  /// Returns discoverable members, the most followed first. Accounts that the viewer follows, asked to follow, muted
  /// or blocked, or that blocked the viewer, are left out.
  public func suggestions(for viewer: Int64, limit: Int) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = """
        SELECT w.id FROM (SELECT a.id, a.followers_count FROM accounts a WHERE \(Self.canBeFound) \
        ORDER BY a.followers_count DESC, a.id DESC LIMIT \(Self.maxLookedAt)
        """
      let id = statement.identifier(viewer)
      statement.append(
        """
        ) w WHERE w.id <> \(id) AND \(Visibility.notBlocked(id, "w.id"))
        AND w.id NOT IN (SELECT followee FROM follows WHERE follower = \(id) UNION ALL
          SELECT followee FROM follow_requests WHERE follower = \(id) UNION ALL
          SELECT target FROM mutes WHERE account = \(id))
        ORDER BY w.followers_count DESC, w.id DESC LIMIT \(limit)
        """)
      return try connection.found(statement)
    }
  }

  /// Returns discoverable members, unless a block exists between them and the viewer.
  ///
  /// - Parameters:
  ///   - isByActivity: true to begin with the author of the last listed post, false to begin with the newest member.
  ///   - viewer: the viewer's id; `nil` for a stranger.
  public func directory(isByActivity: Bool, viewer: Int64?, offset: Int, limit: Int) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement = isByActivity ? Self.active(forMembers: viewer != nil) : Self.newest
      if let viewer {
        statement.append(" AND \(Visibility.notBlocked(statement.identifier(viewer), "a.id"))")
      }
      statement.append(" ORDER BY w.number DESC LIMIT \(limit) OFFSET \(offset)")
      return try connection.found(statement)
    }
  }

  private static let newest: Statement = """
    SELECT a.id FROM (\
    SELECT a.id AS number FROM accounts a WHERE \(canBeFound) ORDER BY a.id DESC LIMIT \(maxLookedAt)) w
    CROSS JOIN accounts a WHERE a.id = w.number
    """

  private static func active(forMembers: Bool) -> Statement {
    """
    SELECT a.id FROM (SELECT n.author, max(n.id) AS number FROM (
      SELECT p.id, p.author FROM posts p WHERE \(Visibility.isListed("p", forMembers: forMembers))
        AND p.repost_of IS NULL
        AND p.id NOT IN (SELECT post FROM hidden_posts) ORDER BY p.id DESC LIMIT \(maxLookedAt)) n GROUP BY n.author) w
    CROSS JOIN accounts a WHERE a.id = w.author AND \(canBeFound)
    """
  }
}

extension DatabaseConnection {
  /// Returns the profiles in the order of the ids that the statement selects.
  fileprivate func found(_ statement: Statement) throws -> [Profile] {
    let ids = try integers(statement)
    let profiles = try profiles(ids)
    return ids.compactMap { profiles[$0] }
  }
}
