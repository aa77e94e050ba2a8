import Invalidation
import Social

/// Assembles the entries of a timeline from rows that its statement found visible. It costs two statements if
/// the posts are cached, else seven, whatever the page's length.
struct EntryReader {
  /// The columns that a timeline selects from the posts `p`, behind its key.
  static let columns: SQL = "p.id, p.author, p.repost_of, p.created_at, p.visibility"

  let connection: any DatabaseConnection
  let memory: PostCache
  let viewer: Int64?
  let cursor: Cursor

  func page(_ statement: Statement) throws -> ListPage<TimelineEntry> {
    if let viewer { connection.depend(on: .viewer(viewer), .interactions(viewer)) }
    let (rows, keys) = try connection.page(statement, cursor) { _, row in try EntryRow(&row) }
    return ListPage(try entries(rows), keys: keys, cursor: cursor)
  }

  func page(_ list: PostList) throws -> ListPage<TimelineEntry> {
    if let viewer { connection.depend(on: .viewer(viewer), .interactions(viewer)) }
    let (rows, unread) = try list.rows(connection)
    return ListPage(try entries(rows.map(\.entry)), keys: rows.map(\.key), cursor: cursor, unread: unread)
  }

  /// Reads the posts and people of the rows.
  ///
  /// - Parameter interactions: the viewer's interactions with some of the posts, if they were read already.
  func entries(_ rows: [EntryRow], interactions: [Int64: Post.Interactions] = [:]) throws -> [TimelineEntry] {
    connection.depend(on: rows.filter(\.isRepost).map { .post($0.id) })
    let found = try PostReader(connection: connection, memory: memory, viewer: viewer)
      .read(
        visible: rows.map(\.post), others: rows.filter(\.isRepost).map(\.author), interactions: interactions)
    return rows.compactMap { row in
      guard let post = found.posts[row.post] else { return nil }
      guard row.isRepost else { return TimelineEntry(post) }
      guard let reposter = found.profiles[row.author] else { return nil }
      return TimelineEntry(
        id: String(row.id), createdAt: row.createdAt, post: post, reposter: reposter,
        visibility: row.visibility(of: post))
    }
  }

  /// Merges entries of the same post: it shows as its author's entry, else as the newest repost.
  static func merged(_ rows: [EntryRow]) -> [EntryRow] {
    let published = Set(rows.filter { !$0.isRepost }.map(\.post))
    var reposted: Set<Int64> = []
    return rows.filter { row in
      !row.isRepost || !published.contains(row.post) && reposted.insert(row.post).inserted
    }
  }
}

/// One selected row of a timeline.
struct EntryRow {
  let id: Int64
  let author: Int64
  /// The id of the shown post; for a repost, the reposted one's.
  let post: Int64
  let isRepost: Bool
  let createdAt: Timestamp
  let visibility: Visibility?

  init(_ row: inout RowReader) throws(StorageError) {
    id = try row.integer()
    author = try row.integer()
    let repeated = try row.optionalInteger()
    post = repeated ?? id
    isRepost = repeated != nil
    createdAt = Timestamp(milliseconds: try row.optionalInteger() ?? Identifiers.millisecond(of: id))
    visibility = Visibility(rawValue: try row.text())
  }

  /// Returns the repost's audience, which is at most that of its post; `nil` if both are the same.
  fileprivate func visibility(of post: Post) -> Visibility? {
    let shown = post.visibility.isForEverybody ? visibility : visibility?.narrower(post.visibility)
    return shown == post.visibility ? nil : shown
  }
}

/// An entry, and what the viewer did with its post.
struct ViewedEntryRow {
  let entry: EntryRow
  private let interactions: Post.Interactions

  /// Reads `EntryReader.columns` with `PostRow.interactionColumns` behind them.
  init(_ row: inout RowReader) throws(StorageError) {
    entry = try EntryRow(&row)
    interactions = try Post.Interactions(&row)
  }

  /// `nil` for a repost: the interactions are those of the repost itself, not of the post.
  fileprivate var interaction: (Int64, Post.Interactions)? {
    entry.isRepost ? nil : (entry.post, interactions)
  }
}

extension [ViewedEntryRow] {
  var interactions: [Int64: Post.Interactions] { Dictionary(compactMap(\.interaction)) { $1 } }
}

/// A row of a list that is read in windows: a key, `EntryReader.columns`, and where the window ends.
struct ListedRow {
  let key: Int64
  let entry: EntryRow
  /// The end of the window, the same in all rows of a result; `nil` if the list ends in the window.
  let end: Int64?
  /// The viewer's interactions; `nil` if they were not read, or the entry is a repost.
  var interactions: Post.Interactions?

  init(_ row: inout RowReader) throws(StorageError) {
    key = try row.integer()
    entry = try EntryRow(&row)
    end = try row.optionalInteger()
  }

  /// Reads a row with `PostRow.interactionColumns` at its end.
  init(withInteractions row: inout RowReader) throws(StorageError) {
    self = try ListedRow(&row)
    let interactions = try Post.Interactions(&row)
    if !entry.isRepost { self.interactions = interactions }
  }
}

extension [ListedRow] {
  var interactions: [Int64: Post.Interactions] {
    var interactions: [Int64: Post.Interactions] = [:]
    for row in self { interactions[row.entry.post] = row.interactions ?? interactions[row.entry.post] }
    return interactions
  }
}
