import Invalidation
public import Social

/// A member's report of an account to those who look after the community.
public struct ReportRecord: Equatable, Sendable {
  public let id: Int64
  public let reporter: Int64
  public let target: Int64
  /// The category: `spam`, `legal`, `violation` or `other`.
  public let category: String
  public let comment: String
  public let posts: [Int64]
  /// The ids of the rules that it names.
  public let rules: [Int64]
  /// Milliseconds.
  public let createdAt: Int64
  /// The member who deals with it.
  public var assigned: Int64?
  /// The decision; `nil` while the report is open.
  public var resolution: ReportResolution?

  public init(
    id: Int64, reporter: Int64, target: Int64, category: String, comment: String, posts: [Int64],
    rules: [Int64] = [], createdAt: Int64
  ) {
    self.id = id
    self.reporter = reporter
    self.target = target
    self.category = category
    self.comment = comment
    self.posts = posts
    self.rules = rules
    self.createdAt = createdAt
  }
}

/// The decision on a report.
public struct ReportResolution: Equatable, Sendable {
  public let decision: Report.Decision
  /// The reason, for those who look after the community.
  public let note: String
  /// The member who decided; `nil` for the operator at the command line, and for removed members.
  public let moderator: Int64?
  /// Milliseconds.
  public let date: Int64

  public init(decision: Report.Decision, note: String, moderator: Int64?, date: Int64) {
    self.decision = decision
    self.note = note
    self.moderator = moderator
    self.date = date
  }
}

extension ReportRecord {
  fileprivate static let columns: SQL = """
    r.id, r.reporter, r.target, r.category, r.comment, r.created_at, r.assigned, r.resolved_at, r.resolved_by, \
    r.decision, r.note
    """

  fileprivate init(_ row: inout RowReader, _ connection: any DatabaseConnection) throws(StorageError) {
    let id = try row.integer()
    self.init(
      id: id, reporter: try row.integer(), target: try row.integer(), category: try row.text(),
      comment: try row.text(),
      posts: try connection.integers("SELECT post FROM report_posts WHERE report = \(id) ORDER BY post"),
      rules: try connection.integers("SELECT rule FROM report_rules WHERE report = \(id) ORDER BY rule"),
      createdAt: try row.integer())
    assigned = try row.optionalInteger()
    let (date, moderator) = (try row.optionalInteger(), try row.optionalInteger())
    let (decision, note) = (try row.optionalText(), try row.text())
    guard let date, let decision = decision.flatMap({ Report.Decision(rawValue: $0) }) else { return }
    resolution = ReportResolution(decision: decision, note: note, moderator: moderator, date: date)
  }
}

extension WriteTransaction {
  /// The changes to members as a part of this transaction.
  public var membership: MembershipTransaction { MembershipTransaction(connection: connection) }

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
    for rule in report.rules {
      try connection.execute("INSERT INTO report_rules (report, rule) VALUES (\(report.id), \(rule))")
    }
  }

  public func report(_ id: Int64) throws(StorageError) -> ReportRecord? { try connection.report(id) }

  /// - Parameter member: `nil` to unassign the report.
  public func assign(report id: Int64, to member: Int64?) throws(StorageError) {
    try connection.execute("UPDATE reports SET assigned = \(member) WHERE id = \(id)")
  }

  /// - Parameter resolution: `nil` to open the report again.
  public func resolve(report id: Int64, _ resolution: ReportResolution?) throws(StorageError) {
    try connection.execute(
      """
      UPDATE reports SET resolved_at = \(resolution?.date), resolved_by = \(resolution?.moderator), \
      decision = \(resolution?.decision.rawValue), note = \(resolution?.note ?? "") WHERE id = \(id)
      """)
  }

  /// Returns the members with one of these roles who can sign in, those who joined first at the beginning.
  public func members(in roles: [Role]) throws(StorageError) -> [Int64] {
    try connection.integers(
      """
      SELECT a.id FROM credentials c JOIN accounts a ON a.id = c.account
      WHERE c.role IN \(roles.map(\.rawValue)) AND a.suspended_at IS NULL ORDER BY a.id
      """)
  }
}

extension Store {
  /// Returns reports, the newest first.
  public func reports(_ filter: ReportFilter, _ cursor: Cursor) async throws -> ListPage<ReportRecord> {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = "SELECT r.id, \(ReportRecord.columns) FROM reports r WHERE true"
      switch filter.isResolved {
      case true?: statement.append(" AND r.resolved_at IS NOT NULL")
      case false?: statement.append(" AND r.resolved_at IS NULL")
      case nil: break
      }
      if let reporter = filter.reporter { statement.append(" AND r.reporter = \(reporter)") }
      if let target = filter.target { statement.append(" AND r.target = \(target)") }
      if let other = filter.otherThan { statement.append(" AND r.target <> \(other)") }
      statement.append("\(cursor.condition("r.id", in: &statement))")
      statement.append("\(cursor.order("r.id", in: &statement))")
      let (reports, keys) = try connection.page(statement, cursor) { _, row in
        try ReportRecord(&row, connection)
      }
      return ListPage(reports, keys: keys, cursor: cursor)
    }
  }

  public func report(_ id: Int64) async throws -> ReportRecord? {
    try await driver.read(dependsOn: .everything) { try $0.report(id) }
  }

  /// Returns the number of open reports, without those about one account.
  public func openReportsCount(otherThan account: Int64?) async throws -> Int {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.count(
        "SELECT count(*) FROM reports WHERE resolved_at IS NULL AND target <> \(account ?? 0)")
    }
  }

  /// Returns reported posts as a stranger with access to each of them would see them. Posts of suspended
  /// authors are left out.
  public func reportedPosts(_ ids: [Int64]) async throws -> [Int64: Post] {
    try await driver.read(dependsOn: .everything) { connection in
      try PostReader(connection: connection, memory: memory, viewer: nil).read(visible: ids, others: []).posts
    }
  }

  /// Removes a report. Returns false if it didn't exist.
  public func removeReport(_ id: Int64) async throws -> Bool {
    try await driver.write { try $0.execute("DELETE FROM reports WHERE id = \(id)") } > 0
  }
}

extension DatabaseConnection {
  /// Returns reports for notifications.
  func reports(_ ids: [Int64]) throws(StorageError) -> [Int64: Report] {
    guard !ids.isEmpty else { return [:] }
    let records = try rows("SELECT \(ReportRecord.columns) FROM reports r WHERE r.id IN \(ids)") { row in
      try ReportRecord(&row, self)
    }
    let targets = try profiles(records.map(\.target), includesSuspended: true)
    var reports: [Int64: Report] = [:]
    for record in records {
      guard let target = targets[record.target] else { continue }
      reports[record.id] = Report(record, target: target)
    }
    return reports
  }

  fileprivate func report(_ id: Int64) throws(StorageError) -> ReportRecord? {
    try first("SELECT \(ReportRecord.columns) FROM reports r WHERE r.id = \(id)") { row in
      try ReportRecord(&row, self)
    }
  }
}

extension Report {
  public init(_ record: ReportRecord, target: Profile) {
    self.init(
      id: "\(record.id)", target: target, category: Category(rawValue: record.category) ?? .other,
      comment: record.comment, posts: record.posts.map { "\($0)" },
      rules: record.rules.map { "\($0)" }, createdAt: Timestamp(milliseconds: record.createdAt),
      resolution: record.resolution.map {
        Resolution(decision: $0.decision, date: Timestamp(milliseconds: $0.date))
      })
  }
}
