import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds what owners and moderators do for the community and the Mastodon API leaves to web pages.
  mutating func addCommunity(_ community: Community) {
    addOverview(community)
    let path = "/api/swiftlet/v1/accounts/:id"
    add(
      .storing(
        .post, path + "/role", "Change a member's role", .permitted(.manageRoles, .adminWriteAccounts),
        [APIParameter("role", .choice(Role.allCases.map(\.rawValue)), isRequired: true)],
        response: .reference("AdminAccount"))
    ) { call in
      guard let role = Role(rawValue: try call.parameters.requiredString("role")) else {
        throw RequestError.invalid("Role is not included in the list")
      }
      let id = try call.identifier()
      try await community.members.setRole(of: .id(id), to: role, by: call.viewer)
      let member = try await community.members.managed(id)
      return .json { writer in call.encoder.adminAccount(member, &writer) }
    }
    add(
      APIRoute(
        .post, path + "/sign_out", "Sign a member out everywhere",
        access: .permitted(.manageMembers, .adminWriteAccounts), response: .object([]))
    ) { call in
      try await community.members.signOut(.id(call.identifier()), by: call.viewer)
      return .empty
    }
    schemas["LogEntry"] = .object([
      .init("id", .identifier), .init("created_at", .date), .init("actor", .nullable(.string)),
      .init("action", .nullable(.choice(AuditAction.allCases.map(\.rawValue)))), .init("target", .string),
      .init("note", .string),
    ])
    add(
      APIRoute(
        .get, "/api/swiftlet/v1/log", "What was done for the community, and by whom",
        access: .permitted(.viewLog, .adminRead), parameters: .paging,
        response: .array(.reference("LogEntry")))
    ) { call in
      .page(try await community.log.list(call.cursor(default: 40, maximum: 200))) { writer, entry in
        entry.write(&writer)
      }
    }
  }

  private static let audiences = Visibility.withoutCircles.filter { $0 != .direct }.map(\.rawValue)

  private mutating func addOverview(_ community: Community) {
    let path = "/api/swiftlet/v1/community"
    let response = Schema.object([
      .init("title", .string), .init("description", .string),
      .init("registration", .choice(RegistrationMode.allCases.map(\.rawValue))),
      .init("invitations", .choice(InvitationPolicy.allCases.map(\.rawValue))), .init("permissions", .string),
      .init("privacy", .choice(CommunityPrivacy.allCases.map(\.rawValue))),
      .init("audience", .choice(Self.audiences)), .init("contact", .string),
      .init("rules", .array(.reference("Rule"))), .init("about", .string), .init("privacy_policy", .string),
      .init("picture", .nullable(.string)), .init("cover", .nullable(.string)),
      .init("version", .string), .init("members", .nullable(.integer)), .init("posts", .nullable(.integer)),
      .init("open_reports", .nullable(.integer)), .init("join_requests", .nullable(.integer)),
      .init("quota", .nullable(.integer)),
      .init("database_bytes", .nullable(.integer)), .init("picture_bytes", .nullable(.integer)),
      .init("free_bytes", .nullable(.integer)), .init("last_backup_at", .nullable(.date)),
      .init("backup", .nullable(.choice(BackupState.allCases.map(\.rawValue)))),
      .init("writable", .nullable(.boolean)), .init("xauth", .nullable(.boolean)),
      .init(
        "push",
        .nullable(
          .object([
            .init("subscriptions", .integer), .init("waiting", .integer),
            .init(
              "problems",
              .array(
                .object([
                  .init("host", .string), .init("problem", .string), .init("subscriptions", .integer),
                  .init("last_sent_at", .nullable(.date)),
                ]))),
          ]))),
    ])
    // Not a cached route: sizes and space change without the data.
    add(
      APIRoute(
        .get, path, "The community, and what the viewer may do for it", access: .member(.readAccounts),
        response: response)
    ) { call in
      .overview(try await community.overview(call.viewer), call.prefix)
    }
    add(
      APIRoute(
        .post, "/api/swiftlet/v1/backups",
        "Begin a backup on the server; `backup` of the community tells its end",
        access: .permitted(.manageSettings, .adminWrite), limit: .exporting, response: response)
    ) { call in
      try await community.backups.start(call.viewer)
      return .overview(try await community.overview(call.viewer), call.prefix)
    }
    add(
      .storing(
        .patch, path, "Change settings of the community", .permitted(.manageSettings, .adminWrite),
        [
          APIParameter("title", .string), APIParameter("description", .string),
          APIParameter("registration", .choice(RegistrationMode.allCases.map(\.rawValue))),
          APIParameter("invitations", .choice(InvitationPolicy.allCases.map(\.rawValue))),
          APIParameter("privacy", .choice(CommunityPrivacy.allCases.map(\.rawValue))),
          APIParameter("audience", .choice(Self.audiences)), APIParameter("contact", .string),
          // One rule a line.
          APIParameter("rules", .string), APIParameter("about", .string),
          APIParameter("privacy_policy", .string),
          // A number of megabytes; empty for no limit.
          APIParameter("quota", .string), APIParameter("picture", .file), APIParameter("cover", .file),
          // True lets clients of the Twitter API take members' passwords.
          APIParameter("xauth", .boolean),
        ], response: response)
    ) { call in
      var change = SettingsChange()
      change.title = try call.parameters.string("title")
      change.description = try call.parameters.string("description")
      change.registration = try call.choice("registration")
      change.invitations = try call.choice("invitations")
      change.privacy = try call.choice("privacy")
      change.audience = try call.choice("audience")
      change.contact = try call.parameters.string("contact")
      change.rules = try call.parameters.string("rules")
      change.about = try call.parameters.string("about")
      change.privacyPolicy = try call.parameters.string("privacy_policy")
      if let quota = try call.parameters.string("quota") {
        guard quota.isEmpty || Int(quota).map({ $0 >= 0 }) == true else {
          throw RequestError.invalid("Quota is not a whole number")
        }
        change.pictureQuota = .some(Int(quota))
      }
      change.allowsXAuth = try call.parameters.bool("xauth")
      var files: [CommunityPictureKind: String?] = [:]
      for kind in CommunityPictureKind.allCases {
        if let file = try call.file(kind.rawValue) { files[kind] = .some(file) }
      }
      try await community.change(change, pictures: files, by: call.viewer)
      return .overview(try await community.overview(call.viewer), call.prefix)
    }
    for kind in CommunityPictureKind.allCases {
      add(
        APIRoute(
          .delete, path + "/" + kind.rawValue, "Remove the community's \(kind.rawValue)",
          access: .permitted(.manageSettings, .adminWrite), response: response)
      ) { call in
        try await community.change(SettingsChange(), pictures: [kind: nil], by: call.viewer)
        return .overview(try await community.overview(call.viewer), call.prefix)
      }
    }
  }
}

