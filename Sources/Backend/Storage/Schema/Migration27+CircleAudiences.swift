extension Migration {
  /// Adds posts for circles. Their audience is fixed when they are published (decision 0059).
  ///
  /// `post_audiences` holds the first post of each such conversation, and who its exceptions are taken from.
  /// `post_recipients` holds the people who were in the circles at that time, or the excepted ones.
  /// `post_circles` are the circles that the author chose. It doesn't refer to `circles`, so deleting a
  /// circle changes no posts.
  ///
  /// The check of `posts.visibility` is changed in the schema's text, as migration 23 did.
  static let twentySeventh = Migration(
    number: 27, name: "posts for circles",
    statements: [
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (visibility IN (\(inText(before)))', \
      'CHECK (visibility IN (\(inText(audiences)))')
      WHERE type = 'table' AND name = 'posts'
      """,
      "PRAGMA writable_schema = RESET",
      """
      CREATE TABLE post_audiences (
        post INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
        base TEXT NOT NULL CHECK (base IN ('circles', 'members', 'private'))
      ) STRICT
      """,
      """
      CREATE TABLE post_recipients (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        is_excepted INTEGER NOT NULL CHECK (is_excepted IN (0, 1)),
        PRIMARY KEY (post, account)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX post_recipients_by_account ON post_recipients (account, post)",
      """
      CREATE TABLE post_circles (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        circle INTEGER NOT NULL,
        is_excepted INTEGER NOT NULL CHECK (is_excepted IN (0, 1)),
        PRIMARY KEY (post, circle)
      ) STRICT, WITHOUT ROWID
      """,
    ],
    postgres: [
      ("PRAGMA writable_schema = ON", ["ALTER TABLE posts DROP CONSTRAINT posts_visibility_check"]),
      (
        "UPDATE sqlite_schema",
        ["ALTER TABLE posts ADD CONSTRAINT posts_visibility_check CHECK (visibility IN (\(audiences)))"]
      ),
      ("PRAGMA writable_schema = RESET", []),
    ])

  private static let before = "'public', 'unlisted', 'members', 'private', 'direct'"
  private static let audiences = "'public', 'unlisted', 'members', 'private', 'circles', 'direct'"

  /// Returns a list as it stands within a text of SQL.
  private static func inText(_ list: String) -> String { list.replacing("'", with: "''") + ")" }
}
