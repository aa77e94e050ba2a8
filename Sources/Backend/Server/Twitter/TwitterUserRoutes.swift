import Community
import Contracts
import HTTPTypes
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes that read users (developer.twitter.com, "Manage account settings and profile", "Follow,
  /// search, and get users").
  mutating func addTwitterUsers(_ community: Community) {
    add(
      .reading(
        twitter: "account/verify_credentials", "The viewer's own account", .member(.profile), .userOptions,
        response: .twitterUser)
    ) { call in
      let own = try await community.accounts.ownProfile(call.viewer)
      return try await call.twitterUser(own.profile, community, call.viewer)
    }
    addTwitterSettings(community)
    for name in ["users/show", "users/show/{id}"] {
      add(
        .reading(
          twitter: name, "A user", .client(.readAccounts), .namedUser + .userOptions, response: .twitterUser)
      ) { call in
        let viewer = call.viewer.viewer
        let user = try await call.namedUserOrViewer(community, viewer)
        return try await call.twitterUser(user.profile, community, viewer)
      }
    }
    add(
      .reading(
        twitter: "users/profile_banner", "The sizes of a user's cover", .client(.readAccounts), .namedUser,
        response: .object([.init("sizes", .any)]))
    ) { call in
      let user = try await call.namedUserOrViewer(community, call.viewer.viewer)
      guard let cover = user.profile.account.cover else { throw TwitterError.pageMissing }
      let encoder = TwitterEncoder(prefix: call.prefix)
      return .json { writer in encoder.banner(cover, &writer) }
    }
    add(
      .twitter(
        .post, "account/update_profile", "Change one's own profile", .member(.writeAccounts),
        ["name", "description", "url", "location"] + .userOptions, response: .twitterUser)
    ) { call in
      var change = ProfileChange()
      for (name, text) in [("name", ProfileText.nick), ("description", .note)] {
        // An empty text is a change, too.
        if let value = try? call.parameters.string(name) { change.texts[text] = value }
      }
      change.fields = try await call.changedFields(community)
      do {
        let own = try await community.accounts.updateProfile(change, viewer: call.viewer)
        return try await call.twitterUser(own.profile, community, call.viewer)
      } catch CommunityError.invalid(_, .textTooLong) { throw TwitterError.valueTooLong }
    }
    let lookup = ["user_id", "screen_name"] + .userOptions
    add(
      .reading(
        twitter: "users/lookup", "Several users", .client(.readAccounts), lookup,
        response: .array(.twitterUser))
    ) { call in try await call.lookedUpUsers(community) }
    add(
      .twitter(
        .post, "users/lookup", "Several users", .client(.readAccounts), lookup, response: .array(.twitterUser)
      )
    ) { call in try await call.lookedUpUsers(community) }
  }
}

extension API {
  /// Adds the settings that a client reads at its start. Those that Swiftlet lacks are off.
  private mutating func addTwitterSettings(_ community: Community) {
    add(
      .reading(
        twitter: "account/settings", "Settings of the viewer", .member(.readAccounts), [],
        response: .object([
          .init("screen_name", .string), .init("protected", .boolean), .init("language", .string),
          .init("always_use_https", .boolean), .init("geo_enabled", .boolean),
          .init("discoverable_by_email", .boolean), .init("use_cookie_personalization", .boolean),
          .init("sleep_time", .any), .init("trend_location", .array(.any)),
        ]))
    ) { call in
      let own = try await community.accounts.ownProfile(call.viewer)
      return .json { writer in
        writer.object { writer in
          writer.member("screen_name", own.profile.account.username)
          writer.member("protected", own.profile.flags[.locked])
          // That of new posts, as clients of that time mark what they send with it.
          writer.member("language", own.language.flatMap { $0.isEmpty ? nil : $0 } ?? "en")
          writer.member("always_use_https", call.prefix.hasPrefix("https:"))
          let missing: [StaticString] = [
            "geo_enabled", "discoverable_by_email", "use_cookie_personalization",
          ]
          for name in missing { writer.member(name, false) }
          writer.object("sleep_time") { writer in
            writer.member("enabled", false)
            for name in ["start_time", "end_time"] as [StaticString] { writer.null(name) }
          }
          writer.emptyArray("trend_location")
        }
      }
    }
  }
}

extension APICall {
  /// Returns the users of the lists `user_id` and `screen_name`, without those that don't exist.
  func namedUsers(_ community: Community, viewer: Viewer?) async throws -> [Profile] {
    var profiles = try await community.accounts.profiles(twitter.numbers("user_id"))
    for name in twitter.list("screen_name") {
      guard let name = localName(name),
        let profile = try await community.accounts.profile(named: name, viewer: viewer),
        !profiles.contains(where: { $0.id == profile.id })
      else { continue }
      profiles.append(profile)
    }
    return profiles
  }
}

extension APICall<Viewer> {
  /// Returns the fields of the viewer's profile with the given address and location; `nil` without these.
  fileprivate func changedFields(_ community: Community) async throws -> [Profile.Field]? {
    let (url, location) = (try? parameters.string("url"), try? parameters.string("location"))
    guard url != nil || location != nil else { return nil }
    var fields = try await community.accounts.ownProfile(viewer).fields
    if let url { fields.setWebsite(url) }
    if let location { fields.setLocation(location) }
    return fields
  }
}

extension APICall<TokenAccess> {
  fileprivate func lookedUpUsers(_ community: Community) async throws -> APIResponse {
    let profiles = try await namedUsers(community, viewer: viewer.viewer)
    guard !profiles.isEmpty else { throw TwitterError.noUserMatches }
    let people = try await twitterPeople(profiles, community, viewer.viewer)
    return .list(profiles) { writer, profile in people.write(profile, &writer) }
  }
}
