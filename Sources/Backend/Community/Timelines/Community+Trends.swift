import Foundation
public import Social
import Storage

/// A popular tag, with its use on each of the last days.
public struct TrendingTag: Equatable, Sendable {
  public struct Day: Equatable, Sendable {
    /// The beginning of the day in UTC.
    public let start: Timestamp
    public let uses: Int
    public let people: Int
  }

  public let name: String
  /// Seven days, today first.
  public let days: [Day]
}

/// A link that many members publish, with its use on each of the last days.
public struct TrendingLink: Equatable, Sendable {
  public let card: Post.LinkPreview
  /// Seven days, today first.
  public let days: [TrendingTag.Day]
}

extension Community {
  public var trends: Trends { Trends(store: store, clock: clock) }

  /// Tags, posts and links that were popular in the last seven days.
  public struct Trends: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
  }
}

extension Community.Trends {
  private static let dayCount: Int64 = 7
  private static let maxCount = 60

  /// Returns the tags of public posts of the last seven days, by the number of members who used them. For a
  /// member, posts for members count too.
  public func tags(viewer: Viewer?, offset: Int, limit: Int) async throws -> [TrendingTag] {
    let today = Int64(clock().dayNumber(minutesEast: 0))
    let found = try await store.trendingTags(
      sinceDay: today - Self.dayCount + 1, forMembers: viewer != nil, limit: Self.maxCount)
    return found.dropFirst(offset).prefix(limit).compactMap { uses in
      guard let name = uses.first?.name else { return nil }
      return TrendingTag(name: name, days: Self.days(until: today, uses.map { ($0.day, $0.uses, $0.people) }))
    }
  }

  /// Returns one entry for each of the last days, today first.
  private static func days(
    until today: Int64, _ uses: [(day: Int64, uses: Int, people: Int)]
  ) -> [TrendingTag.Day] {
    (0..<dayCount).map { age in
      let use = uses.first { $0.day == today - age }
      return TrendingTag.Day(
        start: Timestamp(milliseconds: (today - age) * 86_400_000), uses: use?.uses ?? 0,
        people: use?.people ?? 0)
    }
  }

  /// Returns popular public posts of the last seven days, without those that have a warning. A favourite
  /// counts one, a repost two, and the weight halves each day.
  public func posts(viewer: Viewer?, offset: Int, limit: Int) async throws -> [Post] {
    let now = clock()
    let today = Int64(now.dayNumber(minutesEast: 0))
    let found = try await store.likedPosts(
      sinceDay: today - Self.dayCount + 1, viewer: viewer?.account, limit: 4 * Self.maxCount,
      now: now.milliseconds)
    // The logarithm of the halved weight, without the part that all posts share. So the order is the same at
    // every moment.
    let weighed = found.map { post -> (id: Int64, weight: Double) in
      let day = Double(Identifiers.millisecond(of: post.id)) / 86_400_000
      return (post.id, log2(Double(post.favourites + 2 * post.reposts)) + day)
    }
    let ids = weighed.sorted { ($0.weight, $0.id) > ($1.weight, $1.id) }.prefix(Self.maxCount).map(\.id)
    return try await store.posts(Array(ids.dropFirst(offset).prefix(limit)), viewer: viewer?.account)
  }

  /// Returns the links of public posts of the last seven days, by the number of members who published them.
  /// For a member, posts for members count too.
  public func links(viewer: Viewer?, offset: Int, limit: Int) async throws -> [TrendingLink] {
    let today = Int64(clock().dayNumber(minutesEast: 0))
    let found = try await store.trendingLinks(
      sinceDay: today - Self.dayCount + 1, forMembers: viewer != nil, limit: Self.maxCount)
    return found.dropFirst(offset).prefix(limit).map { link in
      TrendingLink(
        card: link.card, days: Self.days(until: today, link.days.map { ($0.day, $0.uses, $0.people) }))
    }
  }
}
