import Invalidation

/// A moderator's note on a report.
public struct ReportNoteRecord: Equatable, Sendable {
  /// The id, from which the time follows.
  public let id: Int64
  public let report: Int64
  /// The member who wrote it; `nil` for the operator at the command line, and for removed members.
  public let author: Int64?
  public let text: String

  public init(id: Int64, report: Int64, author: Int64?, text: String) {
    self.id = id
    self.report = report
    self.author = author
    self.text = text
  }
}

/// Earlier decisions about a member, and the reports that led to them.
public struct MemberHistoryRecord: Equatable, Sendable {
  /// The number of all reports about the member.
  public var reports = 0
  /// The number of entries of the log for each of the actions.
  public var counts: [String: Int] = [:]
  /// The latest of these entries, newest first.
  public var latest: [AuditRecord] = []

  public init() {}
}

extension WriteTransaction {
  public func insert(_ note: ReportNoteRecord) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO report_notes (id, report, author, text) \
      VALUES (\(note.id), \(note.report), \(note.author), \(note.text))
      """)
  }

  /// Stores the words with which a member is warned.
  public func warn(_ account: Int64, _ text: String, report: Int64, id: Int64) throws(StorageError) {
    try connection.execute(
      "INSERT INTO warnings (id, account, report, text) VALUES (\(id), \(account), \(report), \(text))")
  }
}

extension Store {
  /// Returns the notes on these reports, the oldest first.
  public func notes(onReports ids: [Int64]) async throws -> [ReportNoteRecord] {
    guard !ids.isEmpty else { return [] }
    return try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement =
        "SELECT id, report, author, text FROM report_notes WHERE report IN \(ids) ORDER BY id"
      return try connection.rows(sql) { row in
        ReportNoteRecord(
          id: try row.integer(), report: try row.integer(), author: try row.optionalInteger(),
          text: try row.text())
      }
    }
  }

  /// Returns what was done about these members: the entries of the log with one of the actions. Each member
  /// gets a number of entries at most.
  public func histories(
    of accounts: [Int64], actions: [String], limit: Int
  ) async throws -> [Int64: MemberHistoryRecord] {
    let accounts = Set(accounts).sorted()
    guard !accounts.isEmpty else { return [:] }
    return try await driver.read(dependsOn: .everything) { connection in
      var histories = Dictionary(uniqueKeysWithValues: accounts.map { ($0, MemberHistoryRecord()) })
      for (account, count) in try connection.rows(
        "SELECT target, count(*) FROM reports WHERE target IN \(accounts) GROUP BY target",
        { row in (try row.integer(), try row.int()) })
      {
        histories[account]?.reports = count
      }
      // The log has names. Entries from before the account was made are about a namesake who was removed.
      let entries: Statement = """
        SELECT account, action, id, actor, target, note, number, position FROM (
          SELECT a.id AS account, l.action, l.id, l.actor, l.target, l.note,
            count(*) OVER (PARTITION BY a.id, l.action) AS number,
            row_number() OVER (PARTITION BY a.id ORDER BY l.id DESC) AS position,
            row_number() OVER (PARTITION BY a.id, l.action ORDER BY l.id DESC) AS first
          FROM accounts a JOIN audit_log l ON l.target = a.username
          WHERE a.id IN \(accounts) AND l.action IN \(actions) AND l.id > a.id) x
        WHERE position <= \(limit) OR first = 1 ORDER BY id DESC
        """
      let rows = try connection.rows(entries) { row in
        let (account, action) = (try row.integer(), try row.text())
        let record = AuditRecord(
          id: try row.integer(), actor: try row.text(), action: action, target: try row.text(),
          note: try row.text())
        return (account, record, number: try row.int(), position: try row.int())
      }
      for (account, record, number, position) in rows {
        histories[account]?.counts[record.action] = number
        if position <= limit { histories[account]?.latest.append(record) }
      }
      return histories
    }
  }
}

extension DatabaseConnection {
  /// Returns the latest words of warnings by their reports.
  func warnings(_ reports: [Int64]) throws(StorageError) -> [Int64: String] {
    guard !reports.isEmpty else { return [:] }
    var words: [Int64: String] = [:]
    let sql: Statement = "SELECT report, text FROM warnings WHERE report IN \(reports) ORDER BY id"
    for (report, text) in try rows(sql, { row in (try row.integer(), try row.text()) }) {
      words[report] = text
    }
    return words
  }
}
