import Invalidation
public import Social

/// The reason why a member can't sign in.
public enum SignInHindrance: Equatable, Sendable {
  /// The member asked to join and waits for an answer.
  case waiting
  /// The account is suspended, for a reason, until a time in milliseconds; `nil` if it doesn't end by itself.
  case suspended(reason: String, until: Int64?)
}

extension Store {
  /// Returns the hindrance of an account that is suspended.
  public func hindrance(of account: Int64) async throws -> SignInHindrance {
    try await driver.read(dependsOn: .everything) { connection in
      if try connection.has("SELECT 1 FROM join_requests WHERE account = \(account)") { return .waiting }
      let found: (String, Int64?)? = try connection.first(
        "SELECT reason, ends_at FROM suspensions WHERE account = \(account)"
      ) { row in (try row.text(), try row.optionalInteger()) }
      return .suspended(reason: found?.0 ?? "", until: found?.1)
    }
  }

  /// Returns the number of requests to join.
  public func countJoinRequests() async throws -> Int {
    try await driver.read(dependsOn: .everything) { try $0.count("SELECT count(*) FROM join_requests") }
  }

  /// Returns the accounts whose suspension is over.
  public func endedSuspensions(now: Int64) async throws -> [Int64] {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.integers(
        "SELECT account FROM suspensions WHERE ends_at <= \(now) ORDER BY account LIMIT 100")
    }
  }
}

extension MembershipTransaction {
  /// Hides an account until its request to join is answered.
  public func insertJoinRequest(_ account: Int64, reason: String, now: Int64) throws(StorageError) {
    try connection.execute("INSERT INTO join_requests (account, reason) VALUES (\(account), \(reason))")
    try connection.execute("UPDATE accounts SET suspended_at = \(now) WHERE id = \(account)")
  }

  public func countJoinRequests() throws(StorageError) -> Int {
    try connection.count("SELECT count(*) FROM join_requests")
  }

  /// Returns true if the account waits for an answer to its request to join.
  public func isWaiting(_ account: Int64) throws(StorageError) -> Bool {
    try connection.has("SELECT 1 FROM join_requests WHERE account = \(account)")
  }

  /// Lets a newcomer in.
  public func admit(_ account: Int64) throws(StorageError) {
    try connection.execute("DELETE FROM join_requests WHERE account = \(account)")
    try connection.execute("UPDATE accounts SET suspended_at = NULL WHERE id = \(account)")
    try connection.countAccessRevision()
  }

  /// Returns the end of a suspension in milliseconds; `nil` if it has none.
  public func suspensionEnd(of account: Int64) throws(StorageError) -> Int64? {
    try connection.integer(
      "SELECT ends_at FROM suspensions WHERE account = \(account) AND ends_at IS NOT NULL")
  }

  /// Notifies members of something that an account did.
  public func notify(_ drafts: [NotificationDraft], now: Int64) throws(StorageError) {
    let transaction = WriteTransaction(connection: connection)
    for draft in drafts { try transaction.notify(draft, now: now) }
  }

  /// Returns the members with one of these roles who can sign in.
  public func members(in roles: [Role]) throws(StorageError) -> [Int64] {
    try WriteTransaction(connection: connection).members(in: roles)
  }
}
