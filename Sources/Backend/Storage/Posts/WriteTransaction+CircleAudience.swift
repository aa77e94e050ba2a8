public import Social

/// The audience of a new post for circles.
public struct CircleAudience: Equatable, Sendable {
  /// The circles whose people see the post; empty for all members or followers but the excepted people.
  public var circles: [Int64]
  /// The circles whose people don't see it.
  public var excepted: [Int64]
  /// The audience that the exceptions are taken from: members or followers; `circles` if circles are chosen.
  public var base: Visibility

  public init(circles: [Int64], excepted: [Int64], base: Visibility) {
    self.circles = circles
    self.excepted = excepted
    self.base = base
  }
}

extension WriteTransaction {
  /// Returns true if the account owns all of the circles, each of which is named once.
  public func hasCircles(_ circles: [Int64], owner: Int64) throws(StorageError) -> Bool {
    try connection.count("SELECT count(*) FROM circles WHERE owner = \(owner) AND id IN \(circles)")
      == circles.count
  }

  /// Records who sees a new post: the people who are in the circles now (decision 0059).
  public func setAudience(of post: MemberPostDraft, to audience: CircleAudience) throws(StorageError) {
    try connection.execute(
      "INSERT INTO post_audiences (post, base) VALUES (\(post.id), \(audience.base.rawValue))")
    for (circles, isExcepted) in [(audience.circles, false), (audience.excepted, true)] {
      for circle in circles {
        try connection.execute(
          "INSERT INTO post_circles (post, circle, is_excepted) VALUES (\(post.id), \(circle), \(isExcepted))"
        )
      }
    }
    let isExcepted = audience.circles.isEmpty
    var statement: Statement = "INSERT INTO post_recipients (post, account, is_excepted) SELECT DISTINCT "
    statement.append(
      "\(statement.identifier(post.id)), e.account, \(raw: isExcepted ? "1" : "0") FROM circle_members e ")
    statement.append("WHERE e.circle IN \(isExcepted ? audience.excepted : audience.circles)")
    if !isExcepted, !audience.excepted.isEmpty {
      statement.append(
        " AND NOT EXISTS (SELECT 1 FROM circle_members o WHERE o.circle IN \(audience.excepted) AND o.account = e.account)"
      )
    }
    try connection.execute(statement)
  }

  /// Returns those of the accounts that may not see a post.
  public func accounts(_ accounts: [Int64], whoDoNotSee post: Int64) throws(StorageError) -> [Int64] {
    var others: [Int64] = []
    for account in accounts where try self.post(post, viewer: account) == nil { others.append(account) }
    return others
  }
}

extension DatabaseConnection {
  /// Adds the chosen circles to the viewer's own posts: only a post's author learns of them.
  func addCircles(to posts: inout [Int64: Post], of viewer: Int64) throws {
    let own = posts.filter { $1.visibility == .circles && $1.author.id == String(viewer) }.keys.sorted()
    guard !own.isEmpty else { return }
    for (id, circles) in try chosenCircles(of: own) { posts[id]?.circles = circles }
  }

  /// Returns the circles that the author chose for each of these posts, the oldest first. Deleted ones are
  /// left out.
  func chosenCircles(of posts: [Int64]) throws -> [Int64: [Post.ChosenCircle]] {
    var chosen: [Int64: [Post.ChosenCircle]] = [:]
    try forEach(
      """
      SELECT d.post, c.id, c.name, d.is_excepted, CASE WHEN d.is_excepted = 1 AND a.base = 'private' THEN 1 ELSE 0 END
      FROM post_circles d JOIN circles c ON c.id = d.circle JOIN post_audiences a ON a.post = d.post
      WHERE d.post IN \(posts) ORDER BY d.post, c.id
      """
    ) { row in
      let post = try row.integer()
      chosen[post, default: []].append(
        Post.ChosenCircle(
          id: String(try row.integer()), name: try row.text(), isExcepted: try row.bool(),
          isOfFollowers: try row.bool()))
    }
    return chosen
  }
}
