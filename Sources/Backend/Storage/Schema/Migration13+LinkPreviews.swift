extension Migration {
  /// Adds link previews and their posts. A page is fetched after its post was published, so a preview without
  /// a title is not known yet or can't be had.
  ///
  /// `fetch_at` is the time of the next fetch in milliseconds; NULL for never, because no new post has the
  /// link.
  static let thirteenth = Migration(
    number: 13, name: "cards of links",
    statements: [
      """
      CREATE TABLE link_cards (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE CHECK (length(url) <= 2000),
        title TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 200),
        description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 500),
        site TEXT NOT NULL DEFAULT '' CHECK (length(site) <= 200),
        author TEXT NOT NULL DEFAULT '' CHECK (length(author) <= 200),
        language TEXT,
        picture INTEGER REFERENCES media (id),
        picture_description TEXT NOT NULL DEFAULT '' CHECK (length(picture_description) <= 500),
        fetch_at INTEGER
      ) STRICT
      """,
      "CREATE INDEX link_cards_by_fetch ON link_cards (fetch_at) WHERE fetch_at IS NOT NULL",
      "CREATE INDEX link_cards_by_picture ON link_cards (picture) WHERE picture IS NOT NULL",
      """
      CREATE TABLE post_links (
        post INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
        card INTEGER NOT NULL REFERENCES link_cards (id)
      ) STRICT
      """,
      "CREATE INDEX post_links_by_card ON post_links (card, post)",
      // A changed preview counts as a change of each of its posts.
      """
      CREATE TRIGGER link_cards_changed AFTER UPDATE ON link_cards
      WHEN OLD.title IS NOT NEW.title OR OLD.description IS NOT NEW.description OR OLD.site IS NOT NEW.site
        OR OLD.author IS NOT NEW.author OR OLD.language IS NOT NEW.language OR OLD.picture IS NOT NEW.picture
        OR OLD.picture_description IS NOT NEW.picture_description
      BEGIN
        UPDATE post_links SET card = card WHERE card = NEW.id;
      END
      """,
    ],
    postgres: [
      (
        "CREATE TRIGGER link_cards_changed",
        [
          """
          CREATE FUNCTION link_card_changed() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
            UPDATE post_links SET card = card WHERE card = NEW.id;
            RETURN NULL;
          END $body$
          """,
          """
          CREATE TRIGGER link_cards_changed AFTER UPDATE ON link_cards FOR EACH ROW
          WHEN ((OLD.title, OLD.description, OLD.site, OLD.author, OLD.language, OLD.picture, OLD.picture_description)
            IS DISTINCT FROM
            (NEW.title, NEW.description, NEW.site, NEW.author, NEW.language, NEW.picture, NEW.picture_description))
          EXECUTE FUNCTION link_card_changed()
          """,
        ]
      )
    ])
}
