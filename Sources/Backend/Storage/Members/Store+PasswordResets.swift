import Invalidation

extension MembershipTransaction {
  /// Stores a link for a new password. It replaces the account's earlier one.
  ///
  /// - Parameters:
  ///   - code: the hash of the link's code.
  ///   - end: the time in milliseconds.
  public func insertPasswordReset(_ code: String, of account: Int64, end: Int64) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO password_resets (account, code, expires_at) VALUES (\(account), \(code), \(end))
      ON CONFLICT (account) DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at
      """)
  }

  /// Returns the member of a valid link; `nil` if it is unknown, used, expired or of a suspended member.
  public func passwordReset(_ code: String, now: Int64) throws(StorageError) -> MemberRecord? {
    try connection.passwordReset(code, now: now)
  }
}

extension Store {
  /// Returns the member of a valid link; `nil` if it is unknown, used, expired or of a suspended member.
  public func passwordReset(_ code: String, now: Int64) async throws -> MemberRecord? {
    try await driver.read(dependsOn: .everything) { try $0.passwordReset(code, now: now) }
  }
}

extension DatabaseConnection {
  fileprivate func passwordReset(_ code: String, now: Int64) throws(StorageError) -> MemberRecord? {
    let sql: Statement = """
      SELECT \(MemberRecord.columns) FROM \(MemberRecord.tables) JOIN password_resets r ON r.account = a.id
      WHERE r.code = \(code) AND r.expires_at > \(now) AND a.suspended_at IS NULL AND a.is_imported = 0
      """
    return try first(sql) { row in try MemberRecord(&row) }
  }
}
