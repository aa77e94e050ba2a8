import Community
import Contracts
import HTTPTypes
import Localization
import Social

extension API {
  /// Adds the reporting of accounts to those who look after the community
  /// (docs.joinmastodon.org/methods/reports).
  mutating func addReports(_ community: Community) {
    schemas["Report"] = .object([
      .init("id", .identifier), .init("action_taken", .boolean), .init("action_taken_at", .nullable(.date)),
      .init("decision", .nullable(.choice(Report.Decision.allCases.map(\.rawValue)))),
      .init("category", .choice(Report.Category.allCases.map(\.rawValue))), .init("comment", .string),
      .init("forwarded", .boolean), .init("created_at", .date), .init("status_ids", .array(.identifier)),
      .init("rule_ids", .nullable(.array(.identifier))), .init("target_account", .account),
    ])
    add(
      .storing(
        .post, "/api/v1/reports", "Report somebody to who runs the server", .member(.writeReports),
        [
          APIParameter("account_id", .identifier, isRequired: true),
          APIParameter("status_ids", .array(.identifier)),
          APIParameter("comment", .string), APIParameter("category", .string),
          APIParameter("forward", .boolean),
          APIParameter("rule_ids", .array(.identifier)),
        ], limit: .reporting, response: .reference("Report"))
    ) { call in
      guard let account = try call.parameters.identifier("account_id") else {
        throw RequestError.recordNotFound
      }
      let name = try call.parameters.string("category").flatMap { $0.isEmpty ? nil : $0 } ?? "other"
      guard let category = Report.Category(rawValue: name) else {
        throw RequestError.invalid("Category is not included in the list")
      }
      // Unsupported options are refused, so that the reporter knows what becomes of the report.
      guard try call.parameters.bool("forward") != true else {
        throw RequestError.invalid("The account is here: there is no other server to forward the report to")
      }
      let report = try await community.reports.submit(
        ReportDraft(
          account: account, posts: call.parameters.identifiers("status_ids", maxCount: 100),
          category: category,
          comment: call.parameters.string("comment") ?? "",
          rules: call.parameters.identifiers("rule_ids", maxCount: 100)), call.viewer)
      return .json { writer in call.encoder.report(report, &writer) }
    }
  }
}
