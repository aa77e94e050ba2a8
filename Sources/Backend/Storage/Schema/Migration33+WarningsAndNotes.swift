extension Migration {
  /// Adds the warnings of members with their words, and moderators' notes on reports (decision 0066).
  ///
  /// A warning outlives its report, as a member was told. The check of `reports` is changed in place, as in
  /// the twenty-third migration.
  static let thirtyThird = Migration(
    number: 33, name: "warnings, and notes on reports",
    statements: [
      """
      CREATE TABLE warnings (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        report INTEGER REFERENCES reports (id) ON DELETE SET NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000)
      ) STRICT
      """,
      "CREATE INDEX warnings_by_account ON warnings (account, id)",
      "CREATE INDEX warnings_by_report ON warnings (report, id) WHERE report IS NOT NULL",
      """
      CREATE TABLE report_notes (
        id INTEGER PRIMARY KEY,
        report INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
        author INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000)
      ) STRICT
      """,
      "CREATE INDEX report_notes_by_report ON report_notes (report, id)",
      "CREATE INDEX report_notes_by_author ON report_notes (author) WHERE author IS NOT NULL",
      "CREATE INDEX audit_log_by_target ON audit_log (target, id)",
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_schema SET sql = replace(sql, '(''dismissed'', ''hidden'',', '(''dismissed'', ''warned'', ''hidden'',')
      WHERE type = 'table' AND name = 'reports'
      """,
      "PRAGMA writable_schema = RESET",
    ],
    postgres: [
      ("PRAGMA writable_schema = ON", ["ALTER TABLE reports DROP CONSTRAINT reports_decision_check"]),
      (
        "UPDATE sqlite_schema",
        [
          """
          ALTER TABLE reports ADD CONSTRAINT reports_decision_check
            CHECK (decision IN ('dismissed', 'warned', 'hidden', 'suspended'))
          """
        ]
      ),
      ("PRAGMA writable_schema = RESET", []),
    ])
}
