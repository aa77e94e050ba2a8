extension Migration {
  /// Adds the audience of members. A member's default audience is NULL until they choose one: the community's
  /// applies.
  ///
  /// SQLite can't change a check in place, and making `posts` anew would rewrite all of it. So its text in
  /// the schema is changed, as sqlite.org/lang_altertable.html#otheralter describes for checks. It stays true
  /// for all rows.
  static let twentyThird = Migration(
    number: 23, name: "posts for members, and the default audience",
    statements: [
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_schema SET sql = replace(sql,
        'CHECK (visibility IN (''public'', ''unlisted'', ''private'', ''direct''))', 'CHECK (visibility IN (\(inText))')
      WHERE type = 'table' AND name = 'posts'
      """,
      "PRAGMA writable_schema = RESET",
      "ALTER TABLE accounts ADD COLUMN default_audience TEXT CHECK (default_audience IN (\(audiences)))",
      "UPDATE accounts SET default_audience = default_visibility WHERE default_visibility <> 'public'",
      "ALTER TABLE accounts DROP COLUMN default_visibility",
      // Members' posts are listed among public ones.
      "DROP INDEX posts_for_everybody",
      "CREATE INDEX posts_listed ON posts (id) WHERE visibility IN ('public', 'members') AND repost_of IS NULL",
    ],
    postgres: [
      ("PRAGMA writable_schema = ON", ["ALTER TABLE posts DROP CONSTRAINT posts_visibility_check"]),
      (
        "UPDATE sqlite_schema",
        ["ALTER TABLE posts ADD CONSTRAINT posts_visibility_check CHECK (visibility IN (\(audiences)))"]
      ),
      ("PRAGMA writable_schema = RESET", []),
    ])

  private static let audiences = "'public', 'unlisted', 'members', 'private', 'direct'"
  /// The audiences within a text of SQL.
  private static let inText = audiences.replacing("'", with: "''") + ")"
}
