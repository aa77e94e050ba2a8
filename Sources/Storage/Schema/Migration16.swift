extension Migration {
  /// What pages are read by, so that no more is looked at than they show. Pictures whose rows are gone and whose files have to go, written in the same transaction: so no stop of the server
  /// leaves them to be read. And when browsers that are signed in were last used; NULL: never since they signed in.
  static let sixteenth = Migration(
    number: 16, name: "bounded pages, discarded pictures, and the use of sessions",
    statements: [
      "CREATE INDEX posts_on_pages ON posts (author, id) WHERE conversation = id AND visibility <> 'direct'",
      "CREATE INDEX favourites_by_post ON favourites (post, id)",
      "CREATE TABLE discarded_pictures (hash TEXT PRIMARY KEY CHECK (length(hash) <= 64)) STRICT, WITHOUT ROWID",
      "ALTER TABLE sessions ADD COLUMN last_used_at INTEGER",
    ])
}
