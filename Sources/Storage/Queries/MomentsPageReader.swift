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
    let rows = try connection.rows(postsStatement())
    guard let first = try rows.first?.integer(0), let last = try rows.last?.integer(0) else { return [] }
    let range = last...first
    let accounts = try accounts(range)
    let pictures = try pictures(range)
    let comments = try comments(range, accounts, pictures)
    let likes = try likes(range, accounts)
    var posts: [Post] = []
    posts.reserveCapacity(rows.count)
    for row in rows {
      let id = try row.integer(0)
      connection.depend(on: .post(id), .conversation(id))
      guard let sender = accounts[try row.integer(1)] else { continue }
      posts.append(
        Post(
          id: String(id), sender: sender, text: try row.text(2), warning: try row.text(4),
          isSensitive: try row.bool(5), pictures: pictures[id] ?? [], comments: comments[id] ?? [],
          likes: likes[id] ?? [],
          createdAt: try row.optionalInteger(3).map(Timestamp.init(milliseconds:))))
    }
    return posts
  }

  /// Whose posts the page may list.
  private func dependOnLists() throws {
    connection.depend(on: .authored(page.owner), .reader(page.owner))
    if let asker = page.asker { connection.depend(on: .reader(asker)) }
    guard isGathered else { return }
    let followed = Statement("SELECT followee FROM follows WHERE follower = $1", .integer(page.owner))
    connection.depend(on: try connection.rows(followed).map { .authored(try $0.integer(0)) })
  }

  private func postsStatement() -> Statement {
    var statement = Statement(
      "SELECT p.id, p.author, p.text, p.created_at, p.warning, p.is_sensitive FROM posts p WHERE ")
    let condition = page.condition(in: &statement)
    statement.append(condition + " ORDER BY p.id DESC")
    if let limit = page.limit { statement.append(" LIMIT " + statement.parameter(.integer(Int64(limit)))) }
    return statement
  }

  /// `prefix`, then the ids of the page's posts as a subquery, then `suffix`.
  private func statement(_ prefix: String, _ range: ClosedRange<Int64>, _ suffix: String) -> Statement {
    var statement = Statement(prefix)
    let selection = selection(range, in: &statement)
    statement.append(" IN (\(selection))" + suffix)
    return statement
  }

  private func selection(_ range: ClosedRange<Int64>, in statement: inout Statement) -> String {
    let condition = page.condition(in: &statement)
    let lower = statement.parameter(.integer(range.lowerBound))
    let upper = statement.parameter(.integer(range.upperBound))
    return "SELECT p.id FROM posts p WHERE \(condition) AND p.id BETWEEN \(lower) AND \(upper)"
  }

  /// Everybody who appears on the page.
  private func accounts(_ range: ClosedRange<Int64>) throws -> [Int64: Account] {
    var statement = Statement("WITH page AS (")
    let selection = selection(range, in: &statement)
    statement.append(
      """
      \(selection)) SELECT \(AccountRow.columns) FROM \(AccountRow.tables) WHERE a.id IN (
        SELECT author FROM posts WHERE id IN (SELECT id FROM page)
        UNION SELECT author FROM posts WHERE conversation IN (SELECT id FROM page)
        UNION SELECT account FROM favourites WHERE post IN (SELECT id FROM page)) AND a.suspended_at IS NULL
      """)
    var accounts: [Int64: Account] = [:]
    for row in try connection.rows(statement) {
      // On a page nobody's cover is shown but the owner's, which is asked for by itself.
      let record = try AccountRow(row)
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
    for row in try connection.rows(query) {
      let stored = try PictureRow(row, from: 5)
      var picture = PictureRow.picture(
        stored, source: try row.optionalText(1), description: try row.text(2))
      picture.focus = try AttachmentRow.focus(row, from: 3)
      pictures[try row.integer(0), default: []].append(picture)
    }
    return pictures
  }

  private func comments(
    _ range: ClosedRange<Int64>, _ accounts: [Int64: Account], _ pictures: [Int64: [Picture]]
  ) throws -> [Int64: [Comment]] {
    var query = statement(
      "SELECT c.conversation, c.id, c.author, c.text, c.reply_to, c.created_at, c.is_sensitive FROM posts c WHERE c.conversation",
      range, " AND c.id <> c.conversation AND ")
    let condition = page.isVisible("c", in: &query)
    query.append(condition + " ORDER BY c.conversation, c.place IS NULL, c.place, c.id")
    let rows = try connection.rows(query)
    var authors: [Int64: Account] = [:]
    for row in rows { authors[try row.integer(1)] = accounts[try row.integer(2)] }
    var comments: [Int64: [Comment]] = [:]
    for row in rows {
      let id = try row.integer(1)
      connection.depend(on: .post(id))
      guard let sender = authors[id] else { continue }
      let reply = try row.optionalInteger(4).flatMap { answered in
        authors[answered].map { Comment.Reply(id: String(answered), sender: $0) }
      }
      let comment = Comment(
        id: String(id), sender: sender, text: try row.text(3), replyTo: reply,
        picture: try row.bool(6) ? nil : pictures[id]?.first,
        createdAt: try row.optionalInteger(5).map(Timestamp.init(milliseconds:)))
      comments[try row.integer(0), default: []].append(comment)
    }
    return comments
  }

  private func likes(_ range: ClosedRange<Int64>, _ accounts: [Int64: Account]) throws -> [Int64: [Account]] {
    let query = statement(
      "SELECT l.post, l.account FROM favourites l WHERE l.post", range,
      " ORDER BY l.post, l.place IS NULL, l.place, l.id")
    var likes: [Int64: [Account]] = [:]
    for row in try connection.rows(query) {
      guard let account = accounts[try row.integer(1)] else { continue }
      likes[try row.integer(0), default: []].append(account)
    }
    return likes
  }
}
