import Invalidation
import Social

/// Reads a Moments page: its own statements select posts, comments and likes and their order; `PostReader`
/// reads their content, as for timelines.
struct MomentsPageReader {
  private let connection: any DatabaseConnection
  private let page: MomentsPage
  private let isGathered: Bool
  private let statements: MomentsStatements
  private let postReader: PostReader

  /// Prepares reading a page.
  ///
  /// - Parameter isGathered: true if the caller gathers dependencies, which costs one more statement.
  init(_ connection: any DatabaseConnection, _ memory: PostCache, _ page: MomentsPage, isGathered: Bool) {
    self.isGathered = isGathered
    self.connection = connection
    self.page = page
    statements = MomentsStatements(page: page)
    // Without a viewer: the statements have applied the rule of who sees a post, and a page shows no
    // interactions of the viewer. The circles of the viewer's own posts are added later.
    postReader = PostReader(connection: connection, memory: memory, viewer: nil, showsFacesOnly: true)
  }

  func posts() throws -> [MomentsPost] { try posts(listed()) }

  /// The page's posts, newest first.
  func listed() throws -> [ListedPost] {
    try dependOnLists()
    return try connection.rows(statements.posts()) { row in try ListedPost(&row) }
  }

  /// Those of the posts that are on the page, as far as its list was read before.
  func posts(_ ids: [Int64]) throws -> [MomentsPost] {
    connection.depend(on: page.viewer.map { [.viewer($0)] } ?? [])
    return try posts(connection.rows(statements.posts(ids)) { row in try ListedPost(&row) })
  }

  private func posts(_ rows: [ListedPost]) throws -> [MomentsPost] {
    guard !rows.isEmpty else { return [] }
    let ids = rows.map(\.id)
    let listed = try connection.rows(statements.comments(ids)) { row in try ListedComment(&row) }
    let likes = try likes(ids)
    let (found, comments) = try read(ids, listed)
    let people = try people(Set(likes.values.joined()))
    return rows.compactMap { row in
      connection.depend(on: .post(row.id), .conversation(row.id))
      guard var post = found[row.id] else { return nil }
      if !row.isDated { post.createdAt = nil }
      post.comments = comments[row.id] ?? []
      post.likes = (likes[row.id] ?? []).compactMap { people[$0] }
      return post
    }
  }

  /// Adds dependencies on the authors whose posts the page may list.
  private func dependOnLists() throws {
    connection.depend(on: .authored(page.owner), .viewer(page.owner))
    if let viewer = page.viewer { connection.depend(on: .viewer(viewer)) }
    guard isGathered else { return }
    let followed = try connection.integers("SELECT followee FROM follows WHERE follower = \(page.owner)")
    connection.depend(on: followed.map { .authored($0) })
  }

  func authors(_ limit: Int) throws -> [Account] {
    try dependOnLists()
    return try connection.rows(statements.authors(limit)) { row in try AccountRow(&row) }.map { record in
      connection.depend(on: .account(record.id))
      return record.account(cover: .without)
    }
  }

  /// The number of ids in one statement, and of complete posts in memory at once.
  private static let idsAtOnce = 4096

  private func inPieces(_ ids: [Int64], _ body: ([Int64]) throws -> Void) rethrows {
    for start in stride(from: 0, to: ids.count, by: Self.idsAtOnce) {
      try body(Array(ids[start..<min(ids.count, start + Self.idsAtOnce)]))
    }
  }

  /// Reads the posts by their ids, and the comments by the ids of their posts.
  private func read(_ ids: [Int64], _ listed: [ListedComment]) throws -> (
    [Int64: MomentsPost], [Int64: [Comment]]
  ) {
    var posts: [Int64: MomentsPost] = [:]
    var comments: [Int64: Comment] = [:]
    let isPost = Set(ids)
    try inPieces(ids + listed.map(\.id)) { ids in
      var found = try postReader.read(visible: ids, others: []).posts
      if let viewer = page.viewer { try connection.addCircles(to: &found, of: viewer) }
      for (id, post) in found {
        if isPost.contains(id) { posts[id] = MomentsPost(post) } else { comments[id] = Comment(post) }
      }
    }
    var ofPosts: [Int64: [Comment]] = [:]
    for row in listed {
      guard var comment = comments[row.id] else { continue }
      if !row.isDated { comment.createdAt = nil }
      comment.replyTo = row.replyTo.flatMap { answered in
        comments[answered].map { Comment.Reply(id: String(answered), sender: $0.sender) }
      }
      ofPosts[row.conversation, default: []].append(comment)
    }
    return (posts, ofPosts)
  }

