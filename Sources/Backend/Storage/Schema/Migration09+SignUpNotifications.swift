extension Migration {
  /// Adds the inviter to invitations. The inviter is notified of those who join by it. Invitations that the
  /// CLI made have no inviter, so the owner is notified.
  ///
  /// SQLite can't change a check in place, so the table of notifications is rebuilt.
  static let ninth = Migration(
    number: 9, name: "notifications of who joins",
    statements: [
      "ALTER TABLE invitations ADD COLUMN inviter INTEGER REFERENCES accounts (id) ON DELETE SET NULL",
      "CREATE INDEX invitations_by_inviter ON invitations (inviter) WHERE inviter IS NOT NULL",
      """
      CREATE TABLE new_notifications (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN
          ('mention', 'follow', 'follow_request', 'favourite', 'reblog', 'status', 'update', 'admin.sign_up')),
        actor INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        post INTEGER REFERENCES posts (id) ON DELETE CASCADE
      ) STRICT
      """,
      """
      INSERT INTO new_notifications (id, account, kind, actor, post)
      SELECT id, account, kind, actor, post FROM notifications
      """,
      "DROP TABLE notifications",
      "ALTER TABLE new_notifications RENAME TO notifications",
      "CREATE INDEX notifications_by_account ON notifications (account, id)",
      "CREATE UNIQUE INDEX notifications_by_fact ON notifications (account, kind, actor, coalesce(post, 0))",
      "CREATE INDEX notifications_by_actor ON notifications (actor)",
      "CREATE INDEX notifications_by_post ON notifications (post) WHERE post IS NOT NULL",
    ])
}
