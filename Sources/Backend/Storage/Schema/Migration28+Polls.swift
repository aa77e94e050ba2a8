extension Migration {
  /// Adds polls with their votes, the options of earlier versions, and the notification that a poll has
  /// ended.
  ///
  /// A poll has its post's id. Votes are counted when they are read, so no counter can be wrong. The check of
  /// `notifications` is changed in place, as in the twenty-third migration.
  static let twentyEighth = Migration(
    number: 28, name: "polls",
    statements: [
      """
      CREATE TABLE polls (
        post INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
        options TEXT NOT NULL CHECK (length(options) BETWEEN 2 AND 2000),
        is_multiple INTEGER NOT NULL CHECK (is_multiple IN (0, 1)),
        hides_totals INTEGER NOT NULL CHECK (hides_totals IN (0, 1)),
        expires_at INTEGER NOT NULL,
        is_ended INTEGER NOT NULL DEFAULT 0 CHECK (is_ended IN (0, 1))
      ) STRICT
      """,
      "CREATE INDEX polls_open ON polls (expires_at) WHERE is_ended = 0",
      """
      CREATE TABLE poll_votes (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        choice INTEGER NOT NULL CHECK (choice BETWEEN 0 AND 99),
        PRIMARY KEY (post, account, choice)
      ) STRICT
      """,
      "CREATE INDEX poll_votes_by_account ON poll_votes (account, post)",
      "ALTER TABLE edits ADD COLUMN poll TEXT",
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_schema SET sql = replace(sql, '(''mention'', ''follow'',', '(''poll'', ''mention'', ''follow'',')
      WHERE type = 'table' AND name = 'notifications'
      """,
      "PRAGMA writable_schema = RESET",
    ],
    postgres: [
      (
        "PRAGMA writable_schema = ON",
        [
          // PostgreSQL chose the constraint's name, which depends on the table that was rebuilt.
          """
          DO $$ BEGIN EXECUTE (
            SELECT 'ALTER TABLE notifications DROP CONSTRAINT ' || quote_ident(conname) FROM pg_constraint
            WHERE conrelid = 'notifications'::regclass AND contype = 'c'); END $$
          """
        ]
      ),
      (
        "UPDATE sqlite_schema",
        [
          """
          ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind IN
            ('poll', 'mention', 'follow', 'follow_request', 'favourite', 'reblog', 'status', 'update', 'admin.sign_up',
             'admin.report', 'moderation_warning', 'swiftlet.report_resolved'))
          """
        ]
      ),
      ("PRAGMA writable_schema = RESET", []),
    ])
}
