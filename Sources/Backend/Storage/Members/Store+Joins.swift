import Invalidation

/// The way in which a member joined.
public struct JoinRecord: Equatable, Sendable {
  /// The invitation; `nil` where everybody may join, and after the invitation was removed.
  public let invitation: Int64?
  /// The member who counts as inviter; `nil` without an invitation, for the first member, and after the
  /// inviter's removal.
  public let inviter: Int64?
  /// False until the member has gone through the first steps, or skipped them.
  public let isWelcomed: Bool
}

extension Store {
  /// Returns the way in which a member joined; `nil` for members that the operator added or who joined before
  /// schema 25.
  public func join(of account: Int64) async throws -> JoinRecord? {
    try await driver.read(dependsOn: .tags([.account(account)])) { connection in
      try connection.first("SELECT invitation, inviter, is_welcomed FROM joins WHERE account = \(account)") {
        row in
        JoinRecord(
          invitation: try row.optionalInteger(), inviter: try row.optionalInteger(),
          isWelcomed: try row.bool())
      }
    }
  }

  /// Notes that a member has gone through the first steps.
  public func welcome(_ account: Int64) async throws {
    try await driver.write { connection in
      _ = try connection.execute(
        "UPDATE joins SET is_welcomed = 1 WHERE account = \(account) AND is_welcomed = 0")
    }
  }
}
