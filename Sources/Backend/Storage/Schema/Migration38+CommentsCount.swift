extension Migration {
  /// Takes comments out of the numbers of posts. An account that has only commented has no posts, as its profile says.
  static let thirtyEighth = Migration(
    number: 38, name: "comments are not posts",
    statements: [
      """
      UPDATE accounts SET posts_count = CASE WHEN posts_count > n.count THEN posts_count - n.count ELSE 0 END FROM (
        SELECT p.author, count(*) AS count FROM posts p
        WHERE p.is_comment = 1 AND p.visibility NOT IN ('circles', 'direct')
          AND p.id NOT IN (SELECT post FROM hidden_posts) GROUP BY p.author) n
      WHERE n.author = accounts.id
      """
    ])
}
