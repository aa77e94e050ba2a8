import Community
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the viewer's circles, which the Mastodon API calls lists (docs.joinmastodon.org/methods/lists).
  mutating func addCircles(_ community: Community) {
    schemas["List"] = .object([
      .init("id", .identifier), .init("title", .string), .init("replies_policy", Self.repliesPolicy),
      .init("exclusive", .boolean), .init("accounts_count", .integer),
    ])
    add(.reading("/api/v1/lists", "The viewer's lists", .member(.readLists), response: .lists)) { call in
      .circles(try await community.circles.all(call.viewer), call)
    }
    add(.reading("/api/v1/lists/:id", "One of them", .member(.readLists), response: .reference("List"))) {
      call in
      .circle(try await community.circles.find(call.identifier(), call.viewer), call)
    }
    add(
      .reading(
        "/api/v1/accounts/:id/lists", "The viewer's lists with an account", .member(.readLists),
        response: .lists)
    ) { call in
      let person = try call.identifier()
      _ = try call.found(try await community.accounts.profile(person, viewer: call.viewer))
      return .circles(try await community.circles.all(with: person, call.viewer), call)
    }
    add(
      .storing(
        .post, "/api/v1/lists", "Make a list", .member(.writeLists), Self.listParameters,
        response: .reference("List"))
    ) { call in .circle(try await community.circles.create(CircleDraft(call.parameters), call.viewer), call) }
    add(
      .storing(
        .put, "/api/v1/lists/:id", "Change a list", .member(.writeLists), Self.listParameters,
        response: .reference("List"))
    ) { call in
      .circle(
        try await community.circles.update(call.identifier(), CircleDraft(call.parameters), call.viewer), call
      )
    }
    add(
      APIRoute(
        .delete, "/api/v1/lists/:id", "Delete a list", access: .member(.writeLists), response: .object([]))
    ) {
      call in
      try await community.circles.delete(call.identifier(), call.viewer)
      return .empty
    }
    addPeopleOfCircles(community)
  }

  private mutating func addPeopleOfCircles(_ community: Community) {
    let path = "/api/v1/lists/:id/accounts"
    add(.reading(path, "Accounts in a list", .member(.readLists), .paging, response: .accounts)) { call in
      var cursor = try call.cursor(default: 40, maximum: 80)
      // All of them.
      if try call.parameters.integer("limit") == 0 { cursor.limit = Community.Circles.maxPeople }
      return .profiles(try await community.circles.people(of: call.identifier(), call.viewer, cursor), call)
    }
    let accounts = [APIParameter("account_ids", .array(.string))]
    add(
      APIRoute(
        .post, path, "Add accounts to a list", access: .member(.writeLists), parameters: accounts,
        response: .object([]))
    ) { call in
      try await community.circles.add(call.accounts(), to: call.identifier(), call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .delete, path, "Remove accounts from a list", access: .member(.writeLists), parameters: accounts,
        response: .object([]))
    ) { call in
      try await community.circles.remove(call.accounts(), from: call.identifier(), call.viewer)
      return .empty
    }
    add(
      .reading(
        "/api/v1/timelines/list/:id", "Posts of the accounts in a list", .member(.readLists), .paging,
        response: .statuses)
    ) { call in
      .entries(try await community.circles.timeline(of: call.identifier(), call.viewer, call.cursor()), call)
    }
  }

  private static let repliesPolicy = Schema.choice(Circle.RepliesPolicy.allCases.map(\.rawValue))

  private static let listParameters = [
    APIParameter("title", .string), APIParameter("replies_policy", .string),
    APIParameter("exclusive", .boolean),
  ]
}

extension CircleDraft {
  fileprivate init(_ parameters: APIParameters) throws {
    self.init(name: try parameters.string("title"), isExclusive: try parameters.bool("exclusive"))
    guard let text = try parameters.string("replies_policy"), !text.isEmpty else { return }
    guard let policy = Circle.RepliesPolicy(rawValue: text) else {
      throw RequestError.invalid("'\(text)' is not a valid replies_policy")
    }
    repliesPolicy = policy
  }
}

extension APICall {
  /// Returns the ids of `account_ids[]`, each once.
  fileprivate func accounts() throws -> [Int64] {
    var ids: [Int64] = []
    for text in try parameters.strings("account_ids") {
      guard let id = Int64(digits: Array(text.utf8)[...]) else { throw RequestError.recordNotFound }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}

extension APIResponse {
  fileprivate static func circle(_ circle: Circle, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.circle(circle, &writer) }
  }

  fileprivate static func circles(_ circles: [Circle], _ call: APICall<some Sendable>) -> APIResponse {
    .list(circles) { writer, circle in call.encoder.circle(circle, &writer) }
  }
}

extension Schema {
  fileprivate static let lists = Schema.array(.reference("List"))
}
