import Freshness
public import Social

extension NotificationFilter {
  fileprivate var wanted: [String]? {
    guard types != nil || !excluded.isEmpty else { return nil }
    return (types ?? Set(Notification.Kind.allCases)).subtracting(excluded).map(\.rawValue).sorted()
  }
}

extension Store {
  /// What happened to an account, newest first, as far as it may see the posts.
  ///
  /// - Parameter now: in milliseconds; mutes may have ended.
  public func notifications(
    of account: Int64, _ filter: NotificationFilter, _ cursor: Cursor, now: Int64
  ) async throws -> Slice<Notification> {
    try await driver.read { connection in
      connection.depend(on: .notifications(account), .reader(account))
      var statement: Statement = "SELECT n.id, n.kind, n.actor, n.post"
      statement.appendNotifications(of: account, now: now)
      if let wanted = filter.wanted { statement.append(" AND n.kind IN \(wanted)") }
      if let actor = filter.from { statement.append(" AND n.actor = \(actor)") }
      if let id = filter.id { statement.append(" AND n.id = \(id)") }
      let range = cursor.condition("n.id", in: &statement)
      let order = cursor.order("n.id", in: &statement)
      statement.append("\(range)\(order)")
      let (rows, keys) = try connection.page(statement, cursor) { key, row in try NotificationRow(key, &row) }
      return Slice(try connection.notifications(rows, of: account, memory), keys: keys, cursor: cursor)
    }
  }

  /// How many came after the last one that was read, counted up to `limit`.
  public func unreadCount(of account: Int64, limit: Int, now: Int64) async throws -> Int {
    try await driver.read { connection in
      connection.depend(on: .notifications(account), .reader(account), .markers(account))
      var statement: Statement = "SELECT count(*) FROM (SELECT n.id"
      statement.appendNotifications(of: account, now: now)
      let id = statement.identifier(account)
      statement.append(
        """
         AND n.id > coalesce((SELECT last_read FROM markers WHERE account = \(id) AND timeline = 'notifications'), 0) \
        LIMIT \(limit)) unread
        """)
      return try connection.count(statement)
    }
  }
}

extension Statement {
  /// The notifications `n` of an account that it may and wants to see.
  fileprivate mutating func appendNotifications(of account: Int64, now: Int64) {
    let id = identifier(account)
    let notBlocked = Visibility.notBlocked(id, "n.actor")
    let moment = identifier(now)
    let visible = Visibility.condition(asker: account, in: &self)
    append(
      """
       FROM notifications n WHERE n.account = \(id) \
      AND n.actor NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL) AND \(notBlocked) \
      AND NOT EXISTS (SELECT 1 FROM mutes WHERE account = \(id) AND target = n.actor AND hides_notifications = 1 \
      AND (expires_at IS NULL OR expires_at > \(moment))) \
      AND (n.post IS NULL OR EXISTS (SELECT 1 FROM posts p WHERE p.id = n.post AND \(visible)))
      """)
  }
}

private struct NotificationRow {
  let id: Int64
  /// As it is stored.
  let kind: String
  let actor: Int64
  let post: Int64?

  init(_ id: Int64, _ row: inout RowReader) throws(StorageError) {
    self.id = id
    kind = try row.text()
    actor = try row.integer()
    post = try row.optionalInteger()
  }
}

extension DatabaseConnection {
  fileprivate func notifications(
    _ rows: [NotificationRow], of account: Int64, _ memory: StatusMemory
  ) throws -> [Notification] {
    let found = try StatusReader(connection: self, memory: memory, asker: account)
      .read(rows.compactMap(\.post), others: rows.map(\.actor))
    return rows.compactMap { row in
      guard let kind = Notification.Kind(rawValue: row.kind), let actor = found.profiles[row.actor] else { return nil }
      return Notification(
        id: String(row.id), kind: kind, createdAt: Timestamp(milliseconds: Identifiers.millisecond(of: row.id)),
        actor: actor, status: row.post.flatMap { found.statuses[$0] })
    }
  }
}
