import Invalidation
public import Social

/// Pages of all that is a member's own.
///
/// It must not be used after the transaction.
public struct OwnDataReader {
  let connection: any DatabaseConnection
  let memory: PostCache
  let account: Int64

  /// A favourite or bookmark. Only the post's address is in it, because the post belongs to another account.
  public struct Collected: Equatable, Sendable {
    public let post: Int64
    public let username: String
  }

  public struct Followed: Equatable, Sendable {
    public let username: String
    public let showsReposts: Bool
    public let notifies: Bool
  }

  /// A person in one of the account's circles.
  public struct InCircle: Equatable, Sendable {
    public let circle: String
    public let username: String
  }

  /// A named album, and the ids of its posts, newest first.
  public struct OwnScrapbook: Equatable, Sendable {
    public let title: String
    public let posts: [Int64]
  }

  /// Returns profile and settings; `nil` if the account is missing or suspended.
  public func profile() throws -> (profile: Profile, settings: AccountSettingsRecord)? {
    guard var profile = try connection.profiles([account])[account],
      let settings = try connection.settings(of: account)
    else { return nil }
    // A profile has only the banner.
    profile.account.cover = try connection.account(named: profile.account.username)?.account.cover
    return (profile, settings)
  }

  /// Returns posts and reposts of every visibility, newest first; reposts only of posts that the account may
  /// still see.
  ///
  /// - Parameter last: the last one read so far; `nil` to begin with the newest.
  public func posts(after last: Int64?, limit: Int) throws -> ListPage<TimelineEntry> {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = "SELECT p.id, \(EntryReader.columns) FROM posts p WHERE p.author = \(account)"
    statement.append("\(cursor.condition("p.id", in: &statement))")
    statement.append(" AND \(Visibility.condition(viewer: account, in: &statement))")
    statement.append("\(cursor.order("p.id", in: &statement))")
    return try EntryReader(connection: connection, memory: memory, viewer: account, cursor: cursor).page(
      statement)
  }

  /// Returns favourites or bookmarks whose posts the account may see, the latest first. `last` is the id of
  /// the favourite or bookmark.
  public func collected(_ collection: Collection, after last: Int64?, limit: Int) throws -> ListPage<
    Collected
  > {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = """
      SELECT v.id, p.id, a.username FROM \(collection.table) v CROSS JOIN posts p \
      CROSS JOIN accounts a WHERE p.id = v.post AND a.id = p.author AND v.account = \(account)
      """
    statement.append("\(cursor.condition("v.id", in: &statement))")
    statement.append(" AND \(Visibility.condition(viewer: account, in: &statement))")
    statement.append("\(cursor.order("v.id", in: &statement))")
    let (collected, keys) = try connection.page(statement, cursor) { _, row in
      Collected(post: try row.integer(), username: try row.text())
    }
    return ListPage(collected, keys: keys, cursor: cursor)
  }

  /// Returns the followed accounts, the latest first. `last` is the id of the follow.
  public func followed(after last: Int64?, limit: Int) throws -> ListPage<Followed> {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = """
      SELECT f.id, a.username, f.shows_reposts, f.notifies FROM follows f CROSS JOIN accounts a \
      WHERE a.id = f.followee AND a.suspended_at IS NULL AND f.follower = \(account)
      """
    statement.append("\(cursor.condition("f.id", in: &statement))")
    statement.append("\(cursor.order("f.id", in: &statement))")
    let (followed, keys) = try connection.page(statement, cursor) { _, row in
      Followed(username: try row.text(), showsReposts: try row.bool(), notifies: try row.bool())
    }
    return ListPage(followed, keys: keys, cursor: cursor)
  }

  /// Returns the people in the account's circles, the last added first. `last` is the id of the place in a
  /// circle.
  public func peopleInCircles(after last: Int64?, limit: Int) throws -> ListPage<InCircle> {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = """
      SELECT e.id, c.name, a.username FROM circle_members e CROSS JOIN circles c CROSS JOIN accounts a \
      WHERE c.id = e.circle AND a.id = e.account AND a.suspended_at IS NULL AND e.owner = \(account)
      """
    statement.append("\(cursor.condition("e.id", in: &statement))")
    statement.append("\(cursor.order("e.id", in: &statement))")
    let (people, keys) = try connection.page(statement, cursor) { _, row in
      InCircle(circle: try row.text(), username: try row.text())
    }
    return ListPage(people, keys: keys, cursor: cursor)
  }

  /// Returns the account's named albums, the last made first. `last` is the scrapbook's id.
  public func scrapbooks(after last: Int64?, limit: Int) throws -> ListPage<OwnScrapbook> {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = "SELECT c.id, c.title FROM scrapbooks c WHERE c.owner = \(account)"
    statement.append("\(cursor.condition("c.id", in: &statement))")
    statement.append("\(cursor.order("c.id", in: &statement))")
    let (titles, keys) = try connection.page(statement, cursor) { _, row in try row.text() }
    var scrapbooks: [OwnScrapbook] = []
    for (title, key) in zip(titles, keys) {
      let posts = try connection.integers(
        "SELECT post FROM scrapbook_posts WHERE scrapbook = \(key) ORDER BY post DESC")
      scrapbooks.append(OwnScrapbook(title: title, posts: posts))
    }
    return ListPage(scrapbooks, keys: keys, cursor: cursor)
  }

  /// Returns the addresses (`/media/…`) of the pictures in the account's posts, each once. `last` is the
  /// picture's id.
  public func pictures(after last: Int64?, limit: Int) throws -> ListPage<String> {
    let cursor = Cursor(maxID: last, limit: limit)
    var statement: Statement = """
      SELECT m.id, \(PictureRow.columns("m")) FROM media m WHERE m.id IN (\
      SELECT t.media FROM posts p CROSS JOIN attachments t WHERE t.post = p.id AND p.author = \(account))
      """
    statement.append("\(cursor.condition("m.id", in: &statement))")
    statement.append("\(cursor.order("m.id", in: &statement))")
    let (pictures, keys) = try connection.page(statement, cursor) { _, row in try PictureRow(&row) }
    return ListPage(
      pictures.compactMap { $0.map { $0.moving ?? $0.picture.url } }, keys: keys, cursor: cursor)
  }
}

extension Store {
  /// Reads what is an account's own. No more than a page: one of the readers of the database is held
  /// meanwhile.
  ///
  /// It doesn't use the cache of posts, where its many posts would displace those that are read often.
  public func ownData<Value: Sendable>(
    of account: Int64, _ body: @escaping @Sendable (OwnDataReader) throws -> Value
  ) async throws -> Value {
    let revisions = driver.revisions
    return try await driver.read(dependsOn: .everything) { connection in
      try body(
        OwnDataReader(connection: connection, memory: PostCache(revisions: revisions), account: account))
    }
  }

  /// Returns true if the account has that token and isn't suspended.
  public func hasToken(_ id: Int64, of account: Int64) async throws -> Bool {
    try await driver.read(dependsOn: .everything) { connection in
      try connection.has(
        """
        SELECT 1 FROM tokens t JOIN accounts a ON a.id = t.account
        WHERE t.id = \(id) AND t.account = \(account) AND a.suspended_at IS NULL
        """)
    }
  }
}
