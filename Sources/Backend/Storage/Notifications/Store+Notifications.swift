import Invalidation
public import Social

extension NotificationFilter {
  fileprivate var wanted: [String]? {
    guard types != nil || !excluded.isEmpty else { return nil }
    return (types ?? Set(Notification.Kind.allCases)).subtracting(excluded).map(\.rawValue).sorted()
  }
}

extension Store {
  /// Returns the account's notifications, newest first, without those of posts that it may not see.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func notifications(
    of account: Int64, _ filter: NotificationFilter, _ cursor: Cursor, now: Int64
  ) async throws -> ListPage<Notification> {
    try await driver.read(dependsOn: .tags([.notifications(account), .viewer(account)])) { connection in
      var cursor = cursor
      if let id = filter.id, Int64.min < id, id < Int64.max {
        cursor = Cursor(maxID: id + 1, sinceID: id - 1, limit: 1)
      }
      let list = NotificationList(account: account, filter: filter, cursor: cursor, now: now)
      let (rows, unread) = try list.rows(connection)
      return ListPage(
        try connection.notifications(rows, of: account, memory), keys: rows.map(\.id), cursor: cursor,
        unread: unread)
    }
  }

  /// Returns the number of notifications since the last read one, counted up to `limit`.
  public func unreadCount(of account: Int64, limit: Int, now: Int64) async throws -> Int {
    try await driver.read(dependsOn: .tags([.notifications(account), .viewer(account), .markers(account)])) {
      connection in
      var statement: Statement = "SELECT count(*) FROM (SELECT n.id FROM "
      let id = statement.identifier(account)
      statement.append(
        """
        (SELECT id, account, actor, post, kind FROM notifications WHERE account = \(id) \
        AND id > coalesce((SELECT last_read FROM markers WHERE account = \(id) AND timeline = 'notifications'), 0) \
        ORDER BY id DESC LIMIT \(NotificationList.windows[1])) n WHERE true
        """)
      statement.appendNotificationFilters(of: account, now: now)
      statement.append(" LIMIT \(limit)) unread")
      return try connection.count(statement)
    }
  }
}

/// The notifications that an account may and wants to see. It is read in windows like `PostList`, so that the
/// cost is bounded even for rare kinds.
struct NotificationList {
  let account: Int64
  let filter: NotificationFilter
  var cursor: Cursor
  /// The time in milliseconds, as mutes may have expired.
  let now: Int64

  static let windows = PostList.windows

  /// Returns the rows, newest first, and the id where the list continues although the page isn't full.
  fileprivate func rows(_ connection: any DatabaseConnection) throws -> (
    rows: [NotificationRow], unread: Int64?
  ) {
    var rows: [NotificationRow] = []
    var rest = self
    func newestFirst() -> [NotificationRow] { cursor.isAscending ? rows.reversed() : rows }
    for window in Self.windows {
      rows += try connection.rows(rest.statement(window: window)) { row in try NotificationRow(&row) }
      guard rows.count < cursor.limit else { return (newestFirst(), nil) }
      var statement: Statement = "SELECT "
      statement.append("\(rest.end(window, in: &statement))")
      guard let end = try connection.integer(statement) else { return (newestFirst(), nil) }
      if cursor.isAscending { rest.cursor.minID = end } else { rest.cursor.maxID = end }
      rest.cursor.limit = cursor.limit - rows.count
    }
    return (newestFirst(), cursor.isAscending ? rest.cursor.minID : rest.cursor.maxID)
  }

  func statement(window: Int64) -> Statement {
    let (lowest, further): (SQL, SQL) = cursor.isAscending ? (.greatest, "<=") : (.least, ">=")
    var statement: Statement =
      "SELECT n.id, n.kind, n.actor, n.post, n.report FROM notifications n WHERE n.account = "
    let id = statement.identifier(account)
    let range = cursor.condition("n.id", in: &statement)
    let end = end(window, in: &statement)
    statement.append("\(id)\(range) AND n.id \(further) coalesce(\(end), \(lowest))")
    statement.appendNotificationFilters(of: account, now: now)
    if let wanted = filter.wanted { statement.append(" AND n.kind IN \(wanted)") }
    if let actor = filter.from { statement.append(" AND n.actor = \(actor)") }
    if let id = filter.id { statement.append(" AND n.id = \(id)") }
    let order = cursor.order("n.id", in: &statement)
    statement.append("\(order)")
    return statement
  }

