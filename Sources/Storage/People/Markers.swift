import Freshness

/// How far somebody has read a timeline.
public struct MarkerRecord: Equatable, Sendable {
  public var timeline: String
  public var lastRead: Int64
  /// Grows by one with every change.
  public var version: Int
  /// Milliseconds.
  public var updatedAt: Int64

  fileprivate static let columns = "timeline, last_read, version, updated_at"

  fileprivate init(_ row: Row) throws(StorageError) {
    timeline = try row.text(0)
    lastRead = try row.integer(1)
    version = Int(try row.integer(2))
    updatedAt = try row.integer(3)
  }
}

extension Store {
  public func markers(of account: Int64) async throws -> [MarkerRecord] {
    try await driver.read { connection in
      connection.depend(on: .markers(account))
      let sql = "SELECT \(MarkerRecord.columns) FROM markers WHERE account = $1 ORDER BY timeline"
      return try connection.rows(Statement(sql, .integer(account))).map { try MarkerRecord($0) }
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
    let sql = """
      INSERT INTO markers (account, timeline, last_read, version, updated_at) VALUES ($1, $2, $3, 1, $4)
      ON CONFLICT (account, timeline) DO UPDATE SET
        last_read = CASE WHEN markers.timeline = 'notifications' AND markers.last_read > excluded.last_read
          THEN markers.last_read ELSE excluded.last_read END,
        version = markers.version + 1, updated_at = excluded.updated_at
      RETURNING \(MarkerRecord.columns)
      """
    let rows = try connection.rows(
      Statement(sql, .integer(account), .text(timeline), .integer(lastRead), .integer(now)))
    guard let row = rows.first else { return nil }
    return try MarkerRecord(row)
  }
}
