/// The new version of a post.
public struct PostEdit: Equatable, Sendable {
  public var text: String
  public var warning: String
  public var isSensitive: Bool
  public var language: String?
  public var location: String?

  public init(text: String, warning: String, isSensitive: Bool, language: String?, location: String? = nil) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.language = language
    self.location = location
  }
}

extension WriteTransaction {
  /// Returns the current content of a post.
  public func content(of post: Int64) throws(StorageError) -> PostEdit? {
    let sql: Statement =
      "SELECT text, warning, is_sensitive, language, location FROM posts WHERE id = \(post)"
    return try connection.first(sql) { row in
      PostEdit(
        text: try row.text(), warning: try row.text(), isSensitive: try row.bool(),
        language: try row.optionalText(), location: try row.optionalText())
    }
  }

  /// Returns the accounts that a post mentions.
  public func mentions(of post: Int64) throws(StorageError) -> [Int64] {
    try connection.integers("SELECT account FROM mentions WHERE post = \(post)")
  }

  /// Stores the current content as an earlier version, and replaces it.
  ///
  /// - Parameters:
  ///   - pictures: the current pictures.
  ///   - version: an id for the earlier version.
  ///   - now: the time in milliseconds.
  public func replace(
    _ post: Int64, with pictures: [AttachedPicture], by change: PostEdit, version: Int64, now: Int64
  ) throws(StorageError) {
    let kept = EditedPicture.encoded(pictures.map { EditedPicture(id: $0.id, description: $0.description) })
    try connection.execute(
      """
      INSERT INTO edits (id, post, text, warning, is_sensitive, created_at, pictures, poll, location)
      SELECT CAST(\(version) AS BIGINT), id, text, warning, is_sensitive, coalesce(edited_at, created_at, \
      \(Identifiers.millisecond(of: post))), \(kept), (SELECT l.options FROM polls l WHERE l.post = posts.id), location
      FROM posts WHERE id = \(post)
      """)
    try connection.execute(
      """
      UPDATE posts SET text = \(change.text), warning = \(change.warning), is_sensitive = \(change.isSensitive), \
      language = \(change.language), location = \(change.location), edited_at = \(now) WHERE id = \(post)
      """)
    record(.edited(post))
  }
}
