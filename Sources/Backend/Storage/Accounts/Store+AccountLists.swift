import Invalidation
public import Social

/// A list of accounts that belongs to an account.
public enum AccountList: Sendable {
  case followers
  case following
  case requests
  case blocked
  case muted

  /// The table, the column of the list's owner and the column of the listed accounts.
  fileprivate var place: (table: SQL, owner: SQL, listed: SQL) {
    switch self {
    case .followers: ("follows", "followee", "follower")
    case .following: ("follows", "follower", "followee")
    case .requests: ("follow_requests", "followee", "follower")
    case .blocked: ("blocks", "account", "target")
    case .muted: ("mutes", "account", "target")
    }
  }
}

extension Store {
  /// Returns a page of the list, the latest first. The cursor holds the ids of the follows, blocks or other
  /// rows.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func accounts(
    _ list: AccountList, of owner: Int64, viewer: Int64?, _ cursor: Cursor, now: Int64
  ) async throws -> ListPage<Profile> {
    try await driver.read(dependsOn: .tags([.viewer(owner), .followers(owner)])) { connection in
      let (table, ownerColumn, listed) = list.place
      var statement: Statement = "SELECT v.id, v.\(listed) FROM \(table) v WHERE v.\(ownerColumn) = \(owner)"
      if list == .muted {
        statement.append(" AND (v.expires_at IS NULL OR v.expires_at > \(now))")
      }
      // Accounts that the viewer blocked must show in the list of blocked ones.
      let stranger = list == .blocked ? nil : viewer
      return try connection.accounts(statement, key: "v.id", account: "v.\(listed)", viewer: stranger, cursor)
    }
  }
}

extension DatabaseConnection {
  /// Reads a page of accounts without suspended ones and without those that a block hides.
  ///
  /// - Parameter selection: selects keys and accounts; it must already have a `WHERE` clause.
  func accounts(
    _ selection: Statement, key: SQL, account: SQL, viewer: Int64?, _ cursor: Cursor
  ) throws -> ListPage<Profile> {
    var statement = selection
    statement.append(" AND \(account) NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL)")
    if let viewer {
      depend(on: .viewer(viewer))
      statement.append(" AND \(Visibility.notBlocked(statement.identifier(viewer), account))")
    }
    let range = cursor.condition(key, in: &statement)
    let order = cursor.order(key, in: &statement)
    statement.append("\(range)\(order)")
    let (ids, keys) = try page(statement, cursor) { _, row in try row.integer() }
    let found = try profiles(ids)
    return ListPage(ids.compactMap { found[$0] }, keys: keys, cursor: cursor)
  }
}
