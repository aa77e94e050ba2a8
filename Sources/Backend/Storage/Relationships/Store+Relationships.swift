import Invalidation
public import Social

extension Store {
  /// Returns the relationships of an account to others, in the order of the ids; missing accounts are left
  /// out.
  ///
  /// - Parameter now: the time in milliseconds, as mutes may have expired.
  public func relationships(of viewer: Int64, to ids: [Int64], now: Int64) async throws -> [Relationship] {
    try await driver.read(dependsOn: .tags([.viewer(viewer), .followers(viewer)])) { connection in
      var statement: Statement = "SELECT a.id, f.shows_reposts, f.notifies, m.hides_notifications, n.words"
      let id = statement.identifier(viewer)
      let facts: [SQL] = [
        "follows WHERE follower = a.id AND followee = \(id)",
        "blocks WHERE account = \(id) AND target = a.id",
        "blocks WHERE account = a.id AND target = \(id)",
        "follow_requests WHERE follower = \(id) AND followee = a.id",
        "follow_requests WHERE follower = a.id AND followee = \(id)",
      ]
      for fact in facts { statement.append(", CASE WHEN EXISTS (SELECT 1 FROM \(fact)) THEN 1 ELSE 0 END") }
      let moment = statement.identifier(now)
      statement.append(
        """
         FROM accounts a LEFT JOIN follows f ON f.follower = \(id) AND f.followee = a.id
        LEFT JOIN mutes m ON m.account = \(id) AND m.target = a.id \
        AND (m.expires_at IS NULL OR m.expires_at > \(moment))
        LEFT JOIN account_notes n ON n.account = \(id) AND n.target = a.id
        WHERE a.suspended_at IS NULL AND a.id IN \(ids)
        """)
      var found: [Int64: Relationship] = [:]
      try connection.forEach(statement) { row in
        let id = try row.integer()
        found[id] = try Relationship(id, &row)
      }
      return ids.compactMap { found[$0] }
    }
  }
}

extension Store {
  /// Returns relationships that hold only the viewer's follows and follow requests. Costs a statement unless
  /// these are cached.
  public func follows(of viewer: Int64, to ids: [Int64]) async throws -> [Relationship] {
    let dependency = [CacheTag.viewer(viewer)]
    if let known = followed.cachedAuthors(for: viewer) {
      Dependencies.current?.add(Dependencies.Slots(dependency))
      return ids.map { known.relationship(of: viewer, to: $0) }
    }
    let revision = revisions.latest
    return try await driver.read(dependsOn: .tags(dependency)) { connection in
      let authors = try followed.authors(for: viewer, asOf: revision, connection)
      return ids.map { authors.relationship(of: viewer, to: $0) }
    }
  }
}

extension Followed.Authors {
  fileprivate func relationship(of viewer: Int64, to id: Int64) -> Relationship {
    var relationship = Relationship(id: String(id))
    relationship.isFollowing = id != viewer && accounts.contains(id)
    relationship.notifies = notifying.contains(id)
    relationship.isRequested = requested.contains(id)
    return relationship
  }
}

extension Relationship {
  fileprivate init(_ id: Int64, _ row: inout RowReader) throws(StorageError) {
    self.init(id: String(id))
    let (showsReposts, notifies) = (try row.optionalInteger(), try row.optionalInteger())
    if let showsReposts {
      isFollowing = true
      self.showsReposts = showsReposts != 0
      self.notifies = notifies != 0
    }
    if let hidesNotifications = try row.optionalInteger() {
      isMuting = true
      mutesNotifications = hidesNotifications != 0
    }
    note = try row.optionalText() ?? ""
    isFollowedBy = try row.bool()
    isBlocking = try row.bool()
    isBlockedBy = try row.bool()
    isRequested = try row.bool()
    isRequestedBy = try row.bool()
  }
}
