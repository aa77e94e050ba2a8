extension Migration {
  /// Adds passwords, clients and invitations.
  ///
  /// Secrets, tokens, codes and links are stored only as SHA-256 hashes in hexadecimal; passwords as scrypt
  /// hashes with their parameters. Times are UTC milliseconds.
  static let third = Migration(
    number: 3, name: "passwords, programs and invitations",
    statements: [
      """
      CREATE TABLE credentials (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
        password TEXT NOT NULL CHECK (length(password) BETWEEN 1 AND 500)
      ) STRICT
      """,
      """
      CREATE TABLE applications (
        id INTEGER PRIMARY KEY,
        client_id TEXT NOT NULL UNIQUE CHECK (length(client_id) BETWEEN 1 AND 100),
        secret TEXT NOT NULL CHECK (length(secret) = 64),
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        website TEXT CHECK (length(website) <= 2000),
        redirect_uris TEXT NOT NULL CHECK (length(redirect_uris) BETWEEN 1 AND 10000),
        scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 1000),
        created_at INTEGER NOT NULL
      ) STRICT
      """,
      """
      CREATE TABLE authorization_codes (
        code TEXT PRIMARY KEY CHECK (length(code) = 64),
        application INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        redirect_uri TEXT NOT NULL CHECK (length(redirect_uri) <= 2000),
        scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 1000),
        challenge TEXT CHECK (length(challenge) = 43),
        expires_at INTEGER NOT NULL,
        is_used INTEGER NOT NULL CHECK (is_used IN (0, 1))
      ) STRICT
      """,
      "CREATE INDEX authorization_codes_by_application ON authorization_codes (application)",
      "CREATE INDEX authorization_codes_by_account ON authorization_codes (account)",
      "CREATE INDEX authorization_codes_by_end ON authorization_codes (expires_at)",
      """
      CREATE TABLE tokens (
        id INTEGER PRIMARY KEY,
        token TEXT NOT NULL UNIQUE CHECK (length(token) = 64),
        application INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
        scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 1000),
        code TEXT CHECK (length(code) = 64),
        created_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX tokens_by_application ON tokens (application)",
      "CREATE INDEX tokens_by_account ON tokens (account) WHERE account IS NOT NULL",
      "CREATE INDEX tokens_by_code ON tokens (code) WHERE code IS NOT NULL",
      """
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        secret TEXT NOT NULL UNIQUE CHECK (length(secret) = 64),
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX sessions_by_account ON sessions (account)",
      "CREATE INDEX sessions_by_end ON sessions (expires_at)",
      """
      CREATE TABLE invitations (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE CHECK (length(code) = 64),
        role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
        uses_left INTEGER NOT NULL CHECK (uses_left >= 0),
        expires_at INTEGER NOT NULL
      ) STRICT
      """,
      """
      CREATE TABLE settings (
        name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
        value TEXT NOT NULL CHECK (length(value) <= 10000)
      ) STRICT, WITHOUT ROWID
      """,
      // Grows whenever a token may have become invalid.
      "CREATE TABLE access_revisions (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT",
      "INSERT INTO access_revisions (id, number) VALUES (1, 0)",
    ])
}
