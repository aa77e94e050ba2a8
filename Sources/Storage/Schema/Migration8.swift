extension Migration {
  /// What an import has written and nobody sees yet, until all of it is there (docs/decisions/0022).
  ///
  /// Hidden accounts are suspended as well, so that no statement has to know of them.
  static let eighth = Migration(
    number: 8, name: "imports that are not complete",
    statements: [
      "CREATE TABLE hidden_posts (post INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE) STRICT",
      "CREATE TABLE hidden_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE) STRICT",
    ])
}
