import Invalidation

/// An announcement to all members.
public struct AnnouncementRecord: Equatable, Sendable {
  /// The id, from which the time follows.
  public let id: Int64
  public let text: String
  /// The end in milliseconds; `nil` if it stays until it is removed.
  public let endsAt: Int64?
  /// True if the end is a day: the midnight (UTC) at its beginning.
  public let isAllDay: Bool
  /// True if the viewer has dismissed it.
  public var isDismissed = false

  public init(id: Int64, text: String, endsAt: Int64?, isAllDay: Bool) {
    self.id = id
    self.text = text
    self.endsAt = endsAt
    self.isAllDay = isAllDay
  }

  /// The length in milliseconds of a day's end: the day is over everywhere on Earth then.
  fileprivate static let day: Int64 = 36 * 3_600_000
}

extension Store {
  /// Returns all announcements, the newest first.
  public func announcements() async throws -> [AnnouncementRecord] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.rows("SELECT id, text, ends_at, is_all_day, 0 FROM announcements ORDER BY id DESC") {
        row in
        try AnnouncementRecord(&row)
      }
    }
  }

  /// Returns the announcements that have not ended, the newest first.
  ///
  /// - Parameters:
  ///   - account: the viewer, who may have dismissed some.
  ///   - withDismissed: returns these, too.
  ///   - now: the time in milliseconds.
  public func announcements(
    for account: Int64, withDismissed: Bool, limit: Int, now: Int64
  ) async throws -> [AnnouncementRecord] {
    try await driver.read(dependsOn: .tags([.notifications(account)])) { connection in
      var statement: Statement = """
        SELECT a.id, a.text, a.ends_at, a.is_all_day, CASE WHEN d.account IS NULL THEN 0 ELSE 1 END
        FROM announcements a LEFT JOIN announcement_dismissals d ON d.announcement = a.id AND d.account = \(account)
        WHERE (a.ends_at IS NULL OR a.ends_at + CASE a.is_all_day WHEN 1 THEN \(AnnouncementRecord.day) ELSE 0 END > \(now))
        """
      if !withDismissed { statement.append(" AND d.account IS NULL") }
      statement.append(" ORDER BY a.id DESC LIMIT \(limit)")
      return try connection.rows(statement) { row in try AnnouncementRecord(&row) }
    }
  }
}

extension MembershipTransaction {
  public func insert(_ announcement: AnnouncementRecord) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO announcements (id, text, ends_at, is_all_day) VALUES (\(announcement.id), \(announcement.text), \
      \(announcement.endsAt), \(announcement.isAllDay))
      """)
  }

  public func countAnnouncements() throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM announcements")
  }

  /// Removes an announcement and returns its text; `nil` for an unknown id.
  public func removeAnnouncement(_ id: Int64) throws(StorageError) -> String? {
    guard let text = try connection.text("SELECT text FROM announcements WHERE id = \(id)") else {
      return nil
    }
    try connection.execute("DELETE FROM announcements WHERE id = \(id)")
    return text
  }

  /// Notes that a member has seen an announcement. Returns false for an unknown id.
  public func dismiss(_ id: Int64, by account: Int64) throws(StorageError) -> Bool {
    guard try connection.has("SELECT 1 FROM announcements WHERE id = \(id)") else { return false }
    try connection.execute(
      """
      INSERT INTO announcement_dismissals (account, announcement) VALUES (\(account), \(id))
      ON CONFLICT (account, announcement) DO NOTHING
      """)
    return true
  }
}

extension AnnouncementRecord {
  fileprivate init(_ row: inout RowReader) throws(StorageError) {
    self.init(
      id: try row.integer(), text: try row.text(), endsAt: try row.optionalInteger(), isAllDay: try row.bool()
    )
    isDismissed = try row.bool()
  }
}
