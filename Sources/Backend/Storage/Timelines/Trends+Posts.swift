import Invalidation
public import Social

/// The popularity of a listed post.
public struct PostWeight: Equatable, Sendable {
  public let id: Int64
  public let favourites: Int
  public let reposts: Int
}

/// A link in listed posts, with its preview and its use on each day.
public struct LinkUse: Equatable, Sendable {
  public struct Day: Equatable, Sendable {
    /// The number of days since 1970-01-01, UTC.
    public let day: Int64
    public let uses: Int
    public let people: Int
  }

  public let card: Post.LinkPreview
  public var days: [Day]
}

extension Store {
  /// Returns listed posts since a day that have favourites or reposts, the most popular first, without
  /// sensitive posts or those with a warning.
  ///
  /// It scans the newest 20,000 posts at most, which bounds the cost.
  ///
  /// - Parameters:
  ///   - viewer: the member whose mutes and blocks in both directions count; `nil` for a stranger.
  ///   - now: the time in milliseconds, as mutes may have expired.
  public func likedPosts(sinceDay day: Int64, viewer: Int64?, limit: Int, now: Int64) async throws
    -> [PostWeight]
  {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = """
        SELECT p.id, p.favourites_count, p.reposts_count FROM (
          SELECT q.id, q.author, q.favourites_count, q.reposts_count, q.visibility, q.repost_of, q.conversation FROM posts q
          WHERE \(Visibility.isListed("q", forMembers: viewer != nil)) AND q.repost_of IS NULL
            AND q.warning = '' AND q.is_sensitive = 0
            AND q.id >= \(Identifiers.first(ofMillisecond: day * 86_400_000)) ORDER BY q.id DESC LIMIT 20000) p
        WHERE p.favourites_count + p.reposts_count > 0
        """
      statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
      if let viewer {
        let (id, moment) = (statement.identifier(viewer), statement.identifier(now))
        statement.append(" AND NOT \(Mutes.condition("p.author", by: id, moment))")
      }
      statement.append(" ORDER BY p.favourites_count + 2 * p.reposts_count DESC, p.id DESC LIMIT \(limit)")
      return try connection.rows(statement) { row in
        PostWeight(id: try row.integer(), favourites: try row.int(), reposts: try row.int())
      }
    }
  }

  /// Returns the links in listed posts since a day, by the number of people who published them, then by the
  /// number of posts. Links without a preview are left out.
  ///
  /// It scans the newest 20,000 posts at most.
  ///
  /// - Parameter forMembers: true if posts for members count.
  public func trendingLinks(sinceDay day: Int64, forMembers: Bool, limit: Int) async throws -> [LinkUse] {
    try await driver.read(dependsOn: .everything) { connection in
      var links: [(id: Int64, use: LinkUse)] = []
      try connection.forEach(
        Self.links(since: Identifiers.first(ofMillisecond: day * 86_400_000), forMembers, limit)
      ) {
        row in
        let id = try row.integer()
        let use = LinkUse.Day(day: try row.integer(), uses: try row.int(), people: try row.int())
        guard let card = try LinkPreviewRow.card(&row) else { return }
        if links.last?.id != id { links.append((id, LinkUse(card: card, days: []))) }
        links[links.count - 1].use.days.append(use)
      }
      return links.map(\.use)
    }
  }

  private static func links(since first: Int64, _ forMembers: Bool, _ limit: Int) -> Statement {
    """
    WITH used AS (
      SELECT l.card, p.author, (p.id >> 16) / 86400000 AS day FROM (
        SELECT q.id, q.author FROM posts q WHERE \(Visibility.isListed("q", forMembers: forMembers))
          AND q.repost_of IS NULL AND q.warning = '' AND q.is_sensitive = 0 AND q.id >= \(first)
        ORDER BY q.id DESC LIMIT 20000) p
      CROSS JOIN post_links l WHERE l.post = p.id
        AND p.author NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL)
        AND p.id NOT IN (SELECT post FROM hidden_posts)),
    best AS (
      SELECT card, count(DISTINCT author) AS people, count(*) AS uses FROM used
      WHERE card IN (SELECT id FROM link_cards WHERE title <> '')
      GROUP BY card ORDER BY count(DISTINCT author) DESC, count(*) DESC, card DESC LIMIT \(limit)),
    days AS (
      SELECT best.card, best.people AS most, best.uses AS often, used.day, count(*) AS uses,
        count(DISTINCT used.author) AS people
      FROM best CROSS JOIN used WHERE used.card = best.card GROUP BY best.card, best.people, best.uses, used.day)
    SELECT d.card, d.day, d.uses, d.people, \(LinkPreviewRow.columns)
    FROM days d JOIN link_cards lc ON lc.id = d.card LEFT JOIN media lm ON lm.id = lc.picture
    ORDER BY d.most DESC, d.often DESC, d.card DESC, d.day DESC
    """
  }
}
