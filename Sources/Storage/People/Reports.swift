/// What somebody reported.
public struct ReportRecord: Equatable, Sendable {
  public let id: Int64
  public let reporter: Int64
  public let target: Int64
  /// `spam`, `legal`, `violation` or `other`.
  public let category: String
  public let comment: String
  public let posts: [Int64]
  /// Milliseconds.
  public let createdAt: Int64

  public init(
    id: Int64, reporter: Int64, target: Int64, category: String, comment: String, posts: [Int64], createdAt: Int64
  ) {
    self.id = id
    self.reporter = reporter
    self.target = target
    self.category = category
    self.comment = comment
    self.posts = posts
    self.createdAt = createdAt
  }
}

/// A report with the names of both.
public struct NamedReport: Equatable, Sendable {
  public let report: ReportRecord
  public let reporter: String
  public let target: String
}

extension PeopleTransaction {
  public func insert(_ report: ReportRecord) throws(StorageError) {
    try connection.execute(
      Statement(
        "INSERT INTO reports (id, reporter, target, category, comment, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        .integer(report.id), .integer(report.reporter), .integer(report.target), .text(report.category),
        .text(report.comment), .integer(report.createdAt)))
    for post in report.posts {
      try connection.execute(
        Statement("INSERT INTO report_posts (report, post) VALUES ($1, $2)", .integer(report.id), .integer(post)))
    }
  }
}

extension Store {
  /// The oldest first.
  ///
  /// - Parameter last: the last one that was read; nil: from the first on.
  public func reports(after last: Int64?, limit: Int) async throws -> [NamedReport] {
    try await driver.read { connection in
      let sql = """
        SELECT r.id, r.reporter, r.target, r.category, r.comment, r.created_at, a.username, b.username
        FROM reports r JOIN accounts a ON a.id = r.reporter JOIN accounts b ON b.id = r.target
        WHERE r.id > $1 ORDER BY r.id LIMIT $2
        """
      return try connection.rows(Statement(sql, .integer(last ?? -1), .integer(Int64(limit)))).map { row in
        let id = try row.integer(0)
        let posts = try connection.rows(
          Statement("SELECT post FROM report_posts WHERE report = $1 ORDER BY post", .integer(id)))
        return NamedReport(
          report: ReportRecord(
            id: id, reporter: try row.integer(1), target: try row.integer(2), category: try row.text(3),
            comment: try row.text(4), posts: try posts.map { try $0.integer(0) }, createdAt: try row.integer(5)),
          reporter: try row.text(6), target: try row.text(7))
      }
    }
  }

  /// Returns whether there was one.
  public func removeReport(_ id: Int64) async throws -> Bool {
    try await driver.write { try $0.execute(Statement("DELETE FROM reports WHERE id = $1", .integer(id))) } > 0
  }
}
