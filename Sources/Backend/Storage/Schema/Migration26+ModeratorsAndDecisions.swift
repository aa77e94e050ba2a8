extension Migration {
  /// Adds moderators, the decisions on reports with notifications of them, and the log of what was done for
  /// the community. The log keeps names, because it outlives the members.
  ///
  /// SQLite can't change a check in place, so the tables with one are rebuilt.
  static let twentySixth = Migration(
    number: 26, name: "moderators, decisions on reports, and a log",
    statements: [
      """
      CREATE TABLE new_credentials (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('owner', 'moderator', 'member')),
        password TEXT NOT NULL CHECK (length(password) BETWEEN 1 AND 500)
      ) STRICT
      """,
      "INSERT INTO new_credentials (account, role, password) SELECT account, role, password FROM credentials",
      "DROP TABLE credentials",
      "ALTER TABLE new_credentials RENAME TO credentials",
      "ALTER TABLE reports ADD COLUMN assigned INTEGER REFERENCES accounts (id) ON DELETE SET NULL",
      "ALTER TABLE reports ADD COLUMN resolved_at INTEGER",
      "ALTER TABLE reports ADD COLUMN resolved_by INTEGER REFERENCES accounts (id) ON DELETE SET NULL",
      "ALTER TABLE reports ADD COLUMN decision TEXT CHECK (decision IN ('dismissed', 'hidden', 'suspended'))",
      "ALTER TABLE reports ADD COLUMN note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 1000)",
      "CREATE INDEX reports_by_assigned ON reports (assigned) WHERE assigned IS NOT NULL",
      "CREATE INDEX reports_by_resolver ON reports (resolved_by) WHERE resolved_by IS NOT NULL",
      "CREATE INDEX reports_open ON reports (id) WHERE resolved_at IS NULL",
      """
      CREATE TABLE new_notifications (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN
          ('mention', 'follow', 'follow_request', 'favourite', 'reblog', 'status', 'update', 'admin.sign_up',
           'admin.report', 'moderation_warning', 'swiftlet.report_resolved')),
        actor INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        post INTEGER REFERENCES posts (id) ON DELETE CASCADE,
        report INTEGER REFERENCES reports (id) ON DELETE CASCADE
      ) STRICT
      """,
      """
      INSERT INTO new_notifications (id, account, kind, actor, post)
      SELECT id, account, kind, actor, post FROM notifications
      """,
      "DROP TABLE notifications",
      "ALTER TABLE new_notifications RENAME TO notifications",
      "CREATE INDEX notifications_by_account ON notifications (account, id)",
      """
      CREATE UNIQUE INDEX notifications_by_fact
        ON notifications (account, kind, actor, coalesce(post, 0), coalesce(report, 0))
      """,
      "CREATE INDEX notifications_by_actor ON notifications (actor)",
      "CREATE INDEX notifications_by_post ON notifications (post) WHERE post IS NOT NULL",
      "CREATE INDEX notifications_by_report ON notifications (report) WHERE report IS NOT NULL",
      """
      CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY,
        actor TEXT NOT NULL CHECK (length(actor) <= 100),
        action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 50),
        target TEXT NOT NULL CHECK (length(target) <= 100),
        note TEXT NOT NULL CHECK (length(note) <= 1000)
      ) STRICT
      """,
    ])
}
