import Community
import Contracts

extension API {
  /// What clients ask for on their way, and of which there is nothing here.
  mutating func addWhatIsEmpty(_ community: Community) {
    for (path, access) in Self.emptyLists {
      add(.reading(path, "Always empty", access, .paging, answers: .array(.any))) { _ in .emptyList }
    }
    add(
      .reading(
        "/api/v1/accounts/familiar_followers", "Whom the asker follows among the followers of accounts",
        .member(.readFollows), [APIParameter("id", .array(.string))],
        answers: .array(.object([.init("id", .identifier), .init("accounts", .accounts)])))
    ) { call in
      let ids = try call.parameters.identifiers("id", maximumCount: 100)
      return .json { writer in call.encoder.familiarFollowers(of: ids.map { String($0) }, &writer) }
    }
    // In which of their own lists the asker has an account is the asker's affair.
    for (name, access) in [("featured_tags", Access.everybody(scope: .readAccounts)), ("lists", .member(.readLists))] {
      add(
        .reading("/api/v1/accounts/:id/\(name)", "Always empty", access, answers: .array(.any))
      ) { call in
        _ = try call.found(try await community.profile(call.identifier(), asker: call.asker))
        return .emptyList
      }
    }
  }

  private static let emptyLists: [(String, Access)] = [
    ("/api/v1/custom_emojis", .everybody()),
    ("/api/v1/instance/activity", .everybody()),
    ("/api/v1/instance/domain_blocks", .everybody()),
    ("/api/v1/instance/peers", .everybody()),
    ("/api/v1/instance/rules", .everybody()),
    ("/api/v1/trends/links", .everybody()),
    ("/api/v1/trends/statuses", .everybody()),
    ("/api/v1/announcements", .member(nil)),
    ("/api/v1/domain_blocks", .member(.readBlocks)),
    ("/api/v1/endorsements", .member(.readAccounts)),
    ("/api/v1/featured_tags", .member(.readAccounts)),
    ("/api/v1/featured_tags/suggestions", .member(.readAccounts)),
    ("/api/v1/filters", .member(.readFilters)),
    ("/api/v2/filters", .member(.readFilters)),
    ("/api/v1/followed_tags", .member(.readFollows)),
    ("/api/v1/lists", .member(.readLists)),
    ("/api/v1/scheduled_statuses", .member(.readStatuses)),
  ]
}
