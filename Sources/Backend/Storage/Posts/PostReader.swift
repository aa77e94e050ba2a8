import Invalidation
import Social

/// Puts posts together for a viewer. Cached posts cost one statement, which reads the viewer's interactions
/// with them. Other posts cost two more, and one for each kind of thing that belongs to them (pictures,
/// mentions, tags), whatever their number.
struct PostReader {
  let connection: any DatabaseConnection
  let memory: PostCache
  /// The viewer's id; `nil` for a stranger.
  let viewer: Int64?
  /// Of people only names and pictures are shown, not their counters.
  var showsFacesOnly = false

  struct Found {
    /// The posts by their ids, without those that the viewer may not see, and without reposts.
    var posts: [Int64: Post] = [:]
    /// The profiles by their ids: the authors and the requested accounts.
    var profiles: [Int64: Profile] = [:]
  }

  /// Reads those of the posts that the viewer may see.
  ///
  /// - Parameter others: further accounts whose profiles are wanted.
  func read(_ ids: [Int64], others: [Int64] = []) throws -> Found {
    let ids = Set(ids).sorted()
    return try found(interactions: ids.isEmpty ? [:] : interactions(ids, checked: false), of: ids, others)
  }

  /// Reads posts that another statement already found visible.
  ///
  /// - Parameter known: the viewer's interactions with some of the posts.
  func read(visible ids: [Int64], others: [Int64], interactions known: [Int64: Post.Interactions] = [:])
    throws -> Found
  {
    let ids = Set(ids).sorted()
    if viewer == nil || ids.isEmpty {
      return try found(
        interactions: Dictionary(uniqueKeysWithValues: ids.map { ($0, Post.Interactions()) }), of: ids, others
      )
    }
    let unknown = ids.filter { known[$0] == nil }
    let read = unknown.isEmpty ? [:] : try interactions(unknown, checked: true)
    return try found(interactions: known.merging(read) { $1 }, of: ids, others)
  }

  /// Reads posts in the order of the ids.
  func posts(_ ids: [Int64]) throws -> [Post] {
    let found = try read(ids).posts
    return ids.compactMap { found[$0] }
  }

  private func found(interactions: [Int64: Post.Interactions], of ids: [Int64], _ others: [Int64]) throws
    -> Found
  {
    connection.depend(on: ids.map { .post($0) })
    if let viewer { connection.depend(on: .viewer(viewer), .interactions(viewer)) }
    var found = Found(posts: memory.posts(ids.filter { interactions[$0] != nil }))
    connection.depend(on: found.posts.values.compactMap { Int64($0.author.id).map(cacheTag) })
    let contents = try contents(ids.filter { interactions[$0] != nil && found.posts[$0] == nil })
    found.profiles = try profiles(Set(contents.values.map(\.row.author)).union(others))
    for (id, content) in contents {
      guard let author = found.profiles[content.row.author] else { continue }
      found.posts[id] = content.post(by: author, with: Post.Interactions())
    }
    for (id, post) in found.posts where !post.reminded.isEmpty {
      leaveOutReminders(post, in: &found.posts[id])
    }
    for (id, read) in interactions { found.posts[id]?.interactions = read }
    if let viewer { try connection.addCircles(to: &found.posts, of: viewer) }
    if found.posts.values.contains(where: { $0.poll != nil }) { try addVotes(to: &found.posts) }
    return found
  }

  /// Leaves out the reminders that the viewer may not know of: an author knows all of a post's, and a reminded
  /// person their own.
  private func leaveOutReminders(_ post: Post, in seen: inout Post?) {
    let viewer = viewer.map { String($0) }
    if post.author.id != viewer { seen?.reminded = post.reminded.filter { $0.id == viewer } }
  }

  /// Adds the viewer's votes to the polls.
  private func addVotes(to posts: inout [Int64: Post]) throws {
    guard let viewer else { return }
    let votes = try connection.votes(of: viewer, in: posts.filter { $0.value.poll != nil }.keys.sorted())
    for (id, post) in posts where post.poll != nil && post.author.id == String(viewer) {
      posts[id]?.poll?.hasVoted = true
    }
    for (id, choices) in votes {
      posts[id]?.poll?.hasVoted = true
      posts[id]?.poll?.ownVotes = choices
    }
  }

  /// Reads the viewer's interactions with those of the posts that they may see.
  private func interactions(_ ids: [Int64], checked: Bool) throws -> [Int64: Post.Interactions] {
    var interactions: [Int64: Post.Interactions] = [:]
    try connection.forEach(memory.forms.interactions(ids, viewer: viewer, isChecked: checked)) { row in
      let id = try row.integer()
      interactions[id] = try Post.Interactions(&row)
    }
    return interactions
  }

