import Invalidation
public import Social

/// An account with its data that only the server knows.
public struct AccountRecord: Equatable, Sendable {
  public let id: Int64
  public let account: Account
  /// True for a person of an imported page, who isn't a member of this community.
  public let isImported: Bool

  init(_ row: AccountRow) {
    id = row.id
    account = row.account(cover: .whole)
    isImported = row.isImported
  }
}

extension Store {
  /// Finds an account by its username in any case.
  public func account(named username: String) async throws -> AccountRecord? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let found = try connection.account(named: username)
      // A change of names touches everybody, so it needs no dependency.
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found
    }
  }

  /// Finds an account by its username, unless it is suspended or blocks the viewer.
  ///
  /// - Parameter viewer: `nil` for a stranger.
  public func visibleAccount(named username: String, viewer: Int64? = nil) async throws -> AccountRecord? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      var sql: Statement = """
        SELECT \(AccountRow.columns) FROM \(AccountRow.tables) \
        WHERE a.username_key = \(username.lowercased()) AND a.suspended_at IS NULL
        """
      if let viewer {
        connection.depend(on: .viewer(viewer))
        sql.append(" AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.account = a.id AND b.target = \(viewer))")
      }
      let found = try connection.first(sql) { row in AccountRecord(try AccountRow(&row)) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found
    }
  }

  /// Returns the oldest member who isn't suspended.
  public func firstVisibleMember() async throws -> AccountRecord? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let sql: Statement = """
        SELECT \(AccountRow.columns) FROM \(AccountRow.tables)
        WHERE a.is_imported = 0 AND a.suspended_at IS NULL ORDER BY a.id LIMIT 1
        """
      let found = try connection.first(sql) { row in AccountRecord(try AccountRow(&row)) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found
    }
  }

  /// Returns true if there is any account, also an imported or suspended one.
  public func hasAccounts() async throws -> Bool {
    try await driver.read(dependsOn: .everything) { try $0.has("SELECT 1 FROM accounts LIMIT 1") }
  }

  /// Returns the oldest member.
  public func firstMember() async throws -> AccountRecord? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let sql: Statement = """
        SELECT \(AccountRow.columns) FROM \(AccountRow.tables) WHERE a.is_imported = 0 \
        AND a.id NOT IN (SELECT account FROM hidden_accounts) ORDER BY a.id LIMIT 1
        """
      let found = try connection.first(sql) { row in AccountRecord(try AccountRow(&row)) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found
    }
  }
}

extension DatabaseConnection {
  func account(named username: String) throws(StorageError) -> AccountRecord? {
    let sql: Statement = """
      SELECT \(AccountRow.columns) FROM \(AccountRow.tables) WHERE a.username_key = \(username.lowercased())
      """
    return try first(sql) { row in AccountRecord(try AccountRow(&row)) }
  }
}
