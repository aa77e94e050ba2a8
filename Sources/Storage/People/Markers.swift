import Freshness

/// How far somebody has read a timeline.
public struct MarkerRecord: Equatable, Sendable {
  public var timeline: String
  public var lastRead: Int64
  /// Grows by one with every change.
  public var version: Int
  /// Milliseconds.
  public var updatedAt: Int64

  fileprivate static let columns: SQL = "timeline, last_read, version, updated_at"

  fileprivate init(_ row: inout RowReader) throws(StorageError) {
    timeline = try row.text()
    lastRead = try row.integer()
    version = try row.int()
    updatedAt = try row.integer()
  }
}

extension Store {
  public func markers(of account: Int64) async throws -> [MarkerRecord] {
    try await driver.read { connection in
      connection.depend(on: .markers(account))
      let sql: Statement = "SELECT \(MarkerRecord.columns) FROM markers WHERE account = \(account) ORDER BY timeline"
      return try connection.rows(sql) { row in try MarkerRecord(&row) }
    }
  }
}

extension PeopleTransaction {
  /// - Parameters:
  ///   - timeline: `home` or `notifications`.
  ///   - lastRead: of notifications none before the one that is kept: what one device has seen stays seen, however late
  ///     another one tells of it.
  ///   - now: in milliseconds.
  public func setMarker(
    _ timeline: String, of account: Int64, lastRead: Int64, now: Int64
  ) throws(StorageError) -> MarkerRecord? {
    let sql: Statement = """
      INSERT INTO markers (account, timeline, last_read, version, updated_at) \
      VALUES (\(account), \(timeline), \(lastRead), 1, \(now))
      ON CONFLICT (account, timeline) DO UPDATE SET
        last_read = CASE WHEN markers.timeline = 'notifications' AND markers.last_read > excluded.last_read
          THEN markers.last_read ELSE excluded.last_read END,
        version = markers.version + 1, updated_at = excluded.updated_at
      RETURNING \(MarkerRecord.columns)
      """
    return try connection.first(sql) { row in try MarkerRecord(&row) }
  }
}
