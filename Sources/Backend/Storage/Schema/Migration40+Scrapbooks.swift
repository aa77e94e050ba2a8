extension Migration {
  /// Adds scrapbooks: named albums that members make of their own posts.
  ///
  /// `scrapbook_posts.owner` repeats the scrapbook's owner, for exporting, removing and invalidating them.
  static let fortieth = Migration(
    number: 40, name: "scrapbooks",
    statements: [
      """
      CREATE TABLE scrapbooks (
        id INTEGER PRIMARY KEY,
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60)
      ) STRICT
      """,
      "CREATE INDEX scrapbooks_by_owner ON scrapbooks (owner, id)",
      """
      CREATE TABLE scrapbook_posts (
        id INTEGER PRIMARY KEY,
        scrapbook INTEGER NOT NULL REFERENCES scrapbooks (id) ON DELETE CASCADE,
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        UNIQUE (scrapbook, post)
      ) STRICT
      """,
      "CREATE INDEX scrapbook_posts_by_owner ON scrapbook_posts (owner, id)",
      "CREATE INDEX scrapbook_posts_by_post ON scrapbook_posts (post)",
    ])
}