  private func contents(_ ids: [Int64]) throws -> [Int64: StoredPost] {
    guard !ids.isEmpty else { return [:] }
    var contents = memory.contents(ids)
    let unknown = ids.filter { contents[$0] == nil }
    guard !unknown.isEmpty else { return contents }
    let rows = try postRows(unknown)
    let attachments = try attachments(rows.filter(\.hasAttachments).map(\.post.id))
    let mentions = try people("mentions", of: rows.filter(\.hasMentions).map(\.post.id))
    let tags = try tags(rows.filter(\.hasTags).map(\.post.id))
    let polls = try connection.polls(rows.filter(\.hasPoll).map(\.post.id))
    let reminded = try people("post_reminders", of: rows.filter(\.hasReminders).map(\.post.id))
    var read: [Int64: StoredPost] = [:]
    for row in rows.map(\.post) {
      read[row.id] = StoredPost(
        row: row, attachments: attachments[row.id] ?? [], mentions: mentions[row.id] ?? [],
        tags: tags[row.id] ?? [],
        poll: polls[row.id], reminded: reminded[row.id] ?? [])
    }
    memory.keep(posts: read, asOf: connection.revision)
    contents.merge(read) { $1 }
    return contents
  }

  private func profiles(_ ids: Set<Int64>) throws -> [Int64: Profile] {
    guard !ids.isEmpty else { return [:] }
    connection.depend(on: ids.map(cacheTag))
    var profiles = memory.profiles(ids)
    let unknown = ids.filter { profiles[$0] == nil }
    guard !unknown.isEmpty else { return profiles }
    let read = try connection.profiles(unknown, dependingOn: cacheTag)
    memory.keep(profiles: read, asOf: connection.revision)
    profiles.merge(read) { $1 }
    return profiles
  }

  /// The cache tag that a shown profile depends on.
  private func cacheTag(_ account: Int64) -> CacheTag { showsFacesOnly ? .face(account) : .account(account) }

  /// A post, and which of the tables beside it have something of it.
  private struct FullRow {
    static let columns: SQL = [
      PostRow.columns, has("attachments"), has("mentions"), has("tags"), has("polls"),
      has("post_reminders"),
    ].joined(separator: ", ")

    let post: PostRow
    let hasAttachments: Bool
    let hasMentions: Bool
    let hasTags: Bool
    let hasPoll: Bool
    let hasReminders: Bool

    init(_ row: inout RowReader) throws(StorageError) {
      post = try PostRow(&row)
      hasAttachments = try row.bool()
      hasMentions = try row.bool()
      hasTags = try row.bool()
      hasPoll = try row.bool()
      hasReminders = try row.bool()
    }

    private static func has(_ table: SQL) -> SQL {
      "CASE WHEN EXISTS (SELECT 1 FROM \(table) h WHERE h.post = p.id LIMIT 1 OFFSET 0) THEN 1 ELSE 0 END"
    }
  }

  private func postRows(_ ids: [Int64]) throws -> [FullRow] {
    try connection.rows(
      "SELECT \(FullRow.columns) FROM \(PostRow.tables) WHERE p.id IN \(ids) AND p.repost_of IS NULL"
    ) { row in try FullRow(&row) }
  }

  private func attachments(_ ids: [Int64]) throws -> [Int64: [Post.Attachment]] {
    guard !ids.isEmpty else { return [:] }
    var attachments: [Int64: [Post.Attachment]] = [:]
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

  /// Reads the accounts that a table names for each post: mentioned ones, or reminded ones.
  private func people(_ table: SQL, of ids: [Int64]) throws -> [Int64: [Post.Mention]] {
    guard !ids.isEmpty else { return [:] }
    var mentions: [Int64: [Post.Mention]] = [:]
    try connection.forEach(
      """
      SELECT m.post, a.id, a.username FROM \(table) m JOIN accounts a ON a.id = m.account
      WHERE a.suspended_at IS NULL AND m.post IN \(ids) ORDER BY m.post, m.account
      """
    ) { row in
      let (post, id, username) = (try row.integer(), try row.integer(), try row.text())
      mentions[post, default: []].append(
        Post.Mention(id: String(id), username: username, handle: username, url: ""))
    }
    return mentions
  }

  private func tags(_ ids: [Int64]) throws -> [Int64: [Post.Tag]] {
    guard !ids.isEmpty else { return [:] }
    var tags: [Int64: [Post.Tag]] = [:]
    try connection.forEach(
      "SELECT t.post, t.name FROM tags t WHERE t.post IN \(ids) ORDER BY t.post, t.name"
    ) { row in
      let (post, name) = (try row.integer(), try row.text())
      tags[post, default: []].append(Post.Tag(name: name, url: ""))
    }
    return tags
  }
}

/// The part of a post that is the same for all viewers, without its author's profile.
struct StoredPost: Sendable {
  let row: PostRow
  let attachments: [Post.Attachment]
  let mentions: [Post.Mention]
  let tags: [Post.Tag]
  let poll: Poll?
  let reminded: [Post.Mention]

  func post(by author: Profile, with interactions: Post.Interactions) -> Post {
    Post(
      id: String(row.id), author: author, content: .text(row.text), warning: row.warning,
      isSensitive: row.isSensitive, visibility: row.visibility, language: row.language,
      createdAt: row.createdAt,
      editedAt: row.editedAt, replyTo: row.replyTo, attachments: attachments, mentions: mentions, tags: tags,
      repliesCount: row.repliesCount, repostsCount: row.repostsCount, favouritesCount: row.favouritesCount,
      interactions: interactions, client: row.client, commentOf: row.commentOf, linkPreview: row.linkPreview,
      hasPoll: poll != nil, poll: poll, location: row.location,
      reminded: reminded)
  }
}
