import Social

/// A list of posts in an index, of which the viewer may see or want only a part.
///
/// A page is searched in the nearest 500 rows of the list, then in 20,000 more. If it isn't full then, it
/// stays shorter, and returns where it continues. So the cost of a request is bounded, however many posts are
/// filtered out.
struct PostList {
  /// The table that leads the query, as `w`.
  let table: SQL
  /// The column by whose ids the list is paged.
  let key: SQL
  /// The column of the post's id; `nil` if it is the key.
  var post: SQL?
  let cursor: Cursor
  /// An SQL condition on `w`, which an index answers in the order of the key.
  let condition: (inout Statement) -> SQL
  /// SQL conditions on the posts `p`, each beginning with ` AND `.
  let filters: (inout Statement) -> SQL

  static let windows: [Int64] = [500, 20_000]

  /// Returns the rows, newest first, and the key where the list continues although the page isn't full.
  func rows(_ connection: any DatabaseConnection) throws -> (rows: [ListedRow], unread: Int64?) {
    var rows: [ListedRow] = []
    var rest = cursor
    for window in Self.windows {
      let found = try connection.rows(statement(rest, window: window)) { row in try ListedRow(&row) }
      rows += found
      let end = try found.isEmpty ? end(rest, window, connection) : found[0].end
      guard let end, rows.count < cursor.limit else { return (newestFirst(rows), nil) }
      if cursor.isAscending { rest.minID = end } else { rest.maxID = end }
      rest.limit = cursor.limit - rows.count
    }
    return (newestFirst(rows), cursor.isAscending ? rest.minID : rest.maxID)
  }

  private func newestFirst(_ rows: [ListedRow]) -> [ListedRow] { cursor.isAscending ? rows.reversed() : rows }

  private func end(_ cursor: Cursor, _ window: Int64, _ connection: any DatabaseConnection) throws -> Int64? {
    var statement: Statement = "SELECT "
    statement.append("\(end(cursor, window, in: &statement))")
    return try connection.integer(statement)
  }

  /// Selects the key, `EntryReader.columns`, and the window's end, which is NULL if the list ends in the
  /// window.
  ///
  /// The end is a subquery, because with a table for it SQLite would read and sort all results.
  func statement(_ cursor: Cursor, window: Int64) -> Statement {
    let (lowest, further): (SQL, SQL) = cursor.isAscending ? (.greatest, "<=") : (.least, ">=")
    var statement: Statement = "SELECT w.\(key), \(EntryReader.columns), "
    let end = end(cursor, window, in: &statement)
    let condition = condition(&statement)
    let range = cursor.condition("w.\(key)", in: &statement)
    let post = post ?? key
    let filters = filters(&statement)
    let order = cursor.order("w.\(key)", in: &statement)
    statement.append(
      """
      \(end) FROM \(table) w CROSS JOIN posts p WHERE \(condition)\(range) \
      AND w.\(key) \(further) coalesce(\(end), \(lowest)) AND p.id = w.\(post)\(filters)\(order)
      """)
    return statement
  }

  /// Returns the key of the first row behind the window, as a subquery.
  private func end(_ cursor: Cursor, _ window: Int64, in statement: inout Statement) -> SQL {
    let condition = condition(&statement)
    let range = cursor.condition("w.\(key)", in: &statement)
    let skipped = statement.bind(window)
    return """
      (SELECT w.\(key) FROM \(table) w WHERE \(condition)\(range) \
      ORDER BY w.\(key) \(cursor.isAscending ? "ASC" : "DESC") LIMIT 1 OFFSET \(skipped))
      """
  }
}
