import Social

extension Cursor {
  /// Adds the cursor's range: ` AND column < … AND column > …`.
  func condition(_ column: SQL, in statement: inout Statement) -> SQL {
    var sql: SQL = ""
    if let maxID { sql.append(" AND \(column) < \(statement.bind(maxID))") }
    if let lowest = [sinceID, minID].compactMap(\.self).max() {
      sql.append(" AND \(column) > \(statement.bind(lowest))")
    }
    return sql
  }

  /// Adds the cursor's order and limit: ` ORDER BY column … LIMIT …`.
  func order(_ column: SQL, in statement: inout Statement) -> SQL {
    " ORDER BY \(column) \(isAscending ? "ASC" : "DESC") LIMIT \(statement.bind(limit))"
  }

  var isAscending: Bool { minID != nil }
}

extension ListPage {
  /// Makes a page from the rows that were read.
  ///
  /// - Parameters:
  ///   - keys: the keys of all read rows, newest first, also of those that became no item.
  ///   - unread: the key where the list continues although the page isn't full.
  init(_ items: [Item], keys: [Int64], cursor: Cursor, unread: Int64? = nil) {
    self.init(
      items: items,
      older: (cursor.isAscending ? nil : unread)
        ?? (keys.count < cursor.limit && !cursor.isAscending ? nil : keys.last),
      newer: (cursor.isAscending ? unread : nil) ?? keys.first)
  }
}

extension DatabaseConnection {
  /// Reads a page's rows, newest first. Their first column is the key; `body` reads the others.
  func page<Value>(
    _ statement: Statement, _ cursor: Cursor,
    _ body: (_ key: Int64, inout RowReader) throws -> Value
  ) throws(StorageError) -> (rows: [Value], keys: [Int64]) {
    var (values, keys): ([Value], [Int64]) = ([], [])
    let found = try rows(statement)
    for row in cursor.isAscending ? found.reversed() : found {
      let (key, value) = try row.read { row in
        let key = try row.integer()
        return (key, try body(key, &row))
      }
      keys.append(key)
      values.append(value)
    }
    return (values, keys)
  }
}
