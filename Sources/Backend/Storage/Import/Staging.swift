import Invalidation
import Social

/// A running import, written in short transactions between which others write, and hidden until it is
/// complete.
public struct Staging: Sendable {
  let store: Store
  /// Another import removes what this one has hidden, so each transaction looks whether one has begun.
  let lock: HeldLock

  /// The target duration of a transaction; a longer list continues in the next one.
  public static let transaction = Duration.shortTransaction

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (ImportTransaction) throws -> Value
  ) async throws -> Value {
    try await store.driver.read(dependsOn: .everything) {
      try body(ImportTransaction(connection: $0, isStaged: true))
    }
  }

  /// Runs `body` as one transaction. Inserted posts and accounts stay hidden, and changes to visible rows
  /// wait for `complete`.
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (ImportTransaction) throws -> Value
  ) async throws -> Value {
    try await store.driver.writeAndPause { [lock] connection in
      try lock.require(in: connection)
      return try body(ImportTransaction(connection: connection, isStaged: true))
    }
  }

  /// Shows everything that was written, in one transaction with the changes of `body`.
  public func complete<Value: Sendable>(
    _ body: @escaping @Sendable (ImportTransaction) throws -> Value
  ) async throws -> Value {
    try await store.driver.write { [lock] connection in
      try lock.require(in: connection)
      let value = try body(ImportTransaction(connection: connection))
      for statement in Self.showing { try connection.execute(statement) }
      return value
    }
  }

  private static let showing: [Statement] = [
    """
    UPDATE accounts SET posts_count = posts_count + n.count FROM (
      SELECT p.author, count(*) AS count FROM hidden_posts h CROSS JOIN posts p WHERE p.id = h.post
        AND \(Visibility.isCountedOnProfile("p")) GROUP BY p.author) n
    WHERE n.author = accounts.id
    """,
    // Replies to hidden posts were counted when they were written.
    """
    UPDATE posts SET replies_count = replies_count + n.count FROM (
      SELECT p.reply_to, count(*) AS count FROM hidden_posts h CROSS JOIN posts p
      WHERE p.id = h.post AND p.reply_to NOT IN (SELECT post FROM hidden_posts)
        AND \(Visibility.isCounted("p")) GROUP BY p.reply_to) n
    WHERE n.reply_to = posts.id
    """,
    """
    UPDATE accounts SET following_count = following_count + n.count FROM (
      SELECT f.follower, count(*) AS count FROM hidden_accounts h CROSS JOIN follows f WHERE f.followee = h.account
      GROUP BY f.follower) n
    WHERE n.follower = accounts.id
    """,
    "UPDATE accounts SET suspended_at = NULL WHERE id IN (SELECT account FROM hidden_accounts)",
    "DELETE FROM hidden_accounts",
    "DELETE FROM hidden_posts",
  ]
}

extension Store {
  /// Runs one import; another one waits until it ends. If it fails, is cancelled or is interrupted,
  /// everything that it wrote is removed.
  public func staging<Value: Sendable>(_ body: (Staging) async throws -> Value) async throws -> Value {
    let lock = try await self.lock(.importing)
    defer { withExtendedLifetime(lock) {} }
    do {
      try await removeHidden(lock)
      return try await body(Staging(store: self, lock: lock))
    } catch {
      // Not part of the task, which may be cancelled. What can't be removed now is removed at the next start.
      await Task { try? await removeHidden(lock) }.value
      throw error
    }
  }

  /// Removes the hidden rows of an interrupted import.
  func removeWhatWasCutOff() async throws {
    let sql: Statement =
      "SELECT EXISTS (SELECT 1 FROM hidden_posts) OR EXISTS (SELECT 1 FROM hidden_accounts)"
    guard
      try await driver.read(dependsOn: .everything, { try $0.first(sql) { row in try row.bool() } }) == true
    else {
      return
    }
    guard let lock = try await lockIfFree(.importing) else { return }
    defer { withExtendedLifetime(lock) {} }
    try await removeHidden(lock)
  }

  private static let removedAtOnce = 100

  /// Removes nothing of another import, which has begun since the lock was lost.
  private func removeHidden(_ lock: HeldLock) async throws {
    let places: [(SQL, SQL, SQL)] = [
      ("posts", "hidden_posts", "post"), ("accounts", "hidden_accounts", "account"),
    ]
    for (table, hidden, column) in places {
      let some: Statement = """
        DELETE FROM \(table) WHERE id IN \
        (SELECT \(column) FROM \(hidden) ORDER BY \(column) DESC LIMIT \(Self.removedAtOnce))
        """
      while try await driver.writeAndPause({ connection in
        try lock.require(in: connection)
        return try connection.execute(some)
      }) > 0 {}
    }
  }
}
