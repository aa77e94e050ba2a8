import Freshness
import Social

/// Puts the entries of a timeline together, which its statement has found visible. Costs two statements if the posts are
/// remembered, seven if not, however long the page is.
struct EntryReader {
  /// What a timeline selects from the posts `p`, behind the key by which it is paged.
  static let columns: SQL = "p.id, p.author, p.repost_of, p.created_at, p.visibility"

  let connection: any DatabaseConnection
  let memory: StatusMemory
  let asker: Int64?
  let cursor: Cursor

  func page(_ statement: Statement) throws -> Slice<TimelineEntry> {
    if let asker { connection.depend(on: .reader(asker), .marks(asker)) }
    let (rows, keys) = try connection.page(statement, cursor) { _, row in try EntryRow(&row) }
    return Slice(try entries(rows), keys: keys, cursor: cursor)
  }

  func page(_ list: PostList) throws -> Slice<TimelineEntry> {
    if let asker { connection.depend(on: .reader(asker), .marks(asker)) }
    let (rows, unread) = try list.rows(connection)
    return Slice(try entries(rows.map(\.entry)), keys: rows.map(\.key), cursor: cursor, unread: unread)
  }

  /// - Parameter marks: what the asker did with some of the posts, if that was read already.
  func entries(_ rows: [EntryRow], marks: [Int64: Status.Viewer] = [:]) throws -> [TimelineEntry] {
    connection.depend(on: rows.filter(\.isRepost).map { .post($0.id) })
    let found = try StatusReader(connection: connection, memory: memory, asker: asker)
      .read(visible: rows.map(\.post), others: rows.filter(\.isRepost).map(\.author), marks: marks)
    return rows.compactMap { row in
      guard let status = found.statuses[row.post] else { return nil }
      guard row.isRepost else { return TimelineEntry(status) }
      guard let reposter = found.profiles[row.author] else { return nil }
      return TimelineEntry(
        id: String(row.id), createdAt: row.createdAt, status: status, reposter: reposter,
        visibility: row.visibility == status.visibility ? nil : row.visibility)
    }
  }

  /// A post that the page has several times shows once: as its author's entry, else as the newest repost.
  static func merged(_ rows: [EntryRow]) -> [EntryRow] {
    let published = Set(rows.filter { !$0.isRepost }.map(\.post))
    var reposted: Set<Int64> = []
    return rows.filter { row in
      !row.isRepost || !published.contains(row.post) && reposted.insert(row.post).inserted
    }
  }
}

/// What a timeline has selected.
struct EntryRow {
  let id: Int64
  let author: Int64
  /// The post itself; of a repost, what it repeats.
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
}

/// An entry, and what the viewer did with its post.
struct MarkedEntryRow {
  let entry: EntryRow
  private let viewer: Status.Viewer

  /// Reads `EntryReader.columns` with `StatusRow.viewerColumns` behind them.
  init(_ row: inout RowReader) throws(StorageError) {
    entry = try EntryRow(&row)
    viewer = try Status.Viewer(&row)
  }

  /// `nil` for a repost: the marks are those of the repost itself, not of the post.
  fileprivate var mark: (Int64, Status.Viewer)? { entry.isRepost ? nil : (entry.post, viewer) }
}

extension [MarkedEntryRow] {
  var marks: [Int64: Status.Viewer] { Dictionary(compactMap(\.mark)) { $1 } }
}

/// A row of a list that is read in windows: a key, `EntryReader.columns`, and where the window ends.
struct ListedRow {
  let key: Int64
  let entry: EntryRow
  /// The same in all rows of an answer; nil: all was looked at.
  let end: Int64?
  /// What the asker did with the post; nil: it was not read, or the entry is a repost of another one.
  var viewer: Status.Viewer?

  init(_ row: inout RowReader) throws(StorageError) {
    key = try row.integer()
    entry = try EntryRow(&row)
    end = try row.optionalInteger()
  }

  /// With `StatusRow.viewerColumns` behind it.
  init(marked row: inout RowReader) throws(StorageError) {
    self = try ListedRow(&row)
    let viewer = try Status.Viewer(&row)
    if !entry.isRepost { self.viewer = viewer }
  }
}

extension [ListedRow] {
  var marks: [Int64: Status.Viewer] {
    var marks: [Int64: Status.Viewer] = [:]
    for row in self { marks[row.entry.post] = row.viewer ?? marks[row.entry.post] }
    return marks
  }
}
