extension Migration {
  /// Adds people, their posts and the records of imports.
  ///
  /// `username_key` is the username in lower case. Ids are 64-bit: milliseconds since 1970, shifted left by
  /// 16, plus a number. Times are UTC milliseconds.
  static let first = Migration(
    number: 1, name: "people, posts and imports",
    statements: [
      """
      CREATE TABLE media (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 32),
        mime_type TEXT NOT NULL CHECK (length(mime_type) BETWEEN 1 AND 100),
        width INTEGER NOT NULL CHECK (width > 0),
        height INTEGER NOT NULL CHECK (height > 0),
        byte_size INTEGER NOT NULL CHECK (byte_size >= 0),
        copies TEXT NOT NULL CHECK (length(copies) <= 4000)
      ) STRICT
      """,
      """
      CREATE TABLE accounts (
        id INTEGER PRIMARY KEY,
        username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 250),
        username_key TEXT NOT NULL UNIQUE,
        nick TEXT NOT NULL CHECK (length(nick) BETWEEN 1 AND 500),
        avatar INTEGER REFERENCES media (id),
        avatar_source TEXT CHECK (length(avatar_source) <= 4096),
        cover INTEGER REFERENCES media (id),
        cover_source TEXT CHECK (length(cover_source) <= 4096),
        is_imported INTEGER NOT NULL CHECK (is_imported IN (0, 1)),
        created_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX accounts_by_avatar ON accounts (avatar) WHERE avatar IS NOT NULL",
      "CREATE INDEX accounts_by_cover ON accounts (cover) WHERE cover IS NOT NULL",
      """
      CREATE TABLE follows (
        follower INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        followee INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        PRIMARY KEY (follower, followee),
        CHECK (follower <> followee)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX follows_by_followee ON follows (followee)",
      """
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY,
        author INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        text TEXT NOT NULL CHECK (length(text) <= 100000),
        visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private', 'direct')),
        created_at INTEGER
      ) STRICT
      """,
      "CREATE INDEX posts_by_author ON posts (author, id)",
      """
      CREATE TABLE attachments (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 8),
        media INTEGER REFERENCES media (id),
        source TEXT CHECK (length(source) <= 4096),
        description TEXT NOT NULL CHECK (length(description) <= 10000),
        PRIMARY KEY (post, position)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX attachments_by_media ON attachments (media) WHERE media IS NOT NULL",
      """
      CREATE TABLE comments (
        id INTEGER PRIMARY KEY,
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        author INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 100000),
        reply_to INTEGER REFERENCES comments (id) ON DELETE SET NULL,
        created_at INTEGER,
        position INTEGER NOT NULL CHECK (position >= 0)
      ) STRICT
      """,
      "CREATE INDEX comments_by_post ON comments (post, position)",
      "CREATE INDEX comments_by_author ON comments (author)",
      "CREATE INDEX comments_by_reply ON comments (reply_to) WHERE reply_to IS NOT NULL",
      """
      CREATE TABLE likes (
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        position INTEGER NOT NULL CHECK (position >= 0),
        PRIMARY KEY (post, account)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX likes_by_account ON likes (account)",
      """
      CREATE TABLE import_people (
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        PRIMARY KEY (owner, key)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX import_people_by_account ON import_people (account)",
      """
      CREATE TABLE import_items (
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        PRIMARY KEY (owner, key)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX import_items_by_post ON import_items (post)",
      """
      CREATE TABLE import_pictures (
        owner INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        reference TEXT NOT NULL,
        media INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
        PRIMARY KEY (owner, reference)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX import_pictures_by_media ON import_pictures (media)",
    ])
}
