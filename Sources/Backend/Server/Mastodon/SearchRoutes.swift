import Community
import Contracts
import Social

extension API {
  /// Adds search (docs.joinmastodon.org/methods/search, accounts).
  mutating func addSearch(_ community: Community) {
    add(
      .reading(
        "/api/v1/accounts/search", "Find accounts", .member(.readAccounts),
        [
          APIParameter("q", .string, isRequired: true), APIParameter("limit", .integer),
          APIParameter("offset", .integer), APIParameter("resolve", .boolean),
          APIParameter("following", .boolean),
        ], response: .accounts)
    ) { call in
      let profiles = try await SearchQuery(call.made(by: call.viewer), standardLimit: 40, maxLimit: 80)
        .accounts(community)
      return .json { writer in call.encoder.accounts(profiles, &writer) }
    }
    for version in ["v2", "v1"] {
      add(
        .reading(
          "/api/\(version)/search", "Find accounts, posts and tags", .everybody(scope: .readSearch),
          [
            APIParameter("q", .string, isRequired: true), APIParameter("type", .string),
            APIParameter("limit", .integer), APIParameter("offset", .integer),
            APIParameter("resolve", .boolean),
            APIParameter("following", .boolean), APIParameter("account_id", .identifier),
            APIParameter("max_id", .identifier), APIParameter("min_id", .identifier),
          ], response: .reference(version == "v1" ? "SearchV1" : "Search"))
      ) { call in
        let search = try SearchQuery(call, standardLimit: 20, maxLimit: 40)
        let accounts = try await search.accounts(community)
        let statuses = try await search.statuses(community)
        let tags = try await search.tags(community)
        return .json { writer in
          call.encoder.search(
            accounts: accounts, statuses: statuses, tags: tags, namesTagsOnly: version == "v1", &writer)
        }
      }
    }
    add(
      .reading(
        "/api/v1/tags/:name", "A tag", .everybody(scope: .readStatuses), [APIParameter("name", .string)],
        response: .reference("Tag"))
    ) { call in
      let name = try call.text("name").lowercased()
      return .json { writer in call.encoder.tag(Post.Tag(name: name, url: ""), &writer) }
    }
  }
}

extension APICall {
  /// Parses the URL of an account's or a post's page on this server. It ignores the additions of people and
  /// clients: a slash at the end, a query, a fragment.
  func pageAddress(_ address: String) -> (username: String, status: Int64?)? {
    let bare = address.prefix { $0 != "?" && $0 != "#" }
    guard bare.lowercased().hasPrefix(prefix.lowercased() + "/") else { return nil }
    let parts = bare.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: true)
    guard let handle = parts.first.flatMap({ percentDecoded($0) }), handle.first == "@", parts.count <= 2
    else {
      return nil
    }
    guard parts.count == 2 else { return (String(handle.dropFirst()), nil) }
    guard let status = Int64(parts[1]) else { return nil }
    return (String(handle.dropFirst()), status)
  }
}

/// A search with the request's parameters.
private struct SearchQuery {
  let call: APICall<Viewer?>
  let query: String
  let limit: Int
  let offset: Int
  /// The kind of results; `nil` for all kinds.
  let kind: String?

  /// The maximum offset, which is further than people page.
  static let maxOffset: Int64 = 1000

  init(_ call: APICall<Viewer?>, standardLimit: Int, maxLimit: Int) throws {
    self.call = call
    query = try call.parameters.requiredString("q", maximum: 1000)
    limit = try call.parameters.limit(default: standardLimit, maximum: maxLimit)
    offset = Int(min(max(try call.parameters.integer("offset") ?? 0, 0), Self.maxOffset))
    kind = try call.parameters.string("type").flatMap { $0.isEmpty ? nil : $0 }
  }

  func accounts(_ community: Community) async throws -> [Profile] {
    guard includes("accounts") else { return [] }
    if let address { return try await account(at: address, community) }
    let found = try await community.search.accounts(
      name, viewer: call.viewer, limit: limit + offset,
      onlyFollowed: call.parameters.bool("following") ?? false)
    return Array(found.dropFirst(offset))
  }

  func statuses(_ community: Community) async throws -> [Post] {
    guard includes("statuses") else { return [] }
    if let address, let id = address.status {
      return try await community.posts.find(id, viewer: call.viewer).map { [$0] } ?? []
    }
    // Only members search posts by words. Posts are ordered by time, so they have no paging by offset.
    guard let viewer = call.viewer, address == nil else { return [] }
    let cursor = Cursor(
      maxID: try call.parameters.identifier("max_id"), minID: try call.parameters.identifier("min_id"),
      limit: limit + offset)
    let found = try await community.search.posts(
      query, viewer: viewer, from: call.parameters.identifier("account_id"), cursor)
    return Array(found.dropFirst(offset))
  }

  func tags(_ community: Community) async throws -> [Post.Tag] {
    guard includes("hashtags"), address == nil else { return [] }
    let word = query.drop { $0 == "#" }
    guard !word.isEmpty else { return [] }
    return Array(
      try await community.search.tags(
        String(word), viewer: call.viewer, limit: limit + offset
      ).dropFirst(offset))
  }

  private func includes(_ kind: String) -> Bool { self.kind == nil || self.kind == kind }

  /// The username: `ada` for `@ada@example.org` on `example.org`.
  private var name: String { call.localName(query) ?? query }

  private var address: (username: String, status: Int64?)? { call.pageAddress(query) }

  private func account(
    at address: (username: String, status: Int64?), _ community: Community
  ) async throws -> [Profile] {
    guard address.status == nil else { return [] }
    return try await community.accounts.profile(named: address.username, viewer: call.viewer).map { [$0] }
      ?? []
  }
}