extension APICall {
  /// Returns the value of a parameter with a list of choices; `nil` if it is missing.
  fileprivate func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice? {
    guard let text = try parameters.string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw RequestError.invalid("\(name) is not included in the list")
    }
    return choice
  }
}

extension APIResponse {
  fileprivate static func overview(_ overview: CommunityOverview, _ prefix: String) -> APIResponse {
    let operation = overview.operation
    return .json { writer in
      writer.object { writer in
        writer.member("title", overview.title)
        writer.member("description", overview.description)
        writer.member("registration", overview.registration.rawValue)
        writer.member("invitations", overview.invitations.rawValue)
        writer.member("privacy", overview.privacy.rawValue)
        writer.member("audience", overview.audience.rawValue)
        writer.member("contact", overview.contact)
        writer.name("rules")
        writer.array(overview.rules) { writer, rule in rule.write(&writer) }
        writer.member("about", overview.about)
        writer.member("privacy_policy", overview.privacyPolicy)
        writer.member("picture", orNull: overview.picture.map { prefix + $0.url })
        writer.member("cover", orNull: overview.cover.map { prefix + $0.url })
        writer.member("permissions", "\(overview.permissions.flags)")
        writer.member("version", swiftletVersion)
        for (name, value) in [
          ("members", operation?.members), ("posts", operation?.posts),
          ("open_reports", operation?.openReports),
          ("join_requests", operation?.joinRequests),
          ("quota", operation?.pictureQuota), ("database_bytes", operation?.databaseBytes),
          ("picture_bytes", operation?.pictureBytes), ("free_bytes", operation?.freeBytes),
        ] as [(StaticString, Int?)] {
          if let value { writer.member(name, value) } else { writer.null(name) }
        }
        writer.member("last_backup_at", operation?.lastBackupAt)
        writer.member("backup", orNull: operation?.backup.rawValue)
        writer.name("writable")
        if let operation { writer.bool(operation.isWritable) } else { writer.null() }
        writer.name("xauth")
        if let operation { writer.bool(operation.allowsXAuth) } else { writer.null() }
        writer.name("push")
        if let push = operation?.push { push.write(&writer) } else { writer.null() }
      }
    }
  }
}

extension PushOverview {
  fileprivate func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("subscriptions", subscriptions)
      writer.member("waiting", waiting)
      writer.name("problems")
      writer.array(problems) { writer, problem in
        writer.object { writer in
          writer.member("host", problem.host)
          writer.member("problem", problem.problem)
          writer.member("subscriptions", problem.subscriptions)
          writer.member("last_sent_at", problem.lastSentAt)
        }
      }
    }
  }
}
