import Invalidation
import Social

/// The use of a tag on a day.
public struct TagUse: Equatable, Sendable {
  public let name: String
  /// The number of days since 1970-01-01, UTC.
  public let day: Int64
  public let uses: Int
  public let people: Int
}

extension Store {
  /// Returns the tags of listed posts since a day, by the number of people who used them, then by the number
  /// of posts.
  ///
  /// It scans the newest 20,000 posts at most, which bounds the cost.
  ///
  /// - Parameter forMembers: true if posts for members count.
  /// - Returns: the uses of each tag, day by day, the tag of most people first.
  public func trendingTags(sinceDay day: Int64, forMembers: Bool, limit: Int) async throws -> [[TagUse]] {
    try await driver.read(dependsOn: .tags([.publicPosts])) { connection in
      let first = Identifiers.first(ofMillisecond: day * 86_400_000)
      var tags: [[TagUse]] = []
      try connection.forEach(Self.trending(since: first, forMembers: forMembers, limit: limit)) { row in
        let use = TagUse(
          name: try row.text(), day: try row.integer(), uses: try row.int(), people: try row.int())
        if tags.last?.last?.name == use.name { tags[tags.count - 1].append(use) } else { tags.append([use]) }
      }
      return tags
    }
  }

  private static func trending(since first: Int64, forMembers: Bool, limit: Int) -> Statement {
    """
    WITH used AS (
      SELECT t.name, p.author, (p.id >> 16) / 86400000 AS day FROM (
        SELECT q.id, q.author FROM posts q WHERE \(Visibility.isListed("q", forMembers: forMembers)) AND q.repost_of IS NULL
          AND q.id >= \(first)
        ORDER BY q.id DESC LIMIT 20000) p
      CROSS JOIN tags t WHERE t.post = p.id
        AND p.author NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL)
        AND p.id NOT IN (SELECT post FROM hidden_posts)),
    best AS (
      SELECT name, count(DISTINCT author) AS people, count(*) AS uses FROM used
      GROUP BY name ORDER BY count(DISTINCT author) DESC, count(*) DESC, name LIMIT \(limit))
    SELECT used.name, used.day, count(*), count(DISTINCT used.author) FROM best CROSS JOIN used
    WHERE used.name = best.name GROUP BY best.people, best.uses, used.name, used.day
    ORDER BY best.people DESC, best.uses DESC, used.name, used.day DESC
    """
  }
}
