import Freshness
public import Social

/// What an account set for itself.
public struct AccountSettingsRecord: Equatable, Sendable {
  public var visibility: Visibility
  public var isSensitive: Bool
  public var language: String?
  /// How many want to follow and wait.
  public var followRequestsCount: Int
  /// nil: nobody can sign in to it.
  public var role: Role?
}

extension Store {
  /// Those that are there and not suspended, in the order of the ids.
  public func profiles(_ ids: [Int64]) async throws -> [Profile] {
    try await driver.read { connection in
      let found = try connection.profiles(ids)
      return ids.compactMap { found[$0] }
    }
  }

  /// By the username, in whatever case; nil also for who is suspended.
  public func profile(named username: String) async throws -> Profile? {
    try await driver.read { connection in
      let sql = """
        SELECT \(ProfileRow.columns) FROM \(AccountRow.tables) WHERE a.username_key = $1 AND a.suspended_at IS NULL
        """
      let found = try connection.rows(Statement(sql, .text(username.lowercased()))).first.map { try ProfileRow($0) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found?.profile
    }
  }

  /// nil for who is not there, or suspended.
  public func settings(of account: Int64) async throws -> AccountSettingsRecord? {
    try await driver.read { connection in
      connection.depend(on: .account(account), .followers(account))
      return try connection.settings(of: account)
    }
  }

  /// The first of those who run the community; nil if there is none.
  public func owner() async throws -> Profile? {
    try await driver.read { connection in
      let sql = """
        SELECT \(ProfileRow.columns) FROM \(AccountRow.tables)
        WHERE a.id IN (SELECT account FROM credentials WHERE role = 'owner') AND a.suspended_at IS NULL
        ORDER BY a.id LIMIT 1
        """
      let found = try connection.rows(Statement(sql)).first.map { try ProfileRow($0) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found?.profile
    }
  }

  /// How many members there are, and how many posts.
  public func statistics() async throws -> (members: Int, posts: Int) {
    try await driver.read { connection in
      let sql = """
        SELECT coalesce(sum(1 - is_imported), 0), coalesce(sum(posts_count), 0) FROM accounts
        WHERE suspended_at IS NULL
        """
      guard let row = try connection.rows(Statement(sql)).first else { return (0, 0) }
      return (Int(try row.integer(0)), Int(try row.integer(1)))
    }
  }
}

extension DatabaseConnection {
  func settings(of account: Int64) throws(StorageError) -> AccountSettingsRecord? {
    let sql = """
      SELECT default_visibility, default_sensitive, default_language,
        (SELECT count(*) FROM follow_requests r WHERE r.followee = a.id), c.role
      FROM accounts a LEFT JOIN credentials c ON c.account = a.id WHERE a.id = $1 AND a.suspended_at IS NULL
      """
    guard let row = try rows(Statement(sql, .integer(account))).first else { return nil }
    return AccountSettingsRecord(
      visibility: Visibility(rawValue: try row.text(0)) ?? .followers, isSensitive: try row.bool(1),
      language: try row.optionalText(2), followRequestsCount: Int(try row.integer(3)),
      role: try row.optionalText(4).flatMap { Role(rawValue: $0) })
  }
}
