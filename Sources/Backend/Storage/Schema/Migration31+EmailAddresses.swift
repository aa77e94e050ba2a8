extension Migration {
  /// Adds the members' e-mail addresses. They are optional.
  static let thirtyFirst = Migration(
    number: 31, name: "e-mail addresses of members",
    statements: [
      // Several members may share an address, as a family does. `folded` has no capital letters.
      """
      CREATE TABLE email_addresses (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        address TEXT NOT NULL CHECK (length(address) <= 254),
        folded TEXT NOT NULL
      ) STRICT
      """,
      "CREATE INDEX email_addresses_by_folded ON email_addresses (folded)",
      // An address that its member has not confirmed. `code` is a hash.
      """
      CREATE TABLE email_changes (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        address TEXT NOT NULL CHECK (length(address) <= 254),
        folded TEXT NOT NULL,
        code TEXT NOT NULL UNIQUE,
        expires_at INTEGER NOT NULL
      ) STRICT
      """,
    ])
}
