public import Social

/// Changes of who belongs to the community, in one transaction.
public struct MembersTransaction {
  let connection: any DatabaseConnection

  public func member(named username: String) throws(StorageError) -> MemberRecord? {
    try connection.member(named: username)
  }

  /// A new account. A person of an imported page who has the name gives it up.
  public func insert(_ account: AccountDraft) throws(StorageError) {
    let people = ImportTransaction(connection: connection)
    if let found = try people.account(named: account.username), found.isImported {
      var number = 2
      while try people.account(named: "\(account.username)_\(number)") != nil { number += 1 }
      try people.rename(found.id, to: "\(account.username)_\(number)")
    }
    try people.insert(account)
  }

  /// Lets somebody sign in with that password, and ends what was open with an older one, but for that token.
  public func setCredentials(
    of account: Int64, role: Role, password: String, keeping token: Int64? = nil
  ) throws(StorageError) {
    try connection.execute(
      """
      INSERT INTO credentials (account, role, password) VALUES (\(account), \(role.rawValue), \(password))
      ON CONFLICT (account) DO UPDATE SET role = excluded.role, password = excluded.password
      """)
    try endSessions(of: account, keeping: token)
  }

  /// Replaces what is kept of a password by something that is harder to guess from.
  public func rehash(password: String, of account: Int64) throws(StorageError) {
    try connection.execute("UPDATE credentials SET password = \(password) WHERE account = \(account)")
  }

  /// - Parameter date: in milliseconds; nil: not suspended any more.
  public func suspend(_ account: Int64, at date: Int64?) throws(StorageError) {
    try connection.execute("UPDATE accounts SET suspended_at = \(date) WHERE id = \(account)")
    try endSessions(of: account)
  }

  /// Takes back everything that lets somebody in without the password, but for that token.
  public func endSessions(of account: Int64, keeping token: Int64? = nil) throws(StorageError) {
    for table: SQL in ["sessions", "authorization_codes"] {
      try connection.execute("DELETE FROM \(table) WHERE account = \(account)")
    }
    try connection.execute("DELETE FROM tokens WHERE account = \(account) AND id <> \(token ?? 0)")
    try connection.countAccessRevision()
  }

  /// Ends one of an account's sessions. Returns whether there was one.
  public func endSession(_ id: Int64, of account: Int64) throws(StorageError) -> Bool {
    var count = 0
    for table: SQL in ["tokens", "sessions"] {
      count += try connection.execute("DELETE FROM \(table) WHERE id = \(id) AND account = \(account)")
    }
    if count > 0 { try connection.countAccessRevision() }
    return count > 0
  }

  /// How many run the community.
  public func ownerCount() throws(StorageError) -> Int64 {
    try connection.integer("SELECT count(*) FROM credentials WHERE role = 'owner'") ?? 0
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

  /// Nothing happens if it is so already.
  public func follow(_ followee: Int64, by follower: Int64) throws(StorageError) {
    try ImportTransaction(connection: connection).follow(followee, by: follower)
  }
}

extension DatabaseConnection {
  /// Tells every process that tokens which it remembers may be worth nothing.
  func countAccessRevision() throws(StorageError) {
    try execute("UPDATE access_revisions SET number = number + 1 WHERE id = 1")
  }
}
