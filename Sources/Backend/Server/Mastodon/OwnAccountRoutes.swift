import Community
import Contracts
import HTTPTypes
import Localization
import Social

extension API {
  /// Adds the viewer's own account (docs.joinmastodon.org/methods/accounts, preferences).
  mutating func addOwnAccount(_ community: Community) {
    add(
      .reading(
        "/api/v1/accounts/verify_credentials", "The viewer's own account", .member(.profile),
        response: .reference("OwnAccount"))
    ) { call in
      .own(try await community.accounts.ownProfile(call.viewer), call)
    }
    add(
      APIRoute.storing(
        .patch, "/api/v1/accounts/update_credentials", "Change one's own account", .member(.writeAccounts),
        ProfileText.allCases.map { APIParameter($0.apiName, .string) }
          + ProfileFlag.allCases.map { APIParameter($0.rawValue, .boolean) } + [
            APIParameter("avatar", .file), APIParameter("header", .file),
            APIParameter("fields_attributes", .any),
            APIParameter("indexable", .boolean), APIParameter("hide_collections", .boolean),
            APIParameter(
              "source",
              .object([
                .init("privacy", .string, isOptional: true), .init("sensitive", .boolean, isOptional: true),
                .init("language", .string, isOptional: true),
              ])),
          ], response: .reference("OwnAccount"))
    ) { call in
      .own(try await community.accounts.updateProfile(try call.profileChange(), viewer: call.viewer), call)
    }
    for name in ["avatar", "header"] {
      add(
        APIRoute(
          .delete, "/api/v1/profile/\(name)", "Show the default picture", access: .member(.writeAccounts),
          response: .reference("OwnAccount"))
      ) { call in
        var change = ProfileChange()
        if name == "avatar" { change.avatar = .standard } else { change.header = .standard }
        return .own(try await community.accounts.updateProfile(change, viewer: call.viewer), call)
      }
    }
    add(
      .reading(
        "/api/v1/preferences", "What the viewer set for all programs", .member(.readAccounts),
        response: .reference("Preferences"))
    ) { call in
      let settings = AccountSource(try await community.accounts.ownProfile(call.viewer))
      return .json { writer in call.encoder.preferences(settings, &writer) }
    }
  }
}

extension APIResponse {
  fileprivate static func own(_ own: OwnProfile, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.ownAccount(own.profile, AccountSource(own), &writer) }
  }
}

extension AccountSource {
  fileprivate init(_ own: OwnProfile) {
    self.init(
      note: own.note, fields: own.fields, privacy: own.privacy, isSensitive: own.isSensitive,
      language: own.language,
      followRequestsCount: own.followRequestsCount, role: own.role, permissions: own.permissions,
      isNewcomer: own.isNewcomer)
  }
}

extension APICall {
  fileprivate func profileChange() throws -> ProfileChange {
    // These values are fixed for all accounts; a request that only repeats them is accepted.
    for (name, value) in [("indexable", true), ("hide_collections", false)] {
      if let wanted = try parameters.bool(name), wanted != value {
        throw RequestError.invalid("\(name) can't be changed on this server")
      }
    }
    let source = try parameters.nested("source") ?? .none
    try source.refuseOthers(than: ["privacy", "sensitive", "language"])
    var change = ProfileChange()
    change.avatar = try file("avatar").map { .file($0) }
    change.header = try file("header").map { .file($0) }
    for text in ProfileText.allCases { change.texts[text] = try parameters.string(text.apiName) }
    for flag in ProfileFlag.allCases { change.flags[flag] = try parameters.bool(flag.rawValue) }
    change.privacy = try source.visibility("privacy")
    change.isSensitive = try source.bool("sensitive")
    change.language = source["language"] == nil ? nil : try source.language("language") ?? ""
    if parameters["fields_attributes"] != nil {
      change.fields = try parameters.nestedList("fields_attributes").compactMap { field in
        let name = try field.string("name") ?? ""
        let value = try field.string("value") ?? ""
        return name.isEmpty && value.isEmpty ? nil : Profile.Field(name: name, value: .text(value))
      }
    }
    return change
  }
}
