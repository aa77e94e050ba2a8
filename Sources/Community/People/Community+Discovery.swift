import Foundation
public import Social
import Storage

/// A tag that is used much, and how much on each of the last days.
public struct TrendingTag: Equatable, Sendable {
  public struct Day: Equatable, Sendable {
    /// Where it begins, UTC.
    public let start: Timestamp
    public let uses: Int
    public let people: Int
  }

  public let name: String
  /// Seven, today first.
  public let days: [Day]
}

/// A link that many people publish, and how much on each of the last days.
public struct TrendingLink: Equatable, Sendable {
  public let card: Status.Card
  /// Seven, today first.
  public let days: [TrendingTag.Day]
}

extension Community {
  private static let trendDays: Int64 = 7
  private static let mostTrends = 60

  /// The tags of public posts of the last seven days, by how many people used them.
  public func trendingTags(offset: Int, limit: Int) async throws -> [TrendingTag] {
    let today = Int64(clock().dayNumber(minutesEast: 0))
    let found = try await store.trendingTags(sinceDay: today - Self.trendDays + 1, limit: Self.mostTrends)
    return found.dropFirst(offset).prefix(limit).compactMap { uses in
      guard let name = uses.first?.name else { return nil }
      return TrendingTag(name: name, days: Self.days(until: today, uses.map { ($0.day, $0.uses, $0.people) }))
    }
  }

  /// One for each of the last days, today first.
  private static func days(
    until today: Int64, _ uses: [(day: Int64, uses: Int, people: Int)]
  ) -> [TrendingTag.Day] {
    (0..<trendDays).map { age in
      let use = uses.first { $0.day == today - age }
      return TrendingTag.Day(
        start: Timestamp(milliseconds: (today - age) * 86_400_000), uses: use?.uses ?? 0, people: use?.people ?? 0)
    }
  }

  /// Public posts of the last seven days that people like, without covered ones. A favourite counts one, a repost two, and
  /// a day makes half of it.
  public func trendingPosts(asker: Asker?, offset: Int, limit: Int) async throws -> [Status] {
    let now = clock()
    let today = Int64(now.dayNumber(minutesEast: 0))
    let found = try await store.likedPosts(
      sinceDay: today - Self.trendDays + 1, asker: asker?.account, limit: 4 * Self.mostTrends, now: now.milliseconds)
    // The logarithm of the halved weight, without what all have in common: the order is the same at every moment.
    let weighed = found.map { post -> (id: Int64, weight: Double) in
      let day = Double(Identifiers.millisecond(of: post.id)) / 86_400_000
      return (post.id, log2(Double(post.favourites + 2 * post.reposts)) + day)
    }
    let ids = weighed.sorted { ($0.weight, $0.id) > ($1.weight, $1.id) }.prefix(Self.mostTrends).map(\.id)
    return try await store.statuses(Array(ids.dropFirst(offset).prefix(limit)), asker: asker?.account)
  }

  /// The links of public posts of the last seven days, by how many people published them.
  public func trendingLinks(offset: Int, limit: Int) async throws -> [TrendingLink] {
    let today = Int64(clock().dayNumber(minutesEast: 0))
    let found = try await store.trendingLinks(sinceDay: today - Self.trendDays + 1, limit: Self.mostTrends)
    return found.dropFirst(offset).prefix(limit).map { link in
      TrendingLink(card: link.card, days: Self.days(until: today, link.days.map { ($0.day, $0.uses, $0.people) }))
    }
  }

  /// Lists members who agreed to be found and whom the asker doesn't follow yet. Members with the most followers come first.
  public func suggestions(_ asker: Asker, limit: Int) async throws -> [Profile] {
    try await store.suggestions(for: asker.account, limit: limit)
  }

  /// Members who want to be found.
  ///
  /// - Parameter isByActivity: who published last first; else who joined last.
  public func directory(isByActivity: Bool, asker: Asker?, offset: Int, limit: Int) async throws -> [Profile] {
    try await store.directory(isByActivity: isByActivity, asker: asker?.account, offset: offset, limit: limit)
  }
}