  private func people(_ ids: Set<Int64>) throws -> [Int64: Account] {
    var people: [Int64: Account] = [:]
    try inPieces(ids.sorted()) { ids in
      for (id, profile) in try postReader.read(visible: [], others: ids).profiles {
        people[id] = profile.face
      }
    }
    return people
  }

  /// Returns the ids of the accounts that like each post.
  private func likes(_ posts: [Int64]) throws -> [Int64: [Int64]] {
    var likes: [Int64: [Int64]] = [:]
    var cut: Set<Int64> = []
    try connection.forEach(statements.likes(posts)) { row in
      let post = try row.integer()
      likes[post, default: []].append(try row.integer())
      if try row.bool() { cut.insert(post) }
    }
    // The viewer's own like must show.
    if let viewer = page.viewer, !cut.isEmpty {
      for post in try connection.integers(
        "SELECT post FROM favourites WHERE account = \(viewer) AND post IN \(cut.sorted())")
      where likes[post]?.contains(viewer) == false { likes[post]?.append(viewer) }
    }
    return likes
  }
}

struct ListedPost {
  static let columns: SQL = "p.id, CASE WHEN p.created_at IS NULL THEN 0 ELSE 1 END"

  let id: Int64
  /// False if an import brought the post without a date.
  let isDated: Bool

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    isDated = try row.bool()
  }
}

struct ListedComment {
  static let columns: SQL =
    "c.conversation, c.id, c.reply_to, CASE WHEN c.created_at IS NULL THEN 0 ELSE 1 END"

  let conversation: Int64
  let id: Int64
  let replyTo: Int64?
  let isDated: Bool

  init(_ row: inout RowReader) throws(StorageError) {
    conversation = try row.integer()
    id = try row.integer()
    replyTo = try row.optionalInteger()
    isDated = try row.bool()
  }
}

extension MomentsPost {
  /// Converts a post as a page shows it, without comments and likes.
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, sender: post.author.face, text: post.content.written, warning: post.warning,
      isSensitive: post.isSensitive, pictures: post.attachments.map(\.picture), createdAt: post.createdAt,
      location: post.location, language: post.language, editedAt: post.editedAt,
      linkPreview: post.attachments.isEmpty ? post.linkPreview.map { LinkPreview($0) } : nil,
      visibility: post.visibility, circles: post.circles, hasPoll: post.hasPoll)
  }
}

extension MomentsPost.LinkPreview {
  /// Converts a preview as a page shows it, with the smallest square of its picture.
  fileprivate init(_ preview: Post.LinkPreview) {
    self.init(
      url: preview.url, title: preview.title,
      picture: preview.picture.map { picture in
        let square = picture.variants.first { $0.shape == .square }
        return Picture(url: square?.url ?? picture.url)
      })
  }
}

extension Comment {
  /// Converts a comment without its parent. Comments can't be hidden behind a warning, so a sensitive picture
  /// is left out.
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, sender: post.author.face, text: post.content.written,
      picture: post.isSensitive ? nil : post.attachments.first?.picture, createdAt: post.createdAt,
      language: post.language)
  }
}

extension Profile {
  /// The account without its cover: a page shows only the owner's, which is requested separately.
  fileprivate var face: Account {
    var account = account
    account.cover = nil
    return account
  }
}

extension Content {
  /// The text as it was typed, which is what the database stores.
  fileprivate var written: String {
    switch self {
    case .text(let text), .html(let text): text
    }
  }
}
