/// What a new version of a post says.
public struct PostChange: Equatable, Sendable {
  public var text: String
  public var warning: String
  public var isSensitive: Bool
  public var language: String?

  public init(text: String, warning: String, isSensitive: Bool, language: String?) {
    self.text = text
    self.warning = warning
    self.isSensitive = isSensitive
    self.language = language
  }
}

extension PeopleTransaction {
  /// What a post says now.
  public func content(of post: Int64) throws(StorageError) -> PostChange? {
    let sql = "SELECT text, warning, is_sensitive, language FROM posts WHERE id = $1"
    guard let row = try connection.rows(Statement(sql, .integer(post))).first else { return nil }
    return PostChange(
      text: try row.text(0), warning: try row.text(1), isSensitive: try row.bool(2), language: try row.optionalText(3))
  }

  /// Whom a post mentions.
  public func mentions(of post: Int64) throws(StorageError) -> [Int64] {
    var ids: [Int64] = []
    for row in try connection.rows(Statement("SELECT account FROM mentions WHERE post = $1", .integer(post))) {
      ids.append(try row.integer(0))
    }
    return ids
  }

  /// Keeps what the post says as a version, and replaces it.
  ///
  /// - Parameters:
  ///   - version: an id for the version that is kept.
  ///   - now: in milliseconds.
  public func replace(_ post: Int64, by change: PostChange, version: Int64, now: Int64) throws(StorageError) {
    try connection.execute(
      Statement(
        """
        INSERT INTO edits (id, post, text, warning, is_sensitive, created_at)
        SELECT CAST($1 AS BIGINT), id, text, warning, is_sensitive, coalesce(edited_at, created_at, $2)
        FROM posts WHERE id = $3
        """, .integer(version), .integer(Identifiers.millisecond(of: post)), .integer(post)))
    try connection.execute(
      Statement(
        """
        UPDATE posts SET text = $1, warning = $2, is_sensitive = $3, language = $4, edited_at = $5 WHERE id = $6
        """, .text(change.text), .text(change.warning), SQLValue(change.isSensitive), SQLValue(change.language),
        .integer(now), .integer(post)))
  }
}
