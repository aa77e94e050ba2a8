extension Migration {
  /// Adds the search index of posts (sqlite.org/fts5.html).
  ///
  /// `SearchWords` decides in Swift which words a post has. So triggers only note changed posts, which are
  /// indexed before the next search. The tokenizer splits only at spaces, because all else is folded already.
  static let sixth = Migration(
    number: 6, name: "words of posts, and names",
    statements: [
      "CREATE VIRTUAL TABLE post_words USING fts5(words, tokenize = 'ascii')",
      "CREATE TABLE unindexed_posts (post INTEGER PRIMARY KEY) STRICT",
      "INSERT INTO unindexed_posts (post) SELECT id FROM posts WHERE repost_of IS NULL",
      """
      CREATE TRIGGER posts_written AFTER INSERT ON posts WHEN NEW.repost_of IS NULL BEGIN
        INSERT OR IGNORE INTO unindexed_posts (post) VALUES (NEW.id);
      END
      """,
      """
      CREATE TRIGGER posts_rewritten AFTER UPDATE OF text, warning ON posts WHEN NEW.repost_of IS NULL BEGIN
        INSERT OR IGNORE INTO unindexed_posts (post) VALUES (NEW.id);
      END
      """,
      """
      CREATE TRIGGER posts_removed AFTER DELETE ON posts WHEN OLD.repost_of IS NULL BEGIN
        DELETE FROM post_words WHERE rowid = OLD.id;
        DELETE FROM unindexed_posts WHERE post = OLD.id;
      END
      """,
      // Finds accounts by the beginning of their names.
      "CREATE INDEX accounts_by_nick ON accounts (nick_key)",
    ],
    postgres: [
      (
        "CREATE VIRTUAL TABLE post_words",
        [
          """
          CREATE TABLE post_words (
            post BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE, words tsvector NOT NULL)
          """,
          "CREATE INDEX post_words_by_word ON post_words USING gin (words)",
          """
          CREATE FUNCTION post_written() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
            INSERT INTO unindexed_posts (post) VALUES (NEW.id) ON CONFLICT DO NOTHING;
            RETURN NULL;
          END $body$
          """,
          """
          CREATE FUNCTION post_removed() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
            DELETE FROM unindexed_posts WHERE post = OLD.id;
            RETURN NULL;
          END $body$
          """,
        ]
      ),
      (
        "CREATE TRIGGER posts_written",
        [
          """
          CREATE TRIGGER posts_written AFTER INSERT ON posts FOR EACH ROW WHEN (NEW.repost_of IS NULL)
          EXECUTE FUNCTION post_written()
          """
        ]
      ),
      (
        "CREATE TRIGGER posts_rewritten",
        [
          """
          CREATE TRIGGER posts_rewritten AFTER UPDATE OF text, warning ON posts FOR EACH ROW
          WHEN (NEW.repost_of IS NULL) EXECUTE FUNCTION post_written()
          """
        ]
      ),
      (
        "CREATE TRIGGER posts_removed",
        [
          """
          CREATE TRIGGER posts_removed AFTER DELETE ON posts FOR EACH ROW WHEN (OLD.repost_of IS NULL)
          EXECUTE FUNCTION post_removed()
          """
        ]
      ),
    ])
}
