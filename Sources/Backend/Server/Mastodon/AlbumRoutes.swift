import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the overview of an account's album. The posts themselves are those of the account
  /// (docs.joinmastodon.org/methods/accounts/#statuses).
  mutating func addAlbums(_ community: Community) {
    schemas["AlbumOverview"] = .object([
      .init(
        "months",
        .array(
          .object([
            .init("month", .string), .init("posts_count", .integer), .init("max_id", .identifier),
          ]))),
      .init("anniversaries", .statuses),
    ])
    add(
      .reading(
        "/api/swiftlet/v1/accounts/:id/album",
        "The months in which an account posted, and its posts around a day in earlier years",
        .everybody(scope: .readStatuses), [APIParameter("date", .date)],
        response: .reference("AlbumOverview"), queue: PerKeyQueue())
    ) { call in
      let id = try call.identifier()
      _ = try call.found(try await community.accounts.profile(id, viewer: call.viewer))
      let overview = try await community.timelines.album(
        of: id, viewer: call.viewer, on: call.parameters.calendarDate("date"))
      return .album(overview, call)
    }
  }
}

extension APIParameters {
  /// Returns a date such as `2026-11-28`; `nil` if it is missing.
  fileprivate func calendarDate(_ name: String) throws -> CalendarDate? {
    guard let text = try string(name, maximum: 40) else { return nil }
    guard let time = Timestamp(iso8601: text) else { throw RequestError.invalid("\(name) must be a date") }
    return CalendarDate(dayNumber: time.dayNumber(minutesEast: 0))
  }
}

extension APIResponse {
  fileprivate static func album(_ overview: AlbumOverview, _ call: APICall<some Sendable>) -> APIResponse {
    let encoder = call.encoder
    return .json { writer in
      writer.object { writer in
        writer.name("months")
        writer.array(overview.months) { writer, month in
          writer.object { writer in
            writer.member("month", "\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)")
            writer.member("posts_count", month.count)
            // Of a list, `max_id` is excluded.
            writer.member("max_id", String(max(month.newest, month.newest &+ 1)))
          }
        }
        writer.name("anniversaries")
        writer.array(overview.anniversaries) { writer, post in call.posts.write(post, encoder, &writer) }
      }
    }
  }
}
