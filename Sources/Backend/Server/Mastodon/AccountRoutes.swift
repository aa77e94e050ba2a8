import Community
import Contracts
import Social

extension API {
  /// Adds the routes that read accounts (docs.joinmastodon.org/methods/accounts).
  mutating func addAccounts(_ community: Community) {
    add(.reading("/api/v1/accounts/:id", "An account", .everybody(scope: .readAccounts), response: .account))
    { call in
      .profile(
        try call.found(try await community.accounts.profile(call.identifier(), viewer: call.viewer)), call)
    }
    add(
      .reading(
        "/api/v1/accounts/lookup", "The account of a name", .everybody(scope: .readAccounts),
        [APIParameter("acct", .string, isRequired: true)], response: .account)
    ) { call in
      guard let name = call.localName(try call.parameters.requiredString("acct", maximum: 1000)) else {
        throw RequestError.recordNotFound
      }
      return .profile(
        try call.found(try await community.accounts.profile(named: name, viewer: call.viewer)), call)
    }
    add(
      .reading(
        "/api/v1/accounts", "Several accounts", .everybody(scope: .readAccounts),
        [APIParameter("id", .array(.string))], response: .accounts)
    ) { call in
      let profiles = try await community.accounts.profiles(call.parameters.identifiers("id", maxCount: 100))
      return .json { writer in call.encoder.accounts(profiles, &writer) }
    }
    addAccountStatuses(community)
    addAccountPeople(community)
  }

  private mutating func addAccountStatuses(_ community: Community) {
    let filters = ["only_media", "exclude_replies", "exclude_reblogs", "pinned"].map {
      APIParameter($0, .boolean)
    }
    add(
      .reading(
        "/api/v1/accounts/:id/statuses", "Posts of an account", .everybody(scope: .readStatuses),
        .paging + filters + [APIParameter("tagged", .string)], response: .statuses)
    ) { call in
      let id = try call.identifier()
      _ = try call.found(try await community.accounts.profile(id, viewer: call.viewer))
      if try call.parameters.bool("pinned") ?? false {
        return .statuses(try await community.timelines.pinned(of: id, viewer: call.viewer), call)
      }
      let filter = AccountFilter(
        onlyMedia: try call.parameters.bool("only_media") ?? false,
        excludesReplies: try call.parameters.bool("exclude_replies") ?? false,
        excludesReposts: try call.parameters.bool("exclude_reblogs") ?? false,
        tag: try call.parameters.string("tagged"))
      return .entries(
        try await community.timelines.posts(of: id, viewer: call.viewer, filter, call.cursor()), call)
    }
  }

  private mutating func addAccountPeople(_ community: Community) {
    add(
      .reading(
        "/api/v1/accounts/:id/followers", "Who follows an account", .everybody(scope: .readAccounts), .paging,
        response: .accounts)
    ) { call in
      .profiles(
        try await community.relationships.followers(
          of: call.identifier(), viewer: call.viewer, call.cursor(default: 40, maximum: 80)),
        call)
    }
    add(
      .reading(
        "/api/v1/accounts/:id/following", "Whom an account follows", .everybody(scope: .readAccounts),
        .paging,
        response: .accounts)
    ) { call in
      .profiles(
        try await community.relationships.following(
          of: call.identifier(), viewer: call.viewer, call.cursor(default: 40, maximum: 80)),
        call)
    }
  }
}

extension APICall {
  /// Returns the username of a local handle: `ada`, `@ada`, `ada@example.org` on `example.org`. Returns `nil`
  /// for handles of other servers.
  func localName(_ handle: String) -> String? {
    let parts = handle.drop { $0 == "@" || $0 == " " }.split(separator: "@", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let isHere = parts.count == 1 || parts[1].lowercased() == encoder.domain.lowercased()
    return isHere ? String(name) : nil
  }
}
