import DatabaseTestSupport
import JSON
import Social
import Testing

@testable import Community
@testable import Storage

@Suite struct AlbumAPITests {
  private static func overview(
    of author: MastodonClient, for viewer: MastodonClient, on date: String? = nil
  ) async throws -> MastodonClient.Reply {
    try await viewer.get(
      "/api/swiftlet/v1/accounts/\(author.id)/album" + (date.map { "?date=" + $0 } ?? ""))
  }

  /// Returns the date of a post, that many days later in the year in which its day exists next.
  private static func anniversary(
    of id: String, for viewer: MastodonClient, daysLater: Int = 0
  ) async throws -> String {
    let text = try #require(try await viewer.get("/api/v1/statuses/\(id)").json["created_at"]?.string)
    let day = CalendarDate(dayNumber: try #require(Timestamp(iso8601: text)).dayNumber(minutesEast: 0))
    let date = try #require(
      CalendarDate(year: day.year + 1, month: day.month, day: day.day)
        ?? CalendarDate(year: day.year + 4, month: day.month, day: day.day))
    let later = Timestamp(milliseconds: Int64(date.dayNumber + daysLater) * 86_400_000)
    return String(later.iso8601.prefix(10))
  }

  @Test func `NEW_22 The overview counts posts by month, and names the place where a month begins`()
    async throws
  {
    try await withMembers("ann", "bob") { _, members in
      let (ann, bob) = (members[0], members[1])
      let first = try await ann.publish("First")
      let last = try await ann.publish("Last")
      // They don't belong to an album.
      _ = try await ann.publish("A reply", replyTo: first)
      _ = try await ann.post("/api/v1/statuses/\(first)/reblog")
      let reply = try await Self.overview(of: ann, for: bob)
      #expect(reply.status == 200)
      let months = try #require(reply.json["months"]?.array)
      // Two, if a month begins between the posts.
      let month = try #require(months.first)
      let written = try await bob.get("/api/v1/statuses/\(last)").json["created_at"]?.string
      #expect(month["month"]?.string == written.map { String($0.prefix(7)) })
      #expect(months.compactMap { $0["posts_count"]?.int64 }.reduce(0, +) == 2)
      let cursor = try #require(month["max_id"]?.string)
      let page = try await bob.get(
        "/api/v1/accounts/\(ann.id)/statuses?exclude_replies=true&exclude_reblogs=true&limit=1&max_id=\(cursor)"
      )
      #expect(page.json.array?.first?["id"]?.string == last)
      #expect(reply.json["anniversaries"]?.array?.isEmpty == true, "nobody asked for a date")
    }
  }

  @Test func `NEW_22 It looks back to the same day of earlier years, a day more or less`() async throws {
    try await withMembers("ann") { _, members in
      let ann = members[0]
      let id = try await ann.publish("A year ago")
      for (days, isFound) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
        let date = try await Self.anniversary(of: id, for: ann, daysLater: days)
        let reply = try await Self.overview(of: ann, for: ann, on: date)
        let found = reply.json["anniversaries"]?.array?.compactMap { $0["id"]?.string }
        #expect(found == (isFound ? [id] : []), "\(days) days later")
      }
      let today = String(Timestamp.now.iso8601.prefix(10))
      let early = try await Self.overview(of: ann, for: ann, on: today)
      #expect(early.json["anniversaries"]?.array?.isEmpty == true)
      // One day leaves room for the others.
      for number in 0..<6 { _ = try await ann.publish("Another \(number)") }
      let date = try await Self.anniversary(of: id, for: ann)
      let anniversaries = try await Self.overview(of: ann, for: ann, on: date).json["anniversaries"]?.array
      #expect(4...7 ~= anniversaries?.count ?? 0, "four of a day; more if midnight came between")
      for wrong in ["tomorrow", "2026-02-30", "99999999-01-01"] {
        #expect(try await Self.overview(of: ann, for: ann, on: wrong).status == 422, "\(wrong)")
      }
    }
  }

  @Test func `NEW_22 The overview tells nothing of posts that the viewer may not see`() async throws {
    try await withMembers("ann", "bob") { stranger, members in
      let (ann, bob) = (members[0], members[1])
      var last = ""
      for audience in ["public", "private", "direct"] {
        last = try await ann.publish("Hi", visibility: audience)
      }
      let date = try await Self.anniversary(of: last, for: ann)
      func count(_ viewer: MastodonClient) async throws -> Int64? {
        let overview = try await Self.overview(of: ann, for: viewer, on: date)
        let anniversaries = overview.json["anniversaries"]?.array?.count
        let count = overview.json["months"]?.array?.compactMap { $0["posts_count"]?.int64 }.reduce(0, +)
        #expect(anniversaries.map(Int64.init) == count)
        return count
      }
      #expect(try await count(ann) == 3)
      #expect(try await count(bob) == 1)
      #expect(try await count(stranger) == 1)
      _ = try await bob.post("/api/v1/accounts/\(ann.id)/follow")
      #expect(try await count(bob) == 2, "a cached response ends with the follow")
      _ = try await ann.post("/api/v1/accounts/\(bob.id)/block")
      let blocked = try await Self.overview(of: ann, for: bob)
      #expect(blocked.status == 404 || blocked.json["months"]?.array?.isEmpty == true)
      #expect(try await stranger.get("/api/swiftlet/v1/accounts/12/album").status == 404)
    }
  }

  @Test func `NEW_22 However many posts the viewer may not see, a bounded number of them is judged`()
    async throws
  {
    try await withMembers(named: ["ann"], setup: .withoutLimits) { community, _, members in
      let ann = members[0]
      let shared = try await ann.publish("For all")
      for _ in 0..<3 { _ = try await ann.publish("For me", visibility: "direct") }
      let author = try #require(Int64(ann.id))
      let expected: [(window: Int64, found: [String])] = [(3, []), (4, [shared])]
      for (window, found) in expected {
        let statement = PostDates(author: author, viewer: nil, limit: 10, window: window).statement
        let ids = try await community.store.driver.read { try $0.integers(statement) }
        #expect(ids.map { String($0) } == found, "of the \(window) newest")
      }
    }
  }
}
