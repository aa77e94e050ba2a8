extension Migration {
  /// Marks comments: replies under a post of a Moments page stand there, and not on their own in a home
  /// timeline. So far only imported ones are known; they have a `place`.
  static let eleventh = Migration(
    number: 11, name: "comments",
    statements: [
      "ALTER TABLE posts ADD COLUMN is_comment INTEGER NOT NULL DEFAULT 0 CHECK (is_comment IN (0, 1))",
      "UPDATE posts SET is_comment = 1 WHERE place IS NOT NULL AND conversation <> id",
    ])
}
