extension Migration {
  /// Adds the requests to join, while they wait, and the reason and the end of suspensions.
  static let thirtieth = Migration(
    number: 30, name: "requests to join, and suspensions that end",
    statements: [
      """
      CREATE TABLE join_requests (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        reason TEXT NOT NULL CHECK (length(reason) <= 500)
      ) STRICT
      """,
      """
      CREATE TABLE suspensions (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        reason TEXT NOT NULL CHECK (length(reason) <= 1000),
        ends_at INTEGER
      ) STRICT
      """,
      "CREATE INDEX suspensions_by_end ON suspensions (ends_at) WHERE ends_at IS NOT NULL",
    ])
}
