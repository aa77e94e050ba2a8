extension Migration {
  /// Adds private notes of members on other accounts.
  static let fourteenth = Migration(
    number: 14, name: "notes on people",
    statements: [
      """
      CREATE TABLE account_notes (
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        target INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 2000),
        PRIMARY KEY (account, target)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX account_notes_by_target ON account_notes (target)",
    ])
}
