public import Social

/// The changes to members in one transaction.
public struct MembershipTransaction {
  let connection: any DatabaseConnection

  public func member(named username: String) throws(StorageError) -> MemberRecord? {
    try connection.member(named: username)
  }

  public func member(_ id: Int64) throws(StorageError) -> MemberRecord? { try connection.member(id) }

  /// Adds an account. If a person of an imported page has its username, that person is renamed.
  public func insert(_ account: AccountDraft) throws(StorageError) {
    let people = ImportTransaction(connection: connection)
    if let found = try people.account(named: account.username), found.isImported {
      var number = 2
      while try people.account(named: "\(account.username)_\(number)") != nil { number += 1 }
      try people.rename(found.id, to: "\(account.username)_\(number)")
    }
    try people.insert(account)
  }

  /// Sets role and password, and ends all sessions of the account except that of `token`, and its link for
  /// another password.
  public func setCredentials(
    of account: Int64, role: Role, password: String, keeping token: Int64? = nil
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO credentials (account, role, password) VALUES (\(account), \(role.rawValue), \(password))
      ON CONFLICT (account) DO UPDATE SET role = excluded.role, password = excluded.password
      """)
    try connection.execute("DELETE FROM password_resets WHERE account = \(account)")
    try endSessions(of: account, keeping: token)
  }

  /// Replaces the stored hash of a password by one that is harder to crack.
  public func rehash(password: String, of account: Int64) throws(StorageError) {
    try connection.execute("UPDATE credentials SET password = \(password) WHERE account = \(account)")
  }

  /// Suspends an account and ends its sessions.
  ///
  /// - Parameters:
  ///   - date: the time in milliseconds; `nil` to end the suspension.
  ///   - reason: the reason, which the member reads when they sign in.
  ///   - end: the end in milliseconds; `nil` for a suspension that doesn't end by itself.
  public func suspend(
    _ account: Int64, at date: Int64?, reason: String = "", until end: Int64? = nil
  ) throws(StorageError) {
    try connection.execute("DELETE FROM suspensions WHERE account = \(account)")
    if date != nil {
      try connection.execute(
        "INSERT INTO suspensions (account, reason, ends_at) VALUES (\(account), \(reason), \(end))")
    }
    try connection.execute("UPDATE accounts SET suspended_at = \(date) WHERE id = \(account)")
    try endSessions(of: account)
  }

  /// Ends all sessions, tokens and reading addresses of an account, and revokes its codes, except for
  /// `token`.
  public func endSessions(of account: Int64, keeping token: Int64? = nil) throws(StorageError) {
    for table: SQL in ["sessions", "authorization_codes", "request_tokens", "reading_addresses"] {
      try connection.execute("DELETE FROM \(table) WHERE account = \(account)")
    }
    _ = try connection.deleteTokens(where: "account = \(account) AND id <> \(token ?? 0)")
    try connection.countAccessRevision()
  }

  /// Ends one of an account's sessions, tokens or reading addresses. Returns false if it has no such session.
  public func endSession(_ id: Int64, of account: Int64) throws(StorageError) -> Bool {
    var count = try connection.deleteTokens(where: "id = \(id) AND account = \(account)")
    for table: SQL in ["sessions", "reading_addresses"] {
      count += try connection.execute("DELETE FROM \(table) WHERE id = \(id) AND account = \(account)")
    }
    if count > 0 { try connection.countAccessRevision() }
    return count > 0
  }

  /// Returns true if there is any account, also an imported or suspended one.
  public func hasAccounts() throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM accounts LIMIT 1")
  }

  /// Returns true if another owner can sign in.
  public func hasOwner(otherThan account: Int64) throws(StorageError) -> Bool {
    try connection.has(
      """
      SELECT 1 FROM credentials c JOIN accounts a ON a.id = c.account
      WHERE c.role = 'owner' AND a.suspended_at IS NULL AND c.account <> \(account) LIMIT 1
      """)
  }

  /// Changes the role of a member who can sign in. Every process checks the tokens in its cache afterwards.
  public func setRole(of account: Int64, to role: Role) throws(StorageError) {
    try connection.execute("UPDATE credentials SET role = \(role.rawValue) WHERE account = \(account)")
    try connection.countAccessRevision()
  }

  /// People of that account's imported page, those with most posts first.
  public func importedPeople(followedBy account: Int64, limit: Int) throws(StorageError) -> [Int64] {
    let sql: Statement = """
      SELECT a.id FROM follows f JOIN accounts a ON a.id = f.followee
      WHERE f.follower = \(account) AND a.is_imported = 1
      ORDER BY (SELECT count(*) FROM posts p WHERE p.author = a.id) DESC, a.id LIMIT \(limit)
      """
    return try connection.integers(sql)
  }

  /// Makes a person of an imported page a member.
  public func adopt(_ account: Int64) throws(StorageError) {
    try connection.execute("UPDATE accounts SET is_imported = 0 WHERE id = \(account)")
  }

  /// Adds a follow unless it exists.
  public func follow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    try ImportTransaction(connection: connection).follow(followee, by: follower)
  }
}

extension DatabaseConnection {
  /// Makes every process check the tokens in its cache.
  func countAccessRevision() throws(StorageError) {
    try execute("UPDATE access_revisions SET number = number + 1 WHERE id = 1")
    record(.accessChanged)
  }
}
