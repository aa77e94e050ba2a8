import Invalidation
public import Social

extension Store {
  /// Returns the audience of a picture; `nil` if nothing shows it, or only a suspended member does.
  public func audience(ofPicture hash: String) async throws -> PictureAudience? {
    let known = try await driver.read(dependsOn: .everything) { connection in
      try connection.integer(Self.audience(hash))
    }
    return known.flatMap { PictureAudience(rawValue: $0) }
  }

  private static func audience(_ hash: String) -> Statement {
    func isShown(_ isForEverybody: Bool) -> SQL {
      let visible: SQL = isForEverybody ? " AND p.visibility IN ('public', 'unlisted')" : ""
      let post: SQL = """
        JOIN accounts a ON a.id = p.author WHERE a.suspended_at IS NULL\(visible) \
        AND NOT EXISTS (SELECT 1 FROM hidden_posts h WHERE h.post = p.id)
        """
      return """
        EXISTS (SELECT 1 FROM attachments t JOIN posts p ON p.id = t.post \(post) AND t.media = m.id)
          OR EXISTS (SELECT 1 FROM attachments t JOIN posts p ON p.id = t.post \(post) AND t.thumbnail = m.id)
          OR EXISTS (SELECT 1 FROM link_cards c JOIN post_links l ON l.card = c.id JOIN posts p ON p.id = l.post \(post)
            AND c.picture = m.id)
        """
    }
    return """
      SELECT CASE
        WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.avatar = m.id AND a.suspended_at IS NULL)
          OR EXISTS (SELECT 1 FROM accounts a WHERE a.cover = m.id AND a.suspended_at IS NULL)
          OR EXISTS (SELECT 1 FROM community_pictures c WHERE c.media = m.id)
          OR \(isShown(true)) THEN 3
        WHEN \(isShown(false)) THEN 2
        WHEN EXISTS (SELECT 1 FROM uploads u JOIN accounts a ON a.id = u.account
            WHERE a.suspended_at IS NULL AND u.media = m.id)
          OR EXISTS (SELECT 1 FROM uploads u JOIN accounts a ON a.id = u.account
            WHERE a.suspended_at IS NULL AND u.thumbnail = m.id) THEN 1
        ELSE 0 END
      FROM media m WHERE m.hash = \(hash)
      """
  }
}
