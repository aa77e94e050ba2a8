import Freshness
import Social

/// Puts posts together for somebody who may see them. Costs five statements, however many posts there are.
struct StatusReader {
  let connection: any DatabaseConnection
  /// nil: somebody who is not signed in.
  let asker: Int64?

  struct Found {
    /// By their ids; without those that the asker may not see, and without reposts.
    var statuses: [Int64: Status] = [:]
    /// By their ids: authors, and whom else was asked for.
    var profiles: [Int64: Profile] = [:]
  }

  /// - Parameter others: accounts whose profiles are wanted too.
  func read(_ ids: [Int64], others: [Int64] = []) throws -> Found {
    guard !ids.isEmpty || !others.isEmpty else { return Found() }
    let ids = Set(ids).sorted()
    connection.depend(on: ids.map { .post($0) })
    if let asker { connection.depend(on: .reader(asker), .marks(asker)) }
    let rows = try postRows(ids)
    let parts = StatusParts(
      attachments: try attachments(ids), mentions: try mentions(ids), tags: try tags(ids),
      profiles: try connection.profiles(rows.map(\.author) + others))
    var found = Found(profiles: parts.profiles)
    for row in rows { found.statuses[row.id] = parts.status(row) }
    return found
  }

  /// In the order of the ids.
  func statuses(_ ids: [Int64]) throws -> [Status] {
    let found = try read(ids).statuses
    return ids.compactMap { found[$0] }
  }

  private func postRows(_ ids: [Int64]) throws -> [StatusRow] {
    var statement = Statement("SELECT \(StatusRow.columns)")
    statement.append(StatusRow.viewerColumns(asker: asker, in: &statement) + " FROM posts p WHERE p.id IN ")
    let list = statement.list(ids)
    let condition = Visibility.condition(asker: asker, in: &statement)
    statement.append("\(list) AND p.repost_of IS NULL AND \(condition)")
    return try connection.rows(statement).map { try StatusRow($0) }
  }

  private func attachments(_ ids: [Int64]) throws -> [Int64: [Status.Attachment]] {
    var statement = Statement(
      """
      SELECT t.post, t.position, t.source, t.description, \(PictureRow.columns("m")) FROM attachments t
      LEFT JOIN media m ON m.id = t.media WHERE t.post IN
      """)
    statement.append(" " + statement.list(ids) + " ORDER BY t.post, t.position")
    var attachments: [Int64: [Status.Attachment]] = [:]
    for row in try connection.rows(statement) {
      let (post, position) = (try row.integer(0), try row.integer(1))
      let stored = try PictureRow(row, from: 4)
      let picture = PictureRow.picture(stored, source: try row.optionalText(2), description: try row.text(3))
      attachments[post, default: []].append(
        Status.Attachment(
          id: String(post * 16 + position), kind: picture.url == PictureRow.missing ? .unknown : .image,
          picture: picture, url: picture.url))
    }
    return attachments
  }

  private func mentions(_ ids: [Int64]) throws -> [Int64: [Status.Mention]] {
    var statement = Statement(
      """
      SELECT m.post, a.id, a.username FROM mentions m JOIN accounts a ON a.id = m.account
      WHERE a.suspended_at IS NULL AND m.post IN
      """)
    statement.append(" " + statement.list(ids) + " ORDER BY m.post, m.account")
    var mentions: [Int64: [Status.Mention]] = [:]
    for row in try connection.rows(statement) {
      let username = try row.text(2)
      mentions[try row.integer(0), default: []].append(
        Status.Mention(id: String(try row.integer(1)), username: username, handle: username, url: ""))
    }
    return mentions
  }

  private func tags(_ ids: [Int64]) throws -> [Int64: [Status.Tag]] {
    var statement = Statement("SELECT t.post, t.name FROM tags t WHERE t.post IN ")
    statement.append(statement.list(ids) + " ORDER BY t.post, t.name")
    var tags: [Int64: [Status.Tag]] = [:]
    for row in try connection.rows(statement) {
      tags[try row.integer(0), default: []].append(Status.Tag(name: try row.text(1), url: ""))
    }
    return tags
  }
}

/// What belongs to several posts, by their ids.
private struct StatusParts {
  let attachments: [Int64: [Status.Attachment]]
  let mentions: [Int64: [Status.Mention]]
  let tags: [Int64: [Status.Tag]]
  /// By the accounts' ids.
  let profiles: [Int64: Profile]

  func status(_ row: StatusRow) -> Status? {
    guard let author = profiles[row.author] else { return nil }
    return Status(
      id: String(row.id), author: author, content: .text(row.text), warning: row.warning,
      isSensitive: row.isSensitive, visibility: row.visibility, language: row.language, createdAt: row.createdAt,
      editedAt: row.editedAt, replyTo: row.replyTo, attachments: attachments[row.id] ?? [],
      mentions: mentions[row.id] ?? [], tags: tags[row.id] ?? [], repliesCount: row.repliesCount,
      repostsCount: row.repostsCount, favouritesCount: row.favouritesCount, viewer: row.viewer,
      application: row.application)
  }
}
