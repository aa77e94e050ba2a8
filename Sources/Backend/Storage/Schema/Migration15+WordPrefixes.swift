extension Migration {
  /// Adds a table that lists the words of the search index in order
  /// (sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). It stores nothing itself. PostgreSQL's index
  /// finds words by their beginnings without it.
  static let fifteenth = Migration(
    number: 15, name: "words that begin alike",
    statements: ["CREATE VIRTUAL TABLE post_words_vocabulary USING fts5vocab(post_words, instance)"],
    postgres: [("CREATE VIRTUAL TABLE post_words_vocabulary", [])])
}
