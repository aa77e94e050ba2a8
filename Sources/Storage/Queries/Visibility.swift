/// Who may see a post.
public enum Visibility: String, Sendable {
  /// Everybody.
  case everybody = "public"
  /// Everybody who is signed in; not offered to strangers.
  case unlisted
  /// The author and those who follow them.
  case followers = "private"
  /// The author and those who are mentioned.
  case direct
}

extension Visibility {
  /// The one rule of what is visible, as a condition on the posts `p`, held whenever posts are read.
  ///
  /// - Parameter asker: who asks; nil: somebody who is not signed in.
  static func condition(asker: Int64?, in statement: inout Statement) -> String {
    guard let asker else { return "p.visibility = 'public'" }
    let id = "CAST(\(statement.parameter(.integer(asker))) AS BIGINT)"
    return """
      (p.visibility IN ('public', 'unlisted') OR p.author = \(id) OR (p.visibility = 'private' \
      AND EXISTS (SELECT 1 FROM follows f WHERE f.follower = \(id) AND f.followee = p.author)))
      """
  }
}
