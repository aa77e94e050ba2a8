import Community
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds polls (docs.joinmastodon.org/methods/polls). A poll has its post's id.
  mutating func addPolls(_ community: Community) {
    schemas["Poll"] = .object([
      .init("id", .identifier), .init("expires_at", .nullable(.date)), .init("expired", .boolean),
      .init("multiple", .boolean), .init("votes_count", .integer), .init("voters_count", .integer),
      .init(
        "options",
        .array(.object([.init("title", .string), .init("votes_count", .nullable(.integer))]))),
      .init("emojis", .array(.any)), .init("voted", .boolean), .init("own_votes", .array(.integer)),
      // An extension of Swiftlet, which only polls have that show their voters.
      .init("shows_voters", .boolean, isOptional: true),
    ])
    // Its end depends on the time, so it isn't cached.
    add(
      APIRoute(
        .get, "/api/v1/polls/:id", "A poll", access: .everybody(scope: .readStatuses),
        response: .reference("Poll"))
    ) { call in .poll(try await community.polls.find(call.identifier(), viewer: call.viewer), call) }
    add(
      .reading(
        "/api/swiftlet/v1/polls/:id/options/:option/voters",
        "Who voted for an option of a poll that shows it",
        .everybody(scope: .readStatuses), .paging, response: .accounts)
    ) { call in
      guard let option = Int64(digits: Array(try call.text("option").utf8)[...]),
        let index = Int(exactly: option)
      else {
        throw RequestError.recordNotFound
      }
      return .profiles(
        try await community.polls.voters(
          for: index, in: call.identifier(), viewer: call.viewer, call.cursor(default: 40, maximum: 80)), call
      )
    }
    add(
      .storing(
        .post, "/api/v1/polls/:id/votes", "Vote in a poll", .member(.writeStatuses),
        [APIParameter("choices", .array(.integer))], response: .reference("Poll"))
    ) { call in
      .poll(
        try await community.polls.vote(call.parameters.choices(), in: call.identifier(), call.viewer), call)
    }
  }
}

extension APIResponse {
  fileprivate static func poll(_ poll: Poll, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.poll(poll, &writer) }
  }
}

extension APIParameters {
  /// Returns the poll of a post; `nil` if it is missing.
  func poll() throws -> PollDraft? {
    guard let poll = try nested("poll"), let members = self["poll"]?.members, !members.isEmpty else {
      return nil
    }
    guard let expiresIn = try poll.integer("expires_in") else { throw RequestError.blank("expires_in") }
    return PollDraft(
      options: try poll.strings("options", maxCount: 20), expiresIn: Int(clamping: expiresIn),
      isMultiple: try poll.bool("multiple") ?? false, hidesTotals: try poll.bool("hide_totals") ?? false,
      showsVoters: try poll.bool("shows_voters"))
  }

  /// Returns the chosen options of a vote. Clients send them as numbers or as texts.
  fileprivate func choices() throws -> [Int] {
    try strings("choices", maxCount: 20).map { text in
      guard let choice = Int64(digits: Array(text.utf8)[...]), let index = Int(exactly: choice) else {
        throw RequestError.invalid("The chosen vote option does not exist")
      }
      return index
    }
  }
}
