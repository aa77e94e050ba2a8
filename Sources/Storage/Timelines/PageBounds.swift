/// Which part of a list is read: ids are exclusive.
public struct PageBounds: Equatable, Sendable {
  public var maxID: Int64?
  /// Of what is newer, the newest.
  public var sinceID: Int64?
  /// Of what is newer, the oldest.
  public var minID: Int64?
  public var limit: Int

  public init(maxID: Int64? = nil, sinceID: Int64? = nil, minID: Int64? = nil, limit: Int) {
    self.maxID = maxID
    self.sinceID = sinceID
    self.minID = minID
    self.limit = limit
  }

  /// ` AND column < … AND column > …`.
  func condition(_ column: SQL, in statement: inout Statement) -> SQL {
    var sql: SQL = ""
    if let maxID { sql.append(" AND \(column) < \(statement.bind(maxID))") }
    if let lowest = [sinceID, minID].compactMap(\.self).max() {
      sql.append(" AND \(column) > \(statement.bind(lowest))")
    }
    return sql
  }

  /// ` ORDER BY column … LIMIT …`.
  func order(_ column: SQL, in statement: inout Statement) -> SQL {
    " ORDER BY \(column) \(isUpwards ? "ASC" : "DESC") LIMIT \(statement.bind(limit))"
  }

  var isUpwards: Bool { minID != nil }
}

/// A part of a list, newest first.
public struct Page<Item: Sendable>: Sendable {
  public var items: [Item]
  /// Where the next older part begins; nil: there is none.
  public var older: Int64?
  /// Where the next newer part begins; nil: nothing was found.
  public var newer: Int64?

  /// - Parameters:
  ///   - keys: ids of the rows that were read, newest first, also of those that became no item.
  ///   - unread: where the list goes on although the page is not full.
  init(_ items: [Item], keys: [Int64], bounds: PageBounds, unread: Int64? = nil) {
    self.items = items
    newer = (bounds.isUpwards ? unread : nil) ?? keys.first
    older = (bounds.isUpwards ? nil : unread) ?? (keys.count < bounds.limit && !bounds.isUpwards ? nil : keys.last)
  }
}

extension DatabaseConnection {
  /// The rows of a page, newest first, whose first columns are their keys. The others are read by `body`.
  func page<Value>(
    _ statement: Statement, _ bounds: PageBounds,
    _ body: (_ key: Int64, inout RowReader) throws -> Value
  ) throws(StorageError) -> (rows: [Value], keys: [Int64]) {
    var (values, keys): ([Value], [Int64]) = ([], [])
    let found = try rows(statement)
    for row in bounds.isUpwards ? found.reversed() : found {
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
