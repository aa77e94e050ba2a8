import Invalidation
public import Social

extension Store {
  /// Returns an account's circles, the oldest first.
  ///
  /// - Parameters:
  ///   - person: Leaves out circles without this account; `nil` for all circles.
  ///   - id: Leaves out circles with another id; `nil` for all circles.
  public func circles(of owner: Int64, with person: Int64? = nil, id: Int64? = nil) async throws -> [Circle] {
    try await driver.read(dependsOn: .tags([.viewer(owner)])) { connection in
      var statement: Statement = """
        SELECT c.id, c.name, c.replies_policy, c.is_exclusive, \
        (SELECT count(*) FROM circle_members e CROSS JOIN accounts a \
        WHERE e.circle = c.id AND a.id = e.account AND a.suspended_at IS NULL) \
        FROM circles c WHERE c.owner = \(owner)
        """
      if let person {
        statement.append(
          " AND EXISTS (SELECT 1 FROM circle_members e WHERE e.circle = c.id AND e.account = \(person))")
      }
      if let id { statement.append(" AND c.id = \(id)") }
      statement.append(" ORDER BY c.id")
      return try connection.rows(statement) { row in try Circle(&row) }
    }
  }

  /// Returns a page of a circle's people, the last added first; `nil` if the account has no such circle. The
  /// cursor holds the ids of their places in circles.
  public func people(of circle: Int64, owner: Int64, _ cursor: Cursor) async throws -> ListPage<Profile>? {
    try await driver.read(dependsOn: .tags([.viewer(owner)])) { connection in
      guard try connection.repliesPolicy(of: circle, owner: owner) != nil else { return nil }
      return try connection.accounts(
        "SELECT v.id, v.account FROM circle_members v WHERE v.circle = \(circle)", key: "v.id",
        account: "v.account",
        viewer: owner, cursor)
    }
  }
}

extension DatabaseConnection {
  /// Returns a circle's policy; `nil` if the account has no such circle.
  func repliesPolicy(of circle: Int64, owner: Int64) throws(StorageError) -> Circle.RepliesPolicy? {
    try text("SELECT replies_policy FROM circles WHERE id = \(circle) AND owner = \(owner)")
      .flatMap { Circle.RepliesPolicy(rawValue: $0) }
  }
}

extension Circle {
  fileprivate init(_ row: inout RowReader) throws(StorageError) {
    self.init(
      id: String(try row.integer()), name: try row.text(),
      repliesPolicy: RepliesPolicy(rawValue: try row.text()) ?? .people, isExclusive: try row.bool(),
      peopleCount: try row.int())
  }
}
