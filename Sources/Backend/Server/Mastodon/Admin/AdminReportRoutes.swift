import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social

extension API {
  /// Adds the decisions on reports (docs.joinmastodon.org/methods/admin/reports).
  mutating func addAdminReports(_ community: Community) {
    schemas["AdminReport"] = .object([
      .init("id", .identifier), .init("action_taken", .boolean), .init("action_taken_at", .nullable(.date)),
      .init("decision", .nullable(.choice(Report.Decision.allCases.map(\.rawValue)))),
      .init("category", .choice(Report.Category.allCases.map(\.rawValue))), .init("comment", .string),
      .init("forwarded", .boolean), .init("created_at", .date), .init("updated_at", .date),
      .init("account", .reference("AdminAccount")), .init("target_account", .reference("AdminAccount")),
      .init("assigned_account", .nullable(.reference("AdminAccount"))),
      .init("action_taken_by_account", .nullable(.reference("AdminAccount"))), .init("statuses", .statuses),
      .init("rules", .array(.any)), .init("note", .string),
      .init(
        "notes",
        .array(
          .object([
            .init("id", .identifier), .init("created_at", .date), .init("account", .nullable(.account)),
            .init("text", .string),
          ]))),
      .init(
        "history",
        .object([
          .init("other_reports", .integer), .init("warnings", .integer), .init("removals", .integer),
          .init("suspensions", .integer), .init("decisions", .array(.reference("LogEntry"))),
        ])),
    ])
    let path = "/api/v1/admin/reports"
    add(
      APIRoute(
        .get, path, "Reports, for those who decide on them",
        access: .permitted(.manageReports, .adminReadReports),
        parameters: .paging + [
          APIParameter("resolved", .boolean), APIParameter("unresolved", .boolean),
          APIParameter("account_id", .identifier),
          APIParameter("target_account_id", .identifier), APIParameter("by_target_domain", .string),
        ], response: .array(.reference("AdminReport")))
    ) { call in
      var filter = ReportFilter()
      filter.isResolved = try call.parameters.bool("resolved") ?? false
      if filter.isResolved == true, try call.parameters.bool("unresolved") == true { filter.isResolved = nil }
      filter.reporter = try call.parameters.identifier("account_id")
      filter.target = try call.parameters.identifier("target_account_id")
      // All accounts are of this server.
      guard (try call.parameters.string("by_target_domain") ?? "").isEmpty else { return .emptyList }
      let page = try await community.reports.list(
        filter, call.cursor(default: 100, maximum: 200), by: call.viewer)
      return .page(page) { writer, report in call.write(report, &writer) }
    }
    add(
      APIRoute(
        .get, path + "/:id", "A report, for those who decide on it",
        access: .permitted(.manageReports, .adminReadReports), response: .reference("AdminReport"))
    ) { call in
      try await .adminReport(call.identifier(), call, community)
    }
    for (action, summary) in [
      ("assign_to_self", "Deal with a report"), ("unassign", "Deal with a report no more"),
      ("reopen", "Open a report again"), ("resolve", "Resolve a report without an action"),
    ] {
      add(
        APIRoute(
          .post, path + "/:id/" + action, summary, access: .permitted(.manageReports, .adminWriteReports),
          response: .reference("AdminReport"))
      ) { call in
        let (id, viewer) = (try call.identifier(), call.viewer)
        switch action {
        case "assign_to_self": try await community.reports.assign(id, to: viewer.account, by: viewer)
        case "unassign": try await community.reports.assign(id, to: nil, by: viewer)
        case "reopen": try await community.reports.reopen(id, by: viewer)
        default:
          // A report that is resolved already stays as it is.
          if try await community.reports.find(id, by: viewer).report.resolution == nil {
            try await community.reports.decide(id, .dismissed, by: viewer)
          }
        }
        return try await .adminReport(id, call, community)
      }
    }
    // The Mastodon API leaves the removal of reported posts to the web pages of its servers.
    add(
      .storing(
        .post, "/api/swiftlet/v1/reports/:id/remove_posts", "Resolve a report by removing the reported posts",
        .permitted(.manageReports, .adminWriteReports), [APIParameter("text", .string)],
        response: .reference("AdminReport"))
    ) { call in
      let id = try call.identifier()
      try await community.reports.decide(
        id, .hidden, note: call.parameters.string("text") ?? "", by: call.viewer)
      return try await .adminReport(id, call, community)
    }
    for (action, summary) in [
      ("warn", "Resolve a report by warning the member, who reads the text"),
      ("notes", "Add a note to a report, for those who decide on it"),
    ] {
      add(
        .storing(
          .post, "/api/swiftlet/v1/reports/:id/" + action, summary,
          .permitted(.manageReports, .adminWriteReports), [APIParameter("text", .string, isRequired: true)],
          response: .reference("AdminReport"))
      ) { call in
        let (id, text) = (try call.identifier(), try call.parameters.requiredString("text"))
        if action == "warn" {
          try await community.reports.decide(id, .warned, note: text, by: call.viewer)
        } else {
          try await community.reports.add(note: text, to: id, by: call.viewer)
        }
        return try await .adminReport(id, call, community)
      }
    }
  }
}

extension APIResponse {
  fileprivate static func adminReport(
    _ id: Int64, _ call: APICall<Viewer>, _ community: Community
  ) async throws -> APIResponse {
    let found = try await community.reports.find(id, by: call.viewer)
    return .json { writer in call.write(found, &writer) }
  }
}

extension APICall<Viewer> {
  fileprivate func write(_ report: ReportCase, _ writer: inout JSONWriter) {
    encoder.adminReport(report, &writer) { writer, post in posts.write(post, encoder, &writer) }
  }
}
