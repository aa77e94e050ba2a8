public import JSON
public import Social

extension MastodonEncoder {
  /// Encodes a report by the viewer (entities/Report).
  public func report(_ report: Report, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", report.id)
      writer.member("action_taken", false)
      writer.null("action_taken_at")
      writer.member("category", report.category.rawValue)
      writer.member("comment", report.comment)
      writer.member("forwarded", false)
      writer.member("created_at", report.createdAt)
      writer.name("status_ids")
      writer.array(report.posts) { writer, id in writer.string(id) }
      writer.null("rule_ids")
      writer.name("target_account")
      account(report.target, &writer)
    }
  }
}
