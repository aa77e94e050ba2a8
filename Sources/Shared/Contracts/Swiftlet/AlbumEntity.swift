import JSON
public import Social

/// A month in which an account posted, as a Swiftlet server sends it.
public struct AlbumMonth: Equatable, Sendable {
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The cursor of the account's list of posts: the page before it begins with the month's newest post.
  public let cursor: String

  /// The name as the server sends it: `2026-11`.
  public var name: String { "\(year)-" + (month < 10 ? "0\(month)" : "\(month)") }
}

/// The overview of an account's album (`GET /api/swiftlet/v1/accounts/:id/album`). Other servers have none.
public struct AlbumEntity: Equatable, Sendable {
  /// The months, the latest first.
  public let months: [AlbumMonth]
  /// Posts of earlier years, published within a day of the requested date.
  public let anniversaries: [MastodonDecoder.Item]

  /// Decodes a response; `nil` if it isn't one.
  public init?(_ body: [UInt8], _ decoder: MastodonDecoder) {
    guard let json = try? JSON(parsing: body), let months = json["months"]?.array else { return nil }
    self.months = months.compactMap { month in
      guard let name = month["month"]?.string, let cursor = month["max_id"]?.string,
        let time = Timestamp(iso8601: name + "-01")
      else { return nil }
      let date = CalendarDate(dayNumber: time.dayNumber(minutesEast: 0))
      return AlbumMonth(year: date.year, month: date.month, cursor: cursor)
    }
    anniversaries = (json["anniversaries"]?.array ?? []).compactMap { json in
      decoder.entry(json).map { MastodonDecoder.Item(entry: $0, source: []) }
    }
  }
}

/// Requests for a person's album.
public enum AlbumRequests {
  /// - Parameter time: the current time, which decides what lies years back.
  public static func overview(of account: String, at time: Timestamp) -> APIRequest {
    let date = Array(time.iso8601.utf8).prefix(10)
    return APIRequest(
      .get,
      "/api/swiftlet/v1/accounts/" + percentEncoded(account) + "/album?date="
        + String(decoding: date, as: UTF8.self))
  }

  /// Lists the posts of an account without reposts and replies to others.
  ///
  /// - Parameter onlyMedia: True for those with pictures.
  public static func posts(
    of account: String, onlyMedia: Bool, _ page: MastodonRequests.Page
  ) -> APIRequest {
    MastodonRequests.list(
      "/api/v1/accounts/" + percentEncoded(account) + "/statuses", page,
      onlyMedia
        ? "exclude_replies=true&exclude_reblogs=true&only_media=true"
        : "exclude_replies=true&exclude_reblogs=true")
  }
}
