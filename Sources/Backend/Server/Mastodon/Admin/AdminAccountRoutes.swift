import Community
import Contracts
import HTTPTypes
import Localization
import Social

extension API {
  /// Adds the administration of members (docs.joinmastodon.org/methods/admin/accounts), as far as this server
  /// has it.
  mutating func addAdminAccounts(_ community: Community) {
    schemas["Role"] = Self.role
    schemas["AdminAccount"] = .object([
      .init("id", .identifier), .init("username", .string), .init("domain", .nullable(.string)),
      .init("created_at", .date), .init("email", .string), .init("ip", .nullable(.string)),
      .init("ips", .array(.any)),
      .init("locale", .nullable(.string)), .init("invite_request", .nullable(.string)),
      .init("role", .reference("Role")), .init("confirmed", .boolean), .init("approved", .boolean),
      .init("disabled", .boolean), .init("silenced", .boolean), .init("sensitized", .boolean),
      .init("suspended", .boolean), .init("account", .account),
      .init("created_by_application_id", .nullable(.identifier)),
      .init("invited_by_account_id", .nullable(.identifier)), .init("last_seen_at", .nullable(.date)),
      .init("suspension_reason", .string), .init("suspension_ends_at", .nullable(.date)),
      // In lists of members.
      .init("picture_bytes", .integer, isOptional: true),
    ])
    addAdminAccountLists(community)
    let path = "/api/v1/admin/accounts/:id"
    add(
      APIRoute(
        .get, path, "A member, for those who look after the community",
        access: .permitted(.manageMembers, .adminReadAccounts), response: .reference("AdminAccount"))
    ) { call in
      .adminAccount(try await community.members.managed(call.identifier()), call)
    }
    add(
      APIRoute(
        .delete, path, "Remove a member with everything that they published",
        access: .permitted(.removeMembers, .adminWriteAccounts), response: .reference("AdminAccount"))
    ) { call in
      let member = try await community.members.managed(call.identifier())
      try await community.members.remove(.id(member.id), by: call.viewer)
      return .adminAccount(member, call)
    }
    add(
      .storing(
        .post, path + "/action", "Act on a member, and resolve a report",
        .permitted(.manageMembers, .adminWriteAccounts),
        [
          APIParameter("type", .string), APIParameter("report_id", .identifier),
          APIParameter("text", .string),
          APIParameter("warning_preset_id", .string), APIParameter("send_email_notification", .boolean),
          // Not in the Mastodon API: the number of days after which a suspension ends.
          APIParameter("days", .string),
        ], response: .object([]))
    ) { call in
      try await Self.act(call, community)
      return .empty
    }
    add(
      APIRoute(
        .post, path + "/approve", "Let a person in who asked to join",
        access: .permitted(.manageMembers, .adminWriteAccounts), response: .reference("AdminAccount"))
    ) { call in
      let id = try call.identifier()
      try await community.members.approve(.id(id), by: call.viewer)
      return .adminAccount(try await community.members.managed(id), call)
    }
    add(
      APIRoute(
        .post, path + "/reject", "Refuse a person who asked to join",
        access: .permitted(.manageMembers, .adminWriteAccounts), response: .reference("AdminAccount"))
    ) { call in
      let member = try await community.members.managed(call.identifier())
      try await community.members.reject(.id(member.id), by: call.viewer)
      return .adminAccount(member, call)
    }
    add(
      APIRoute(
        .post, path + "/unsuspend", "Lift a suspension",
        access: .permitted(.manageMembers, .adminWriteAccounts),
        response: .reference("AdminAccount"))
    ) { call in
      let id = try call.identifier()
      try await community.members.suspend(.id(id), false, by: call.viewer)
      return .adminAccount(try await community.members.managed(id), call)
    }
  }

  /// A role of the Mastodon API (entities/Role).
  static let role = Schema.object([
    .init("id", .string), .init("name", .string), .init("permissions", .string), .init("color", .string),
    .init("highlighted", .boolean),
  ])

  private static func act(_ call: APICall<Viewer>, _ community: Community) async throws {
    let id = try call.identifier()
    let text = try call.parameters.string("text") ?? ""
    let report = try call.parameters.identifier("report_id")
    let type = try call.parameters.string("type").flatMap { $0.isEmpty ? nil : $0 } ?? "none"
    let days = try call.parameters.string("days").flatMap { $0.isEmpty ? nil : $0 }.map { text in
      guard let days = Int(text) else { throw RequestError.invalid("Days is not a whole number") }
      return days
    }
    // Others are refused, so that clients don't take them as done.
    guard type == "none" || type == "suspend" else {
      throw RequestError.invalid("Type must be none or suspend on this server")
    }
    if let report {
      guard try await community.reports.find(report, by: call.viewer).target.id == id else {
        throw RequestError.recordNotFound
      }
      // As on Mastodon, words without another action are a warning.
      let decision: Report.Decision =
        type == "suspend" ? .suspended : CleanText.showsNothing(text) ? .dismissed : .warned
      return try await community.reports.decide(report, decision, note: text, days: days, by: call.viewer)
    }
    guard type == "suspend" || CleanText.showsNothing(text) else {
      throw RequestError.invalid("A warning needs a report on this server")
    }
    let member = try await community.members.managed(id)
    if type == "suspend" {
      try await community.members.suspend(.id(member.id), reason: text, days: days, by: call.viewer)
    }
  }

