extension Migration {
  /// Adds the joins: who came by which invitation, and who counts as inviter. Adds the number of uses that an
  /// invitation was made for, and the links with which members set a new password, stored by their hash.
  ///
  /// An older invitation counts the uses that were left.
  static let twentyFifth = Migration(
    number: 25, name: "who joined by which invitation, and links for a new password",
    statements: [
      "ALTER TABLE invitations ADD COLUMN uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0)",
      "UPDATE invitations SET uses = uses_left",
      """
      CREATE TABLE joins (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        invitation INTEGER REFERENCES invitations (id) ON DELETE SET NULL,
        inviter INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
        is_welcomed INTEGER NOT NULL DEFAULT 0 CHECK (is_welcomed IN (0, 1))
      ) STRICT
      """,
      "CREATE INDEX joins_by_invitation ON joins (invitation) WHERE invitation IS NOT NULL",
      "CREATE INDEX joins_by_inviter ON joins (inviter) WHERE inviter IS NOT NULL",
      """
      CREATE TABLE password_resets (
        account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        code TEXT NOT NULL UNIQUE CHECK (length(code) = 64),
        expires_at INTEGER NOT NULL
      ) STRICT
      """,
    ])
}
