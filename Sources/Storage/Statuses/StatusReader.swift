import Freshness
import Social

/// Assembles posts for a viewer. Cached posts cost one statement, for the viewer's interactions; others cost five
/// more, whatever their number.
struct StatusReader {
  let connection: any DatabaseConnection
  let memory: StatusMemory
  /// The viewer's id; `nil` for a stranger.
  let asker: Int64?

  struct Found {
    /// The posts by their ids, without those that the viewer may not see, and without reposts.
    var statuses: [Int64: Status] = [:]
    /// The profiles by their ids: the authors and the requested accounts.
    var profiles: [Int64: Profile] = [:]
  }

  /// Reads those of the posts that the viewer may see.
  ///
  /// - Parameter others: further accounts whose profiles are wanted.
  func read(_ ids: [Int64], others: [Int64] = []) throws -> Found {
    let ids = Set(ids).sorted()
    return try found(marks: ids.isEmpty ? [:] : marks(ids, checked: false), of: ids, others)
  }

  /// Reads posts that another statement already found visible.
  ///
  /// - Parameter known: the viewer's interactions with some of the posts.
  func read(visible ids: [Int64], others: [Int64], marks known: [Int64: Status.Viewer] = [:]) throws -> Found {
    let ids = Set(ids).sorted()
    if asker == nil || ids.isEmpty {
      return try found(marks: Dictionary(uniqueKeysWithValues: ids.map { ($0, Status.Viewer()) }), of: ids, others)
    }
    let unknown = ids.filter { known[$0] == nil }
    let read = unknown.isEmpty ? [:] : try marks(unknown, checked: true)
    return try found(marks: known.merging(read) { $1 }, of: ids, others)
  }

  /// Reads posts in the order of the ids.
  func statuses(_ ids: [Int64]) throws -> [Status] {
    let found = try read(ids).statuses
    return ids.compactMap { found[$0] }
  }

  private func found(marks: [Int64: Status.Viewer], of ids: [Int64], _ others: [Int64]) throws -> Found {
    connection.depend(on: ids.map { .post($0) })
    if let asker { connection.depend(on: .reader(asker), .marks(asker)) }
    var found = Found(statuses: memory.statuses(ids.filter { marks[$0] != nil }))
    connection.depend(on: found.statuses.values.compactMap { Int64($0.author.id).map { .account($0) } })
    let contents = try contents(ids.filter { marks[$0] != nil && found.statuses[$0] == nil })
    found.profiles = try profiles(Set(contents.values.map(\.row.author)).union(others))
    for (id, content) in contents {
      guard let author = found.profiles[content.row.author] else { continue }
      found.statuses[id] = content.status(by: author, for: Status.Viewer())
    }
    for (id, viewer) in marks { found.statuses[id]?.viewer = viewer }
    return found
  }

  /// Reads the viewer's interactions with those of the posts that they may see.
  private func marks(_ ids: [Int64], checked: Bool) throws -> [Int64: Status.Viewer] {
    var statement: Statement = "SELECT p.id"
    statement.append("\(StatusRow.viewerColumns(asker: asker, in: &statement)) FROM posts p WHERE p.id IN \(ids)")
    statement.append(" AND p.repost_of IS NULL")
    if !checked { statement.append(" AND \(Visibility.condition(asker: asker, in: &statement))") }
    var marks: [Int64: Status.Viewer] = [:]
    try connection.forEach(statement) { row in
      let id = try row.integer()
      marks[id] = try Status.Viewer(&row)
    }
    return marks
  }

  private func contents(_ ids: [Int64]) throws -> [Int64: StatusContent] {
    guard !ids.isEmpty else { return [:] }
    var contents = memory.contents(ids)
    let unknown = ids.filter { contents[$0] == nil }
    guard !unknown.isEmpty else { return contents }
    let rows = try postRows(unknown)
    let (attachments, mentions, tags) = (try attachments(unknown), try mentions(unknown), try tags(unknown))
    var read: [Int64: StatusContent] = [:]
    for row in rows {
      read[row.id] = StatusContent(
        row: row, attachments: attachments[row.id] ?? [], mentions: mentions[row.id] ?? [], tags: tags[row.id] ?? [])
    }
    memory.keep(posts: read, asOf: connection.moment)
    contents.merge(read) { $1 }
    return contents
  }

  private func profiles(_ ids: Set<Int64>) throws -> [Int64: Profile] {
    guard !ids.isEmpty else { return [:] }
    connection.depend(on: ids.map { .account($0) })
    var profiles = memory.profiles(ids)
    let unknown = ids.filter { profiles[$0] == nil }
    guard !unknown.isEmpty else { return profiles }
    let read = try connection.profiles(unknown)
    memory.keep(profiles: read, asOf: connection.moment)
    profiles.merge(read) { $1 }
    return profiles
  }

  private func postRows(_ ids: [Int64]) throws -> [StatusRow] {
    try connection.rows(
      "SELECT \(StatusRow.columns) FROM \(StatusRow.tables) WHERE p.id IN \(ids) AND p.repost_of IS NULL"
    ) { row in try StatusRow(&row) }
  }

  private func attachments(_ ids: [Int64]) throws -> [Int64: [Status.Attachment]] {
    var attachments: [Int64: [Status.Attachment]] = [:]
    try connection.forEach(
      """
      SELECT \(AttachmentRow.columns(of: "t")), t.post FROM \(AttachmentRow.tables("attachments t")) \
      WHERE t.post IN \(ids) ORDER BY t.post, t.position
      """
    ) { row in
      let attachment = try AttachmentRow.attachment(&row)
      attachments[try row.integer(), default: []].append(attachment)
    }
    return attachments
  }

  private func mentions(_ ids: [Int64]) throws -> [Int64: [Status.Mention]] {
    var mentions: [Int64: [Status.Mention]] = [:]
    try connection.forEach(
      """
      SELECT m.post, a.id, a.username FROM mentions m JOIN accounts a ON a.id = m.account
      WHERE a.suspended_at IS NULL AND m.post IN \(ids) ORDER BY m.post, m.account
      """
    ) { row in
      let (post, id, username) = (try row.integer(), try row.integer(), try row.text())
      mentions[post, default: []].append(
        Status.Mention(id: String(id), username: username, handle: username, url: ""))
    }
    return mentions
  }

  private func tags(_ ids: [Int64]) throws -> [Int64: [Status.Tag]] {
    var tags: [Int64: [Status.Tag]] = [:]
    try connection.forEach(
      "SELECT t.post, t.name FROM tags t WHERE t.post IN \(ids) ORDER BY t.post, t.name"
    ) { row in
      let (post, name) = (try row.integer(), try row.text())
      tags[post, default: []].append(Status.Tag(name: name, url: ""))
    }
    return tags
  }
}

/// The part of a post that is the same for all viewers, without its author's profile.
struct StatusContent: Sendable {
  let row: StatusRow
  let attachments: [Status.Attachment]
  let mentions: [Status.Mention]
  let tags: [Status.Tag]

  func status(by author: Profile, for viewer: Status.Viewer) -> Status {
    Status(
      id: String(row.id), author: author, content: .text(row.text), warning: row.warning,
      isSensitive: row.isSensitive, visibility: row.visibility, language: row.language, createdAt: row.createdAt,
      editedAt: row.editedAt, replyTo: row.replyTo, attachments: attachments, mentions: mentions, tags: tags,
      repliesCount: row.repliesCount, repostsCount: row.repostsCount, favouritesCount: row.favouritesCount,
      viewer: viewer, application: row.application, commentOf: row.commentOf, card: row.card)
  }
}
