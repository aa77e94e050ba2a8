import Invalidation

/// A member's report of an account to the owner.
public struct ReportRecord: Equatable, Sendable {
  public let id: Int64
  public let reporter: Int64
  public let target: Int64
  /// The category: `spam`, `legal`, `violation` or `other`.
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

/// A report with the usernames of reporter and target.
public struct NamedReport: Equatable, Sendable {
  public let report: ReportRecord
  public let reporter: String
  public let target: String
}

extension WriteTransaction {
  public func insert(_ report: ReportRecord) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO reports (id, reporter, target, category, comment, created_at) \
      VALUES (\(report.id), \(report.reporter), \(report.target), \(report.category), \(report.comment), \
      \(report.createdAt))
      """)
    for post in report.posts {
      try connection.execute("INSERT INTO report_posts (report, post) VALUES (\(report.id), \(post))")
    }
  }
}

extension Store {
  /// Returns reports, the oldest first.
  ///
  /// - Parameter last: the last one read so far; `nil` to begin with the oldest.
  public func reports(after last: Int64?, limit: Int) async throws -> [NamedReport] {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT r.id, r.reporter, r.target, r.category, r.comment, r.created_at, a.username, b.username
        FROM reports r JOIN accounts a ON a.id = r.reporter JOIN accounts b ON b.id = r.target
        WHERE r.id > \(last ?? -1) ORDER BY r.id LIMIT \(limit)
        """
      return try connection.rows(sql) { row in
        let id = try row.integer()
        let posts = try connection.integers("SELECT post FROM report_posts WHERE report = \(id) ORDER BY post")
        return NamedReport(
          report: ReportRecord(
            id: id, reporter: try row.integer(), target: try row.integer(), category: try row.text(),
            comment: try row.text(), posts: posts, createdAt: try row.integer()),
          reporter: try row.text(), target: try row.text())
      }
    }
  }

  /// Removes a report. Returns false if it didn't exist.
  public func removeReport(_ id: Int64) async throws -> Bool {
    try await driver.write { try $0.execute("DELETE FROM reports WHERE id = \(id)") } > 0
  }
}
