public import Social
import Storage

/// An overview of an account's posts, for its album: the months in which it posted, and anniversaries.
public struct AlbumOverview: Equatable, Sendable {
  /// A month in which the account posted, in UTC.
  public struct Month: Equatable, Sendable {
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The number of posts.
    public internal(set) var count: Int
    /// The id of the newest post.
    public internal(set) var newest: Int64
  }

  /// The months, the latest first.
  public var months: [Month] = []
  /// The posts of earlier years around one day of the year, newest first.
  public var anniversaries: [Post] = []
}

extension Community.Timelines {
  /// The number of an account's newest posts that the overview counts.
  static let maxAlbumPosts = 20_000
  /// The maximum number of anniversaries from one day, and of all.
  static let maxAnniversariesOfDay = 4
  static let maxAnniversaries = 60

  /// Returns the overview of an account's album, as far as the viewer may see its posts.
  ///
  /// - Parameter date: the viewer's date, in UTC; `nil` for no anniversaries. Posts of the days before and after
  ///   it in earlier years are returned too, because only the viewer knows their time zone.
  public func album(of id: Int64, viewer: Viewer?, on date: CalendarDate?) async throws -> AlbumOverview {
    let posts = try await store.postDates(of: id, viewer: viewer?.account, limit: Self.maxAlbumPosts)
    var overview = AlbumOverview()
    var indices: [Int: Int] = [:]
    var anniversaries: [Int64] = []
    var counts: [Int: Int] = [:]
    for post in posts {
      let day = CalendarDate(dayNumber: post.createdAt.dayNumber(minutesEast: 0))
      if let index = indices[day.year * 12 + day.month] {
        overview.months[index].count += 1
        overview.months[index].newest = max(overview.months[index].newest, post.id)
      } else {
        indices[day.year * 12 + day.month] = overview.months.count
        overview.months.append(.init(year: day.year, month: day.month, count: 1, newest: post.id))
      }
      guard let date, anniversaries.count < Self.maxAnniversaries, Self.isAnniversary(day, on: date),
        counts[day.dayNumber, default: 0] < Self.maxAnniversariesOfDay
      else { continue }
      counts[day.dayNumber, default: 0] += 1
      anniversaries.append(post.id)
    }
    // Imported posts can be older than their ids.
    overview.months.sort { ($0.year, $0.month) > ($1.year, $1.month) }
    overview.anniversaries = try await store.posts(anniversaries, viewer: viewer?.account)
    return overview
  }

  /// Returns true if a day lies in an earlier year, at most one day of the year from `date`. At the turn of the
  /// year its anniversary can belong to the year before or after.
  private static func isAnniversary(_ day: CalendarDate, on date: CalendarDate) -> Bool {
    guard date.dayNumber - day.dayNumber > 300 else { return false }
    return [date.year - 1, date.year, date.year + 1].contains { year in
      CalendarDate(year: year, month: day.month, day: day.day).map {
        abs($0.dayNumber - date.dayNumber) <= 1
      } ?? false
    }
  }
}
