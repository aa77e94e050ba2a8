extension Migration {
  /// Adds the client's key of an upload (`Idempotency-Key`), so that a retried upload is stored once; NULL
  /// without a key.
  static let seventeenth = Migration(
    number: 17, name: "keys of uploads",
    statements: [
      "ALTER TABLE uploads ADD COLUMN key TEXT CHECK (length(key) BETWEEN 1 AND 200)",
      "CREATE UNIQUE INDEX uploads_by_key ON uploads (account, key) WHERE key IS NOT NULL",
    ])
}