  /// Returns the id of the first notification behind the window, as a subquery.
  private func end(_ window: Int64, in statement: inout Statement) -> SQL {
    let id = statement.identifier(account)
    let range = cursor.condition("w.id", in: &statement)
    let skipped = statement.bind(window)
    return """
      (SELECT w.id FROM notifications w WHERE w.account = \(id)\(range) \
      ORDER BY w.id \(cursor.isAscending ? "ASC" : "DESC") LIMIT 1 OFFSET \(skipped))
      """
  }
}

extension Statement {
  /// Adds the conditions on the notifications `n` that the account may and wants to see.
  fileprivate mutating func appendNotificationFilters(of account: Int64, now: Int64) {
    let id = identifier(account)
    let notBlocked = Visibility.notBlocked(id, "n.actor")
    let moment = identifier(now)
    let visible = Visibility.condition(viewer: account, in: &self)
    append(
      """
       AND NOT EXISTS (SELECT 1 FROM accounts s WHERE s.id = n.actor AND s.suspended_at IS NOT NULL \
      AND NOT EXISTS (SELECT 1 FROM join_requests j WHERE j.account = s.id) LIMIT 1 OFFSET 0) \
      AND (n.kind = 'moderation_warning' OR \(notBlocked) \
      AND (NOT EXISTS (SELECT 1 FROM mutes WHERE account = \(id) AND target = n.actor AND hides_notifications = 1 \
      AND (expires_at IS NULL OR expires_at > \(moment))) \
      OR n.kind = 'mention' AND \(Visibility.isReminded(id, of: "n.post")))) \
      AND (n.post IS NULL OR EXISTS (SELECT 1 FROM posts p WHERE p.id = n.post AND \(visible)))
      """)
  }
}

fileprivate struct NotificationRow {
  let id: Int64
  /// The kind as it is stored.
  let kind: String
  let actor: Int64
  let post: Int64?
  let report: Int64?

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    kind = try row.text()
    actor = try row.integer()
    post = try row.optionalInteger()
    report = try row.optionalInteger()
  }
}

extension DatabaseConnection {
  fileprivate func notifications(
    _ rows: [NotificationRow], of account: Int64, _ memory: PostCache
  ) throws -> [Notification] {
    let found = try PostReader(connection: self, memory: memory, viewer: account)
      .read(rows.compactMap(\.post), others: rows.map(\.actor))
    let reports = try self.reports(rows.compactMap(\.report))
    let isWarning = { (row: NotificationRow) in row.kind == Notification.Kind.warning.rawValue }
    let words = try warnings(rows.filter(isWarning).compactMap(\.report))
    // Accounts whose request to join waits are hidden like suspended ones.
    let hidden = rows.map(\.actor).filter { found.profiles[$0] == nil }
    let waiting = hidden.isEmpty ? [:] : try profiles(hidden, includesSuspended: true)
    let isSignUp = { (row: NotificationRow) in row.kind == Notification.Kind.signUp.rawValue }
    let uninvited = try self.uninvited(rows.filter(isSignUp).map(\.actor))
    return rows.compactMap { row in
      guard let kind = Notification.Kind(rawValue: row.kind),
        let actor = found.profiles[row.actor] ?? waiting[row.actor]
      else { return nil }
      return Notification(
        id: String(row.id), kind: kind,
        createdAt: Timestamp(milliseconds: Identifiers.millisecond(of: row.id)),
        actor: actor, post: row.post.flatMap { found.posts[$0] }, report: row.report.flatMap { reports[$0] },
        warning: kind == .warning ? row.report.map { warning($0, reports, words) } : nil,
        isJoinRequest: kind == .signUp && uninvited.contains(row.actor))
    }
  }

  /// Returns those of the accounts that joined, or asked to, without an inviter.
  private func uninvited(_ accounts: [Int64]) throws(StorageError) -> Set<Int64> {
    guard !accounts.isEmpty else { return [] }
    return Set(try integers("SELECT account FROM joins WHERE inviter IS NULL AND account IN \(accounts)"))
  }

  /// Returns the decision that a notification tells. A report that was opened again and ended otherwise tells
  /// its latest.
  private func warning(_ id: Int64, _ reports: [Int64: Report], _ words: [Int64: String]) -> AccountWarning {
    guard let text = words[id], reports[id]?.resolution?.decision != .hidden else {
      return AccountWarning(action: .removedPosts, text: "")
    }
    return AccountWarning(action: .warned, text: text)
  }
}
