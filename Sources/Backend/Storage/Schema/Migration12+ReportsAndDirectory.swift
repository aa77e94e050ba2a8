extension Migration {
  /// Adds members' reports to the owner, and a directory of members. A post is removed from its reports when
  /// its author deletes it.
  static let twelfth = Migration(
    number: 12, name: "reports and directory",
    statements: [
      """
      CREATE TABLE reports (
        id INTEGER PRIMARY KEY,
        reporter INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        target INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        category TEXT NOT NULL CHECK (category IN ('spam', 'legal', 'violation', 'other')),
        comment TEXT NOT NULL CHECK (length(comment) <= 1000),
        created_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX reports_by_reporter ON reports (reporter)",
      "CREATE INDEX reports_by_target ON reports (target)",
      """
      CREATE TABLE report_posts (
        report INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        PRIMARY KEY (report, post)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX report_posts_by_post ON report_posts (post)",
      """
      CREATE INDEX accounts_by_followers ON accounts (followers_count, id)
        WHERE is_discoverable = 1 AND is_imported = 0 AND suspended_at IS NULL
      """,
      """
      CREATE INDEX accounts_in_directory ON accounts (id)
        WHERE is_discoverable = 1 AND is_imported = 0 AND suspended_at IS NULL
      """,
    ])
}
