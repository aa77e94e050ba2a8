extension Migration {
  /// Lists members whose rows are being removed, some in each transaction. Segments of the search index are
  /// joined in transactions of their own (`mergeWords`), because FTS5 joins as much as it wants inside
  /// another write's transaction.
  static let twentieth = Migration(
    number: 20, name: "removals in parts, and short transactions of the index",
    statements: [
      "CREATE TABLE removed_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE) STRICT",
      "INSERT INTO post_words (post_words, rank) VALUES ('automerge', 0)",
      // Should segments not be joined for long, FTS5 does it after all.
      "INSERT INTO post_words (post_words, rank) VALUES ('crisismerge', 64)",
    ], postgres: [("INSERT INTO post_words", [])])
}
