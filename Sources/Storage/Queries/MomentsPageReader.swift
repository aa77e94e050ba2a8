import Freshness
import Social

/// Reads the rows of a page and puts the posts together.
struct MomentsPageReader {
  private let connection: any DatabaseConnection
  private let page: MomentsPage
  private let isGathered: Bool

  /// - Parameter isGathered: somebody wants to know what the page depends on, which costs a statement more.
  init(_ connection: any DatabaseConnection, _ page: MomentsPage, isGathered: Bool) {
    self.isGathered = isGathered
    self.connection = connection
    self.page = page
  }

  func posts() throws -> [Post] {
    try dependOnLists()
    let rows = try connection.rows(postsStatement()) { row in try PostRow(&row) }
    guard let first = rows.first?.id, let last = rows.last?.id else { return [] }
    let range = last...first
    let accounts = try accounts(range)
    let pictures = try pictures(range)
    let comments = try comments(range, accounts, pictures)
    let likes = try likes(range, accounts)
    var posts: [Post] = []
    posts.reserveCapacity(rows.count)
    for row in rows {
      let id = row.id
      connection.depend(on: .post(id), .conversation(id))
      guard let sender = accounts[row.author] else { continue }
      posts.append(
        Post(
          id: String(id), sender: sender, text: row.text, warning: row.warning, isSensitive: row.isSensitive,
          pictures: pictures[id] ?? [], comments: comments[id] ?? [], likes: likes[id] ?? [],
          createdAt: row.createdAt))
    }
    return posts
  }

  /// Whose posts the page may list.
  private func dependOnLists() throws {
    connection.depend(on: .authored(page.owner), .reader(page.owner))
    if let asker = page.asker { connection.depend(on: .reader(asker)) }
    guard isGathered else { return }
    let followed = try connection.integers("SELECT followee FROM follows WHERE follower = \(page.owner)")
    connection.depend(on: followed.map { .authored($0) })
  }

  private func postsStatement() -> Statement {
    var statement: Statement = "SELECT \(PostRow.columns) FROM posts p WHERE "
    statement.append("\(page.condition(in: &statement)) ORDER BY p.id DESC")
    if let limit = page.limit { statement.append(" LIMIT \(limit)") }
    return statement
  }

  /// `prefix`, then the ids of the page's posts as a subquery, then `suffix`.
  private func statement(_ prefix: SQL, _ range: ClosedRange<Int64>, _ suffix: SQL) -> Statement {
    var statement: Statement = "\(prefix)"
    statement.append(" IN (\(selection(range, in: &statement)))\(suffix)")
    return statement
  }

  private func selection(_ range: ClosedRange<Int64>, in statement: inout Statement) -> SQL {
    let condition = page.condition(in: &statement)
    let (lower, upper) = (statement.bind(range.lowerBound), statement.bind(range.upperBound))
    return "SELECT p.id FROM posts p WHERE \(condition) AND p.id BETWEEN \(lower) AND \(upper)"
  }

  /// Everybody who appears on the page.
  private func accounts(_ range: ClosedRange<Int64>) throws -> [Int64: Account] {
    var statement: Statement = "WITH page AS ("
    let selection = selection(range, in: &statement)
    statement.append(
      """
      \(selection)) SELECT \(AccountRow.columns) FROM \(AccountRow.tables) WHERE a.id IN (
        SELECT author FROM posts WHERE id IN (SELECT id FROM page)
        UNION SELECT author FROM posts WHERE conversation IN (SELECT id FROM page)
        UNION SELECT account FROM favourites WHERE post IN (SELECT id FROM page)) AND a.suspended_at IS NULL
      """)
    var accounts: [Int64: Account] = [:]
    for record in try connection.rows(statement, { row in try AccountRow(&row) }) {
      // On a page nobody's cover is shown but the owner's, which is asked for by itself.
      connection.depend(on: .account(record.id))
      accounts[record.id] = record.account(withCover: false)
    }
    return accounts
  }

