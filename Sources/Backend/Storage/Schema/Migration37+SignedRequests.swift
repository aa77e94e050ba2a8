extension Migration {
  /// Adds the secrets with which clients sign requests (OAuth 1.0a), and the request tokens of their sign-ins.
  ///
  /// A `sealed_secret` is encrypted with a key outside the database. A `digest` is the SHA-256 of a token.
  static let thirtySeventh = Migration(
    number: 37, name: "signed requests",
    statements: [
      """
      CREATE TABLE signing_clients (
        application INTEGER PRIMARY KEY REFERENCES applications (id) ON DELETE CASCADE,
        sealed_secret TEXT NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 600)
      ) STRICT
      """,
      // `tokens.token` of such a token is the hash of an unknown value, so it can't be used as a bearer token.
      """
      CREATE TABLE signing_tokens (
        token INTEGER PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
        digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
        sealed_secret TEXT NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 600)
      ) STRICT
      """,
      // `account` and `verifier` (a hash) are null until a member has authorized the client.
      """
      CREATE TABLE request_tokens (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
        application INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        sealed_secret TEXT NOT NULL CHECK (length(sealed_secret) BETWEEN 1 AND 600),
        redirect_uri TEXT NOT NULL CHECK (length(redirect_uri) BETWEEN 1 AND 2000),
        scopes TEXT NOT NULL CHECK (length(scopes) BETWEEN 1 AND 1000),
        account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
        verifier TEXT CHECK (length(verifier) = 64),
        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        expires_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX request_tokens_by_application ON request_tokens (application)",
      "CREATE INDEX request_tokens_by_account ON request_tokens (account) WHERE account IS NOT NULL",
      "CREATE INDEX request_tokens_by_end ON request_tokens (expires_at)",
    ])
}
