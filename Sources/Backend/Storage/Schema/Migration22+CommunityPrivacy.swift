extension Migration {
  /// Communities that exist already stay open, and their owners are asked once for their choice (decision
  /// 0053). Members make addresses with which old clients read without a token; only hashes of their keys are
  /// stored.
  static let twentySecond = Migration(
    number: 22, name: "privacy of the community, and addresses to read",
    statements: [
      "INSERT INTO settings (name, value) SELECT 'privacy', 'open' WHERE EXISTS (SELECT 1 FROM accounts)",
      "INSERT INTO settings (name, value) SELECT 'privacy_question', 'asked' WHERE EXISTS (SELECT 1 FROM accounts)",
      """
      CREATE TABLE reading_addresses (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE CHECK (length(key) = 64),
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX reading_addresses_by_account ON reading_addresses (account)",
    ])
}
