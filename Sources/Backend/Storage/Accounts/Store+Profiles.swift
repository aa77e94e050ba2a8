import Invalidation
public import Social

/// The settings of an account.
public struct AccountSettingsRecord: Equatable, Sendable {
  public var visibility: Visibility
  public var isSensitive: Bool
  public var language: String?
  /// The number of waiting follow requests.
  public var followRequestsCount: Int
  /// The role; `nil` if signing in is impossible.
  public var role: Role?
  /// The community's setting of that name; `nil` if the default applies.
  public var invitations: String?
  /// True until the member has seen the first steps.
  public var isNewcomer: Bool
}

extension Store {
  /// Returns profiles in the order of the ids, without missing and suspended accounts.
  public func profiles(_ ids: [Int64]) async throws -> [Profile] {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let found = try connection.profiles(ids)
      return ids.compactMap { found[$0] }
    }
  }

  /// Finds a profile by the username in any case; returns `nil` also for a suspended account.
  public func profile(named username: String) async throws -> Profile? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let sql: Statement = """
        SELECT \(ProfileRow.columns) FROM \(AccountRow.tables) \
        WHERE a.username_key = \(username.lowercased()) AND a.suspended_at IS NULL
        """
      let found = try connection.first(sql) { row in try ProfileRow(&row) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found?.profile
    }
  }

  /// Returns the settings; `nil` if the account is missing or suspended.
  public func settings(of account: Int64) async throws -> AccountSettingsRecord? {
    try await driver.read(dependsOn: .tags([.account(account), .followers(account)])) { connection in
      return try connection.settings(of: account)
    }
  }

  /// Returns the audience of new posts whose author has chosen none.
  public func defaultAudience() async throws -> Visibility {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.text("SELECT \(Visibility.communityDefault)").flatMap { Visibility(rawValue: $0) }
        ?? .followers
    }
  }

  /// Returns the profile of the first owner; `nil` if the community has no owner.
  public func owner() async throws -> Profile? {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      let sql: Statement = """
        SELECT \(ProfileRow.columns) FROM \(AccountRow.tables)
        WHERE a.id IN (SELECT account FROM credentials WHERE role = 'owner') AND a.suspended_at IS NULL
        ORDER BY a.id LIMIT 1
        """
      let found = try connection.first(sql) { row in try ProfileRow(&row) }
      connection.depend(on: found.map { [.account($0.id)] } ?? [])
      return found?.profile
    }
  }

  /// Returns the numbers of members and posts.
  public func statistics() async throws -> (members: Int, posts: Int) {
    try await driver.read(dependsOn: .everything) { connection in
      let sql: Statement = """
        SELECT coalesce(sum(1 - is_imported), 0), coalesce(sum(posts_count), 0) FROM accounts
        WHERE suspended_at IS NULL
        """
      return try connection.first(sql) { row in (try row.int(), try row.int()) } ?? (0, 0)
    }
  }
}

extension DatabaseConnection {
  func settings(of account: Int64) throws(StorageError) -> AccountSettingsRecord? {
    let sql: Statement = """
      SELECT \(Visibility.defaultAudience(of: "a")), a.default_sensitive, a.default_language,
        (SELECT count(*) FROM follow_requests r WHERE r.followee = a.id), c.role,
        (SELECT value FROM settings WHERE name = 'invitations'),
        coalesce((SELECT 1 - j.is_welcomed FROM joins j WHERE j.account = a.id), 0)
      FROM accounts a LEFT JOIN credentials c ON c.account = a.id WHERE a.id = \(account) AND a.suspended_at IS NULL
      """
    return try first(sql) { row in
      AccountSettingsRecord(
        visibility: Visibility(rawValue: try row.text()) ?? .followers, isSensitive: try row.bool(),
        language: try row.optionalText(), followRequestsCount: try row.int(),
        role: try row.optionalText().flatMap { Role(rawValue: $0) }, invitations: try row.optionalText(),
        isNewcomer: try row.bool())
    }
  }
}
