extension Migration {
  /// Adds the subscriptions to notifications for closed clients, and the messages that wait for them.
  ///
  /// A subscription belongs to a token and ends with it. Its account is the token's.
  static let thirtyFifth = Migration(
    number: 35, name: "web push",
    statements: [
      // Keys are base64url. `alerts` is ` mention=1 follow=0`. `sealed_token` is encrypted with a key outside
      // the database. `next_at` is the time of the next attempt; a process that sends moves it ahead.
      """
      CREATE TABLE push_subscriptions (
        id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
        token INTEGER NOT NULL UNIQUE REFERENCES tokens (id) ON DELETE CASCADE,
        endpoint TEXT NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 2048),
        host TEXT NOT NULL CHECK (length(host) BETWEEN 1 AND 255),
        public_key TEXT NOT NULL CHECK (length(public_key) = 87),
        secret TEXT NOT NULL CHECK (length(secret) = 22),
        is_standard INTEGER NOT NULL CHECK (is_standard IN (0, 1)),
        alerts TEXT NOT NULL CHECK (length(alerts) <= 1000),
        policy TEXT NOT NULL CHECK (policy IN ('all', 'followed', 'follower', 'none')),
        detail TEXT NOT NULL CHECK (detail IN ('kind', 'name', 'text')),
        format TEXT NOT NULL CHECK (format IN ('mastodon', 'declarative')),
        language TEXT NOT NULL CHECK (length(language) <= 35),
        origin TEXT NOT NULL CHECK (length(origin) <= 600),
        sealed_token TEXT CHECK (length(sealed_token) <= 600),
        created_at INTEGER NOT NULL,
        next_at INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
        problem TEXT CHECK (length(problem) <= 300),
        sent_at INTEGER
      ) STRICT
      """,
      // A message whose notification is gone is not sent.
      """
      CREATE TABLE push_messages (
        subscription INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
        notification INTEGER NOT NULL,
        PRIMARY KEY (subscription, notification)
      ) STRICT, WITHOUT ROWID
      """,
    ])
}
