import Freshness
import Social

/// Reads the rows of a page and puts the posts together.
struct MomentsPageReader {
  private let connection: any DatabaseConnection
  private let page: MomentsPage
  private let isGathered: Bool
  private let statements: MomentsStatements

  /// - Parameter isGathered: somebody wants to know what the page depends on, which costs a statement more.
  init(_ connection: any DatabaseConnection, _ page: MomentsPage, isGathered: Bool) {
    self.isGathered = isGathered
    self.connection = connection
    self.page = page
    statements = MomentsStatements(page: page)
  }

  func posts() throws -> [Post] {
    try dependOnLists()
    let rows = try connection.rows(statements.posts()) { row in try PostRow(&row) }
    guard !rows.isEmpty else { return [] }
    let comments = try connection.rows(statements.comments(rows.map(\.id))) { row in try CommentRow(&row) }
    let likes = try likes(rows)
    let accounts = try accounts(
      Set(rows.map(\.author)).union(comments.map(\.author)).union(likes.values.joined()))
    let pictures = try pictures(rows.map(\.id) + comments.map(\.id))
    let commentsOfPosts = self.comments(comments, accounts, pictures)
    var posts: [Post] = []
    posts.reserveCapacity(rows.count)
    for row in rows {
      let id = row.id
      connection.depend(on: .post(id), .conversation(id))
      guard let sender = accounts[row.author] else { continue }
      posts.append(
        Post(
          id: String(id), sender: sender, text: row.text, warning: row.warning, isSensitive: row.isSensitive,
          pictures: pictures[id] ?? [], comments: commentsOfPosts[id] ?? [],
          likes: (likes[id] ?? []).compactMap { accounts[$0] },
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

  func authors(_ limit: Int) throws -> [Account] {
    try dependOnLists()
    return try connection.rows(statements.authors(limit)) { row in try AccountRow(&row) }.map { record in
      connection.depend(on: .account(record.id))
      return record.account(withCover: false)
    }
  }

  /// How many ids one statement names.
  private static let idsAtOnce = 4096

  private func inPieces(_ ids: [Int64], _ body: ([Int64]) throws -> Void) rethrows {
    for start in stride(from: 0, to: ids.count, by: Self.idsAtOnce) {
      try body(Array(ids[start..<min(ids.count, start + Self.idsAtOnce)]))
    }
  }

  private func accounts(_ ids: Set<Int64>) throws -> [Int64: Account] {
    var accounts: [Int64: Account] = [:]
    try inPieces(ids.sorted()) { ids in
      let sql: Statement = """
        SELECT \(AccountRow.columns) FROM \(AccountRow.tables) WHERE a.id IN \(ids) AND a.suspended_at IS NULL
        """
      for record in try connection.rows(sql, { row in try AccountRow(&row) }) {
        // On a page nobody's cover is shown but the owner's, which is asked for by itself.
        connection.depend(on: .account(record.id))
        accounts[record.id] = record.account(withCover: false)
      }
    }
    return accounts
  }

  /// The pictures of posts and comments, by the id of each.
  private func pictures(_ ids: [Int64]) throws -> [Int64: [Picture]] {
    var pictures: [Int64: [Picture]] = [:]
    try inPieces(ids) { ids in
      let sql: Statement = """
        SELECT t.post, t.source, t.description, t.focus_x, t.focus_y, \(PictureRow.columns("m")) FROM attachments t
        LEFT JOIN media m ON m.id = t.media WHERE t.post IN \(ids) ORDER BY t.post, t.position
        """
      try connection.forEach(sql) { row in
        let id = try row.integer()
        let (source, description) = (try row.optionalText(), try row.text())
        let focus = try AttachmentRow.focus(&row)
        var picture = PictureRow.picture(try PictureRow(&row), source: source, description: description)
        picture.focus = focus
        pictures[id, default: []].append(picture)
      }
    }
    return pictures
  }

  private func comments(
    _ rows: [CommentRow], _ accounts: [Int64: Account], _ pictures: [Int64: [Picture]]
  ) -> [Int64: [Comment]] {
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

  /// The ids of who likes each post.
  private func likes(_ rows: [PostRow]) throws -> [Int64: [Int64]] {
    var likes: [Int64: [Int64]] = [:]
    var cut: Set<Int64> = []
    try connection.forEach(statements.likes(rows.map(\.id))) { row in
      let post = try row.integer()
      likes[post, default: []].append(try row.integer())
      if try row.bool() { cut.insert(post) }
    }
    // Whoever asks has to see their own.
    if let asker = page.asker, !cut.isEmpty {
      for post in try connection.integers(
        "SELECT post FROM favourites WHERE account = \(asker) AND post IN \(cut.sorted())")
      where likes[post]?.contains(asker) == false { likes[post]?.append(asker) }
    }
    return likes
  }
}

struct PostRow {
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

struct CommentRow {
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
