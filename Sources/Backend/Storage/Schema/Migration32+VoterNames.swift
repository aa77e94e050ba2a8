extension Migration {
  /// Adds polls that show the names of their voters (decision 0064).
  static let thirtySecond = Migration(
    number: 32, name: "names of voters",
    statements: [
      "ALTER TABLE polls ADD COLUMN shows_voters INTEGER NOT NULL DEFAULT 0 CHECK (shows_voters IN (0, 1))"
    ])
}
