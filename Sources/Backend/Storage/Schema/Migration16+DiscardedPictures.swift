extension Migration {
  /// Adds indexes for pages, so that a query reads no more than its page shows. Adds the list of deleted
  /// pictures whose files must be deleted too. It is written in the transaction that deletes the rows, so
  /// that a stopped server leaves no readable files behind. Adds the last use of browser sessions; NULL if a
  /// session wasn't used since signing in.
  static let sixteenth = Migration(
    number: 16, name: "bounded pages, discarded pictures, and the use of sessions",
    statements: [
      "CREATE INDEX posts_on_pages ON posts (author, id) WHERE conversation = id AND visibility <> 'direct'",
      "CREATE INDEX favourites_by_post ON favourites (post, id)",
      "CREATE TABLE discarded_pictures (hash TEXT PRIMARY KEY CHECK (length(hash) <= 64)) STRICT, WITHOUT ROWID",
      "ALTER TABLE sessions ADD COLUMN last_used_at INTEGER",
    ])
}
