extension Migration {
  /// Adds the locations of posts and of their earlier versions, and reminders (decision 0089). A reminder makes no
  /// post visible.
  static let fortyFirst = Migration(
    number: 41, name: "locations and reminders",
    statements: [
      "ALTER TABLE posts ADD COLUMN location TEXT CHECK (length(location) BETWEEN 1 AND 60)",
      "ALTER TABLE edits ADD COLUMN location TEXT CHECK (length(location) BETWEEN 1 AND 60)",
      """
      CREATE TABLE post_reminders (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        PRIMARY KEY (post, account)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX post_reminders_by_account ON post_reminders (account, post)",
    ])
}