  /// Reads the pictures of the posts and of their comments, by the id of each.
  private func pictures(_ range: ClosedRange<Int64>) throws -> [Int64: [Picture]] {
    var pictures: [Int64: [Picture]] = [:]
    let query = statement(
      """
      SELECT t.post, t.source, t.description, t.focus_x, t.focus_y, \(PictureRow.columns("m")) FROM attachments t
      LEFT JOIN media m ON m.id = t.media WHERE t.post IN (SELECT c.id FROM posts c WHERE c.conversation
      """, range, ") ORDER BY t.post, t.position")
    try connection.forEach(query) { row in
      let id = try row.integer()
      let (source, description) = (try row.optionalText(), try row.text())
      let focus = try AttachmentRow.focus(&row)
      var picture = PictureRow.picture(try PictureRow(&row), source: source, description: description)
      picture.focus = focus
      pictures[id, default: []].append(picture)
    }
    return pictures
  }

  private func comments(
    _ range: ClosedRange<Int64>, _ accounts: [Int64: Account], _ pictures: [Int64: [Picture]]
  ) throws -> [Int64: [Comment]] {
    var query = statement(
      "SELECT \(CommentRow.columns) FROM posts c WHERE c.conversation", range, " AND c.id <> c.conversation AND ")
    let condition = page.isVisible("c", in: &query)
    query.append("\(condition) ORDER BY c.conversation, c.place IS NULL, c.place, c.id")
    let rows = try connection.rows(query) { row in try CommentRow(&row) }
    var authors: [Int64: Account] = [:]
    for row in rows { authors[row.id] = accounts[row.author] }
    var comments: [Int64: [Comment]] = [:]
    for row in rows {
      connection.depend(on: .post(row.id))
      guard let sender = authors[row.id] else { continue }
      let reply = row.replyTo.flatMap { answered in
        authors[answered].map { Comment.Reply(id: String(answered), sender: $0) }
      }
      let comment = Comment(
        id: String(row.id), sender: sender, text: row.text, replyTo: reply,
        picture: row.isSensitive ? nil : pictures[row.id]?.first, createdAt: row.createdAt)
      comments[row.conversation, default: []].append(comment)
    }
    return comments
  }

  private func likes(_ range: ClosedRange<Int64>, _ accounts: [Int64: Account]) throws -> [Int64: [Account]] {
    let query = statement(
      "SELECT l.post, l.account FROM favourites l WHERE l.post", range,
      " ORDER BY l.post, l.place IS NULL, l.place, l.id")
    var likes: [Int64: [Account]] = [:]
    try connection.forEach(query) { row in
      let post = try row.integer()
      guard let account = accounts[try row.integer()] else { return }
      likes[post, default: []].append(account)
    }
    return likes
  }
}

private struct PostRow {
  static let columns: SQL = "p.id, p.author, p.text, p.created_at, p.warning, p.is_sensitive"

  let id: Int64
  let author: Int64
  let text: String
  let createdAt: Timestamp?
  let warning: String
  let isSensitive: Bool

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    author = try row.integer()
    text = try row.text()
    createdAt = try row.optionalInteger().map(Timestamp.init(milliseconds:))
    warning = try row.text()
    isSensitive = try row.bool()
  }
}

private struct CommentRow {
  static let columns: SQL = "c.conversation, c.id, c.author, c.text, c.reply_to, c.created_at, c.is_sensitive"

  let conversation: Int64
  let id: Int64
  let author: Int64
  let text: String
  let replyTo: Int64?
  let createdAt: Timestamp?
  let isSensitive: Bool

  init(_ row: inout RowReader) throws(StorageError) {
    conversation = try row.integer()
    id = try row.integer()
    author = try row.integer()
    text = try row.text()
    replyTo = try row.optionalInteger()
    createdAt = try row.optionalInteger().map(Timestamp.init(milliseconds:))
    isSensitive = try row.bool()
  }
}
