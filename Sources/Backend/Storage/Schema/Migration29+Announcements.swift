extension Migration {
  /// Adds announcements with the members who dismissed them, and the rules with the reports that name them.
  ///
  /// A removed rule keeps its row, because reports name it.
  static let twentyNinth = Migration(
    number: 29, name: "announcements and rules",
    statements: [
      """
      CREATE TABLE announcements (
        id INTEGER PRIMARY KEY,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
        ends_at INTEGER,
        is_all_day INTEGER NOT NULL CHECK (is_all_day IN (0, 1))
      ) STRICT
      """,
      """
      CREATE TABLE announcement_dismissals (
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        announcement INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
        PRIMARY KEY (account, announcement)
      ) STRICT
      """,
      "CREATE INDEX announcement_dismissals_by_announcement ON announcement_dismissals (announcement)",
      """
      CREATE TABLE rules (
        id INTEGER PRIMARY KEY,
        position INTEGER NOT NULL,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 300),
        is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1))
      ) STRICT
      """,
      """
      CREATE TABLE report_rules (
        report INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
        rule INTEGER NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
        PRIMARY KEY (report, rule)
      ) STRICT
      """,
      "CREATE INDEX report_rules_by_rule ON report_rules (rule)",
    ])
}
