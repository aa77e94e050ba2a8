extension Migration {
  /// Adds the posts and accounts of an import that stay hidden until it is complete (docs/decisions/0022).
  ///
  /// Hidden accounts are suspended as well, so that statements needn't know about them.
  static let eighth = Migration(
    number: 8, name: "imports that are not complete",
    statements: [
      "CREATE TABLE hidden_posts (post INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE) STRICT",
      "CREATE TABLE hidden_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE) STRICT",
    ])
}
