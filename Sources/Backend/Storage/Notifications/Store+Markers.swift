import Invalidation
public import Social

extension Marker {
  fileprivate static let columns: SQL = "timeline, last_read, version, updated_at"

  /// Returns `nil` for an unknown timeline.
  fileprivate init?(_ row: inout RowReader) throws(StorageError) {
    let timeline = try Timeline(rawValue: row.text())
    let (lastRead, version, updatedAt) = (try row.integer(), try row.int(), try row.integer())
    guard let timeline else { return nil }
    self.init(
      timeline: timeline, lastRead: lastRead, version: version, updatedAt: Timestamp(milliseconds: updatedAt))
  }
}

extension Store {
  public func markers(of account: Int64) async throws -> [Marker] {
    try await driver.read(dependsOn: .tags([.markers(account)])) { connection in
      let sql: Statement =
        "SELECT \(Marker.columns) FROM markers WHERE account = \(account) ORDER BY timeline"
      return try connection.rows(sql) { row in try Marker(&row) }.compactMap(\.self)
    }
  }
}

extension WriteTransaction {
  /// Sets a reading position.
  ///
  /// - Parameters:
  ///   - lastRead: the last read id. For notifications an older one is ignored: those seen on one device stay
  ///     seen, however late another device reports.
  ///   - now: the time in milliseconds.
  public func setMarker(
    _ timeline: Marker.Timeline, of account: Int64, lastRead: Int64, now: Int64
  ) throws(StorageError) -> Marker? {
    let sql: Statement = """
      INSERT INTO markers (account, timeline, last_read, version, updated_at) \
      VALUES (\(account), \(timeline.rawValue), \(lastRead), 1, \(now))
      ON CONFLICT (account, timeline) DO UPDATE SET
        last_read = CASE WHEN markers.timeline = 'notifications' AND markers.last_read > excluded.last_read
          THEN markers.last_read ELSE excluded.last_read END,
        version = markers.version + 1, updated_at = excluded.updated_at
      RETURNING \(Marker.columns)
      """
    return try connection.first(sql) { row in try Marker(&row) } ?? nil
  }
}
