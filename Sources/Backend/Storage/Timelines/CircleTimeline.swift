import Invalidation
public import Social

extension Store {
  /// Returns the posts and reposts of a circle's people as far as its owner may see them, newest first; `nil`
  /// if the viewer has no such circle.
  ///
  /// It is merged as home is, so a page costs two statements more if the posts are cached. Direct posts don't
  /// show.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func circleTimeline(
    _ circle: Int64, of viewer: Int64, _ cursor: Cursor, now: Int64
  ) async throws -> ListPage<TimelineEntry>? {
    let revision = revisions.latest
    return try await driver.read(dependsOn: .tags([.viewer(viewer), .interactions(viewer)])) { connection in
      guard let policy = try connection.repliesPolicy(of: circle, owner: viewer) else { return nil }
      let people = try connection.integers("SELECT account FROM circle_members WHERE circle = \(circle)")
      connection.depend(on: Dependencies.Slots(people.map { .authored($0) }))
      let relationships = try followed.authors(for: viewer, asOf: revision, connection)
      let timeline = HomeTimeline(
        viewer: viewer, cursor: cursor, now: now, followedCount: people.count,
        hasBlocks: relationships.hasBlocks,
        hasMutes: relationships.hasMutes, hasExclusiveCircles: false,
        circle: CircleTimeline(id: circle, repliesPolicy: policy))
      let (rows, unread) = try timeline.rows(connection, recent: recent, by: AccountSet(people))
      let entries = EntryReader(connection: connection, memory: memory, viewer: viewer, cursor: cursor)
      return ListPage(
        try entries.entries(EntryReader.merged(rows.map(\.entry)), interactions: rows.interactions),
        keys: rows.map(\.key), cursor: cursor, unread: unread)
    }
  }
}

/// A circle whose people's posts `HomeTimeline` merges.
struct CircleTimeline: Equatable, Sendable {
  let id: Int64
  let repliesPolicy: Circle.RepliesPolicy

  /// Returns the conditions on the post `q` that decide which replies and comments show.
  fileprivate func condition(_ viewer: SQL, in statement: inout Statement) -> SQL {
    let circle = repliesPolicy == .none ? "" : statement.identifier(id)
    /// Adds the accounts in the column, beside the owner and the post's author, whose posts and threads may
    /// be answered.
    func orIsKnown(_ account: SQL) -> SQL {
      let isInCircle: SQL =
        "EXISTS (SELECT 1 FROM circle_members w WHERE w.circle = \(circle) AND w.account = \(account))"
      return switch repliesPolicy {
      case .none: ""
      case .people: " OR \(isInCircle)"
      case .followed:
        """
         OR \(isInCircle) \
        OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(viewer) AND w.followee = \(account))
        """
      }
    }
    return """
      q.visibility <> 'direct' \
      AND (q.reply_to_author IS NULL OR q.reply_to_author IN (q.author, \(viewer))\(orIsKnown("q.reply_to_author"))) \
      AND (q.is_comment = 0 OR EXISTS (SELECT 1 FROM posts r WHERE r.id = q.conversation \
      AND (r.author IN (q.author, \(viewer))\(orIsKnown("r.author")))))
      """
  }
}

/// The parts of the statements in which home and a circle's timeline differ.
extension HomeTimeline {
  /// Returns the selection of the authors whose posts are merged.
  func authorSelection(_ viewer: SQL, in statement: inout Statement) -> SQL {
    guard let circle else {
      return "SELECT \(viewer) UNION ALL SELECT followee FROM follows WHERE follower = \(viewer)"
    }
    return "SELECT account FROM circle_members WHERE circle = \(statement.identifier(circle.id))"
  }

  /// Returns the selection of these authors as `author`, with `shows_reposts`.
  func authorsAndReposts(_ viewer: SQL, in statement: inout Statement) -> SQL {
    guard let circle else {
      return """
        SELECT \(viewer) AS author, 1 AS shows_reposts UNION ALL \
        SELECT followee, shows_reposts FROM follows WHERE follower = \(viewer)
        """
    }
    return """
      SELECT e.account AS author, coalesce((SELECT w.shows_reposts FROM follows w \
      WHERE w.follower = \(viewer) AND w.followee = e.account), 1) AS shows_reposts \
      FROM circle_members e WHERE e.circle = \(statement.identifier(circle.id))
      """
  }

  /// Returns the condition that the post `q` is by one of these authors.
  func isByAuthor(_ viewer: SQL, in statement: inout Statement) -> SQL {
    guard let circle else {
      return """
        (q.author = \(viewer) \
        OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(viewer) AND w.followee = q.author))
        """
    }
    return """
      EXISTS (SELECT 1 FROM circle_members w \
      WHERE w.circle = \(statement.identifier(circle.id)) AND w.account = q.author)
      """
  }

  /// Returns the condition that reposts of the author of `q` show.
  func showsReposts(_ viewer: SQL) -> SQL {
    guard circle != nil else {
      return """
        (q.author = \(viewer) OR EXISTS (SELECT 1 FROM follows w \
        WHERE w.follower = \(viewer) AND w.followee = q.author AND w.shows_reposts = 1))
        """
    }
    return """
      NOT EXISTS (SELECT 1 FROM follows w \
      WHERE w.follower = \(viewer) AND w.followee = q.author AND w.shows_reposts = 0)
      """
  }

  /// Returns the conditions on the post `q` that decide which posts show beside those for all timelines:
  /// replies, comments, and in home those of people in exclusive circles.
  func isWanted(_ viewer: SQL, in statement: inout Statement) -> SQL {
    if let circle { return circle.condition(viewer, in: &statement) }
    var sql: SQL = """
      (q.reply_to_author IS NULL OR q.author = \(viewer) OR q.reply_to_author IN (q.author, \(viewer)) \
      OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(viewer) AND w.followee = q.reply_to_author)) \
      AND (q.is_comment = 0 OR q.author = \(viewer) OR EXISTS (SELECT 1 FROM posts r WHERE r.id = q.conversation \
      AND (r.author = \(viewer) \
      OR EXISTS (SELECT 1 FROM follows w WHERE w.follower = \(viewer) AND w.followee = r.author))))
      """
    if hasExclusiveCircles {
      sql.append(
        """
         AND (q.author = \(viewer) OR NOT EXISTS (SELECT 1 FROM circle_members e CROSS JOIN circles c \
        WHERE e.account = q.author AND e.owner = \(viewer) AND c.id = e.circle AND c.is_exclusive = 1 LIMIT 1 OFFSET 0))
        """)
    }
    return sql
  }
}
