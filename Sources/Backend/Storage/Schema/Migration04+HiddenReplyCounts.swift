extension Migration {
  /// Corrects reply counters, which strangers see too: they must count only public and unlisted replies.
  static let fourth = Migration(
    number: 4, name: "replies for few are not counted",
    statements: [
      """
      UPDATE posts SET replies_count = (
        SELECT count(*) FROM posts r WHERE r.reply_to = posts.id AND r.visibility IN ('public', 'unlisted'))
      WHERE id IN (SELECT reply_to FROM posts WHERE reply_to IS NOT NULL AND visibility IN ('private', 'direct'))
      """
    ])
}
