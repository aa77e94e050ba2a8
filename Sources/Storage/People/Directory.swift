import Freshness
public import Social

extension Store {
  /// How many of the newest, or of the most followed, are looked at: what one request costs is bounded.
  private static let mostLookedAt: Int64 = 5000
  private static let canBeFound: SQL = "a.is_discoverable = 1 AND a.is_imported = 0 AND a.suspended_at IS NULL"

  /// Members who want to be found, but for whom the asker follows, asked to follow, muted or blocked, or who blocked them;
  /// whom most follow first.
  public func suggestions(for asker: Int64, limit: Int) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = """
        SELECT w.id FROM (SELECT a.id, a.followers_count FROM accounts a WHERE \(Self.canBeFound) \
        ORDER BY a.followers_count DESC, a.id DESC LIMIT \(Self.mostLookedAt)
        """
      let id = statement.identifier(asker)
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

  /// Members who want to be found, but for whom one of both blocked.
  ///
  /// - Parameters:
  ///   - isByActivity: who published for everybody last first; else who joined last.
  ///   - asker: nil: a stranger.
  public func directory(isByActivity: Bool, asker: Int64?, offset: Int, limit: Int) async throws -> [Profile] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement = isByActivity ? Self.active : Self.newest
      if let asker {
        statement.append(" AND \(Visibility.notBlocked(statement.identifier(asker), "a.id"))")
      }
      statement.append(" ORDER BY w.number DESC LIMIT \(limit) OFFSET \(offset)")
      return try connection.found(statement)
    }
  }

  private static let newest: Statement = """
    SELECT a.id FROM (\
    SELECT a.id AS number FROM accounts a WHERE \(canBeFound) ORDER BY a.id DESC LIMIT \(mostLookedAt)) w
    CROSS JOIN accounts a WHERE a.id = w.number
    """

  private static let active: Statement = """
    SELECT a.id FROM (SELECT n.author, max(n.id) AS number FROM (
      SELECT p.id, p.author FROM posts p WHERE p.visibility = 'public' AND p.repost_of IS NULL
        AND p.id NOT IN (SELECT post FROM hidden_posts) ORDER BY p.id DESC LIMIT \(mostLookedAt)) n GROUP BY n.author) w
    CROSS JOIN accounts a WHERE a.id = w.author AND \(canBeFound)
    """
}

extension DatabaseConnection {
  /// In the order of the ids that a statement selects.
  fileprivate func found(_ statement: Statement) throws -> [Profile] {
    let ids = try integers(statement)
    let profiles = try profiles(ids)
    return ids.compactMap { profiles[$0] }
  }
}