  private mutating func addAdminAccountLists(_ community: Community) {
    let texts = ["username", "display_name", "by_domain", "email", "ip", "invited_by"].map {
      APIParameter($0, .string)
    }
    // The states that members of this server can't have give empty lists.
    let states = ["remote", "disabled", "silenced", "sensitized"]
    add(
      APIRoute(
        .get, "/api/v1/admin/accounts", "Members, for those who look after the community",
        access: .permitted(.manageMembers, .adminReadAccounts),
        parameters: .paging + texts
          + (states + ["local", "active", "pending", "suspended", "staff"]).map { APIParameter($0, .boolean) },
        response: .array(.reference("AdminAccount")))
    ) { call in
      var (filter, isEmpty) = try call.managedMemberFilter()
      for state in states where try call.parameters.bool(state) == true { isEmpty = true }
      if try call.parameters.bool("suspended") == true { filter.isSuspended = true }
      if try call.parameters.bool("pending") == true { filter.isWaiting = true }
      if try call.parameters.bool("active") == true { filter.isSuspended = false }
      if try call.parameters.bool("staff") == true { filter.roles = [.owner, .moderator] }
      return isEmpty ? .emptyList : try await .adminAccounts(filter, call, community)
    }
    add(
      APIRoute(
        .get, "/api/v2/admin/accounts", "Members, for those who look after the community",
        access: .permitted(.manageMembers, .adminReadAccounts),
        parameters: .paging + texts + [
          APIParameter("origin", .string), APIParameter("status", .string),
          APIParameter("permissions", .string),
          APIParameter("role_ids", .array(.string)),
          // Not in the Mastodon API: a part of either name.
          APIParameter("q", .string),
        ], response: .array(.reference("AdminAccount")))
    ) { call in
      var (filter, isEmpty) = try call.managedMemberFilter()
      filter.text = try call.parameters.string("q", maximum: 500) ?? ""
      if try call.parameters.string("origin") == "remote" { isEmpty = true }
      switch try call.parameters.string("status") {
      case nil, "": break
      case "active": filter.isSuspended = false
      case "suspended": filter.isSuspended = true
      case "pending": filter.isWaiting = true
      default: isEmpty = true
      }
      if try call.parameters.string("permissions") == "staff" { filter.roles = [.owner, .moderator] }
      let ids = try call.parameters.strings("role_ids").filter { !$0.isEmpty }
      if !ids.isEmpty { filter.roles = Role.allCases.filter { ids.contains(Self.id(of: $0)) } }
      return isEmpty ? .emptyList : try await .adminAccounts(filter, call, community)
    }
  }

  private static func id(of role: Role) -> String {
    switch role {
    case .owner: "1"
    case .moderator: "2"
    case .member: "-99"
    }
  }
}

extension APICall<Viewer> {
  /// Returns the filter of the parameters that both versions of the list have; `isEmpty` if no member can
  /// match.
  fileprivate func managedMemberFilter() throws -> (filter: ManagedMemberFilter, isEmpty: Bool) {
    var filter = ManagedMemberFilter()
    filter.username = try parameters.string("username", maximum: 500) ?? ""
    filter.nick = try parameters.string("display_name", maximum: 500) ?? ""
    let isEmpty = try ["by_domain", "email", "ip", "invited_by"].contains {
      !(try parameters.string($0) ?? "").isEmpty
    }
    return (filter, isEmpty)
  }
}

extension APIResponse {
  fileprivate static func adminAccount(_ member: ManagedMember, _ call: APICall<Viewer>) -> APIResponse {
    .json { writer in call.encoder.adminAccount(member, &writer) }
  }

  fileprivate static func adminAccounts(
    _ filter: ManagedMemberFilter, _ call: APICall<Viewer>, _ community: Community
  ) async throws -> APIResponse {
    let page = try await community.members.managed(filter, call.cursor(default: 100, maximum: 200))
    let encoder = call.encoder
    return .page(page) { writer, member in encoder.adminAccount(member, &writer) }
  }
}
