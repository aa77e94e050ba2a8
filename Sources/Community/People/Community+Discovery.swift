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

extension Community {
  private static let trendDays: Int64 = 7
  private static let mostTrends = 60

  /// The tags of public posts of the last seven days, by how many people used them.
  public func trendingTags(offset: Int, limit: Int) async throws -> [TrendingTag] {
    let today = Int64(clock().dayNumber(minutesEast: 0))
    let found = try await store.trendingTags(sinceDay: today - Self.trendDays + 1, limit: Self.mostTrends)
    return found.dropFirst(offset).prefix(limit).compactMap { uses in
      guard let name = uses.first?.name else { return nil }
      let days = (0..<Self.trendDays).map { age in
        let use = uses.first { $0.day == today - age }
        return TrendingTag.Day(
          start: Timestamp(milliseconds: (today - age) * 86_400_000), uses: use?.uses ?? 0, people: use?.people ?? 0)
      }
      return TrendingTag(name: name, days: days)
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
