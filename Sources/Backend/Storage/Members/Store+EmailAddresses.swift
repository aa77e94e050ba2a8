import Invalidation

/// The e-mail address of a member, and one that waits to be confirmed.
public struct EmailRecord: Equatable, Sendable {
  public var address: String?
  public var pending: String?
}

/// A member with an e-mail address.
public struct MailedMember: Equatable, Sendable {
  public let member: MemberRecord
  public let address: String
}

extension Store {
  public func email(of account: Int64, now: Int64) async throws -> EmailRecord {
    try await driver.read(dependsOn: .everything) { connection in
      EmailRecord(
        address: try connection.text("SELECT address FROM email_addresses WHERE account = \(account)"),
        pending: try connection.text(
          "SELECT address FROM email_changes WHERE account = \(account) AND expires_at > \(now)"))
    }
  }

  /// Returns the members with that username or e-mail address, if they have an address.
  ///
  /// - Parameter name: without capital letters.
  public func mailedMembers(_ name: String, limit: Int) async throws -> [MailedMember] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.rows(
        """
        SELECT e.address, \(MemberRecord.columns) FROM \(MemberRecord.tables) JOIN email_addresses e ON e.account = a.id
        WHERE (e.folded = \(name) OR lower(a.username) = \(name)) AND a.suspended_at IS NULL AND a.is_imported = 0
        ORDER BY a.id LIMIT \(limit)
        """
      ) { row in
        let address = try row.text()
        return MailedMember(member: try MemberRecord(&row), address: address)
      }
    }
  }

  /// Returns the member and the address of a link that confirms it; `nil` if it is unknown, used or expired.
  public func emailChange(_ code: String, now: Int64) async throws -> MailedMember? {
    try await driver.read(dependsOn: .everything) { try $0.emailChange(code, now: now) }
  }
}

extension MembershipTransaction {
  /// Returns the end of the account's link for a new password; `nil` without one.
  public func passwordResetEnd(of account: Int64) throws(StorageError) -> Int64? {
    try connection.integers("SELECT expires_at FROM password_resets WHERE account = \(account)").first
  }

  /// Stores an address until it is confirmed. It replaces an earlier one.
  public func insertEmailChange(
    of account: Int64, address: String, folded: String, code: String, end: Int64
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO email_changes (account, address, folded, code, expires_at)
      VALUES (\(account), \(address), \(folded), \(code), \(end))
      ON CONFLICT (account) DO UPDATE SET address = excluded.address, folded = excluded.folded, code = excluded.code,
        expires_at = excluded.expires_at
      """)
  }

  /// Makes the address of a link the member's; returns false if the link is unknown, used or expired.
  public func confirmEmail(_ code: String, now: Int64) throws(StorageError) -> Bool {
    guard let found = try connection.emailChange(code, now: now) else { return false }
    try connection.execute(
      """
      INSERT INTO email_addresses (account, address, folded)
      SELECT account, address, folded FROM email_changes WHERE code = \(code)
      ON CONFLICT (account) DO UPDATE SET address = excluded.address, folded = excluded.folded
      """)
    try connection.execute("DELETE FROM email_changes WHERE account = \(found.member.id)")
    return true
  }

  /// Sets an address that needs no confirmation.
  public func setEmail(of account: Int64, address: String, folded: String) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO email_addresses (account, address, folded) VALUES (\(account), \(address), \(folded))
      ON CONFLICT (account) DO UPDATE SET address = excluded.address, folded = excluded.folded
      """)
  }

  /// Removes the address, and one that waits.
  public func removeEmail(of account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM email_changes WHERE account = \(account)")
    try connection.execute("DELETE FROM email_addresses WHERE account = \(account)")
  }
}

extension DatabaseConnection {
  fileprivate func emailChange(_ code: String, now: Int64) throws(StorageError) -> MailedMember? {
    let sql: Statement = """
      SELECT waiting.address, \(MemberRecord.columns) FROM \(MemberRecord.tables) JOIN email_changes waiting ON waiting.account = a.id
      WHERE waiting.code = \(code) AND waiting.expires_at > \(now) AND a.suspended_at IS NULL AND a.is_imported = 0
      """
    return try first(sql) { row in
      let address = try row.text()
      return MailedMember(member: try MemberRecord(&row), address: address)
    }
  }
}
