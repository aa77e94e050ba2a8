extension Migration {
  /// Adds circles: lists of people that members keep.
  ///
  /// `circle_members.owner` repeats the circle's owner, for looking people up, removing and invalidating
  /// them.
  static let twentyFourth = Migration(
    number: 24, name: "circles",
    statements: [
      """
      CREATE TABLE circles (
        id INTEGER PRIMARY KEY,
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
        replies_policy TEXT NOT NULL CHECK (replies_policy IN ('followed', 'list', 'none')),
        is_exclusive INTEGER NOT NULL CHECK (is_exclusive IN (0, 1))
      ) STRICT
      """,
      "CREATE INDEX circles_by_owner ON circles (owner, id)",
      """
      CREATE TABLE circle_members (
        id INTEGER PRIMARY KEY,
        circle INTEGER NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        UNIQUE (circle, account)
      ) STRICT
      """,
      "CREATE INDEX circle_members_by_circle ON circle_members (circle, id)",
      "CREATE INDEX circle_members_by_owner ON circle_members (owner, id)",
      "CREATE INDEX circle_members_by_account ON circle_members (account, owner)",
    ])
}
