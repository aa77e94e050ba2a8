import Invalidation
public import Social

extension Store {
  /// The number of newest or most followed accounts that are scanned, which bounds the cost of a request.
  private static let maxLookedAt: Int64 = 5000
  private static let canBeFound: SQL =
    "a.is_discoverable = 1 AND a.is_imported = 0 AND a.suspended_at IS NULL"

  /// Returns discoverable members: first those with the most followers among the accounts that the viewer
  /// follows, then the most followed, then the last active. Accounts that the viewer follows, asked to
  /// follow, muted or blocked, or that blocked the viewer, are left out.
  public func suggestions(for viewer: Int64, limit: Int) async throws -> [SuggestedProfile] {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = "SELECT a.id, coalesce(m.number, 0) FROM ("
      let id = statement.identifier(viewer)
      statement.append(
        """
        SELECT f.followee AS id FROM (\(Self.friendsOfFriends(of: id)) LIMIT \(Self.maxLookedAt)) f
        UNION SELECT a.id FROM (SELECT id FROM accounts a WHERE \(Self.canBeFound) \
          ORDER BY a.followers_count DESC, a.id DESC LIMIT \(Self.maxLookedAt)) a
        ) w CROSS JOIN accounts a LEFT JOIN (SELECT f.followee, count(*) AS number FROM \
        (\(Self.friendsOfFriends(of: id)) LIMIT \(Self.maxLookedAt)) f GROUP BY f.followee) m ON m.followee = a.id
        LEFT JOIN (\(Self.activity(forMembers: true))) n ON n.author = a.id
        WHERE a.id = w.id AND \(Self.canBeFound) AND a.id <> \(id) AND \(Visibility.notBlocked(id, "a.id"))
        AND a.id NOT IN (SELECT followee FROM follows WHERE follower = \(id) UNION ALL
          SELECT followee FROM follow_requests WHERE follower = \(id) UNION ALL
          SELECT target FROM mutes WHERE account = \(id))
        ORDER BY coalesce(m.number, 0) DESC, a.followers_count DESC, coalesce(n.number, 0) DESC, a.id DESC \
        LIMIT \(limit)
        """)
      let found = try connection.rows(statement) { row in (id: try row.integer(), friends: try row.int()) }
      let profiles = try connection.profiles(found.map(\.id))
      return found.compactMap { row in
        profiles[row.id].map { SuggestedProfile(profile: $0, friends: row.friends) }
      }
    }
  }

  /// The follows of the accounts that an account follows.
  private static func friendsOfFriends(of id: SQL) -> SQL {
    """
    SELECT f.followee FROM follows mine CROSS JOIN follows f \
    WHERE mine.follower = \(id) AND f.follower = mine.followee
    """
  }

  /// Returns discoverable members, unless a block exists between them and the viewer.
  ///
  /// - Parameters:
  ///   - isByActivity: true to begin with the last one who published a listed post or joined, false to begin
  ///     with the newest member.
  ///   - viewer: the viewer's id; `nil` for a stranger.
  public func directory(isByActivity: Bool, viewer: Int64?, offset: Int, limit: Int) async throws -> [Profile]
  {
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

  /// The last listed post of each author. The ids of posts and accounts are of one kind, and sort by time.
  private static func activity(forMembers: Bool) -> SQL {
    """
    SELECT n.author, max(n.id) AS number FROM (SELECT p.id, p.author FROM posts p \
    WHERE \(Visibility.isListed("p", forMembers: forMembers)) AND p.repost_of IS NULL \
    AND p.id NOT IN (SELECT post FROM hidden_posts) ORDER BY p.id DESC LIMIT 5000) n GROUP BY n.author
    """
  }

  private static func active(forMembers: Bool) -> Statement {
    """
    SELECT a.id FROM (SELECT e.author, max(e.number) AS number FROM (\(activity(forMembers: forMembers)) UNION ALL \
    SELECT m.id, m.id FROM (SELECT id FROM accounts a WHERE \(canBeFound) ORDER BY id DESC LIMIT \(maxLookedAt)) m) e \
    GROUP BY e.author) w CROSS JOIN accounts a WHERE a.id = w.author AND \(canBeFound)
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

/// A member that the viewer might want to follow.
public struct SuggestedProfile: Equatable, Sendable {
  public let profile: Profile
  /// The number of accounts that the viewer follows and that follow this member.
  public let friends: Int
}
