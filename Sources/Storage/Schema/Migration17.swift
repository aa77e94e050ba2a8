extension Migration {
  /// The key that a program gave an upload (`Idempotency-Key`), so that one that is tried again is stored once; NULL: none.
  static let seventeenth = Migration(
    number: 17, name: "keys of uploads",
    statements: [
      "ALTER TABLE uploads ADD COLUMN key TEXT CHECK (length(key) BETWEEN 1 AND 200)",
      "CREATE UNIQUE INDEX uploads_by_key ON uploads (account, key) WHERE key IS NOT NULL",
    ])
}
