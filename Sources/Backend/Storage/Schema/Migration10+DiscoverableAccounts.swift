extension Migration {
  /// Adds the choice not to be found in searches, the last use of tokens, and the devices where members
  /// signed in.
  ///
  /// `last_used_at` is coarse (`AccessCache`); for a token that was never used it is the token's creation. A
  /// device is a short description from its `User-Agent`.
  static let tenth = Migration(
    number: 10, name: "discoverable accounts, and the use of tokens",
    statements: [
      """
      ALTER TABLE accounts ADD COLUMN is_discoverable INTEGER NOT NULL DEFAULT 1
        CHECK (is_discoverable IN (0, 1))
      """,
      "ALTER TABLE tokens ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0",
      "UPDATE tokens SET last_used_at = created_at",
      "ALTER TABLE tokens ADD COLUMN device TEXT CHECK (length(device) BETWEEN 1 AND 100)",
      "ALTER TABLE sessions ADD COLUMN device TEXT CHECK (length(device) BETWEEN 1 AND 100)",
      "CREATE INDEX tokens_by_use ON tokens (last_used_at)",
    ])
}
