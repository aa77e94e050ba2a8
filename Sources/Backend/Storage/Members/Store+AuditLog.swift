import Invalidation
public import Social

/// An entry of the log of what was done for the community.
public struct AuditRecord: Equatable, Sendable {
  /// The id, from which the time follows.
  public let id: Int64
  /// The username of who did it; empty for the operator at the command line.
  public let actor: String
  public let action: String
  /// The member or the thing that it concerned.
  public let target: String
  public let note: String

  public init(id: Int64, actor: String, action: String, target: String, note: String) {
    self.id = id
    self.actor = actor
    self.action = action
    self.target = target
    self.note = note
  }
}

extension MembershipTransaction {
  public func log(_ record: AuditRecord) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO audit_log (id, actor, action, target, note) \
      VALUES (\(record.id), \(record.actor), \(record.action), \(record.target), \(record.note))
      """)
  }
}

extension Store {
  /// Returns entries of the log, newest first.
  public func auditLog(_ cursor: Cursor) async throws -> ListPage<AuditRecord> {
    try await driver.read(dependsOn: .everything) { connection in
      var statement: Statement = "SELECT id, actor, action, target, note FROM audit_log WHERE true"
      statement.append("\(cursor.condition("id", in: &statement))")
      statement.append("\(cursor.order("id", in: &statement))")
      let (records, keys) = try connection.page(statement, cursor) { id, row in
        AuditRecord(
          id: id, actor: try row.text(), action: try row.text(), target: try row.text(), note: try row.text())
      }
      return ListPage(records, keys: keys, cursor: cursor)
    }
  }
}
