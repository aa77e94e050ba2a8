import Community
import Contracts

extension API {
  /// Adds routes that clients request, but for which there is never any data here.
  mutating func addWhatIsEmpty(_ community: Community) {
    for path in Self.everybodysEmptyLists {
      add(.reading(path, "Always empty", .everybody(), .paging, response: .array(.any))) { _ in .emptyList }
    }
    for (path, scope) in Self.membersEmptyLists {
      add(.reading(path, "Always empty", .member(scope), .paging, response: .array(.any))) { _ in .emptyList }
    }
    add(
      .reading(
        "/api/v1/accounts/familiar_followers", "Whom the viewer follows among the followers of accounts",
        .member(.readFollows), [APIParameter("id", .array(.string))],
        response: .array(.object([.init("id", .identifier), .init("accounts", .accounts)])))
    ) { call in
      let ids = try call.parameters.identifiers("id", maxCount: 100)
      return .json { writer in call.encoder.familiarFollowers(of: ids.map { String($0) }, &writer) }
    }
    addEmpty("featured_tags", .everybody(scope: .readAccounts), of: community) { $0 }
  }

  /// Adds a list that is always empty, below an account that the viewer may see.
  private mutating func addEmpty<Who>(
    _ name: String, _ access: Access<Who>, of community: Community,
    viewer: @escaping @Sendable (Who) -> Viewer?
  ) {
    add(.reading("/api/v1/accounts/:id/\(name)", "Always empty", access, response: .array(.any))) { call in
      _ = try call.found(try await community.accounts.profile(call.identifier(), viewer: viewer(call.viewer)))
      return .emptyList
    }
  }

  private static let everybodysEmptyLists = [
    "/api/v1/custom_emojis", "/api/v1/instance/activity", "/api/v1/instance/domain_blocks",
    "/api/v1/instance/peers",
  ]

  private static let membersEmptyLists: [(String, Scope?)] = [
    ("/api/v1/domain_blocks", .readBlocks),
    ("/api/v1/endorsements", .readAccounts),
    ("/api/v1/featured_tags", .readAccounts),
    ("/api/v1/featured_tags/suggestions", .readAccounts),
    ("/api/v1/filters", .readFilters),
    ("/api/v2/filters", .readFilters),
    ("/api/v1/followed_tags", .readFollows),
    ("/api/v1/scheduled_statuses", .readStatuses),
  ]
}
