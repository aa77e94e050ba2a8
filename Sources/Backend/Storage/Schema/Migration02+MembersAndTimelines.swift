extension Migration {
  /// Adds members' posts, follows and notifications.
  ///
  /// A comment becomes a post that replies, and a like a favourite, so that the Moments page and the Mastodon
  /// API show the same. `place` keeps the order of an import; live additions come after it, by id.
  ///
  /// A home timeline is read by merging the posts of the followed accounts (`posts_by_author`). A table of
  /// entries for each viewer, filled on write, can be added later without changing these.
  static let second = Migration(
    number: 2, name: "members, replies and timelines",
    statements: accountColumns + postColumns + commentsBecomePosts + likesBecomeFavourites + graph + notices)

  private static let accountColumns = [
    "ALTER TABLE accounts ADD COLUMN bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 2000)",
    // JSON: [["name","value"],…]
    "ALTER TABLE accounts ADD COLUMN fields TEXT NOT NULL DEFAULT '[]' CHECK (length(fields) <= 10000)",
    "ALTER TABLE accounts ADD COLUMN is_locked INTEGER NOT NULL DEFAULT 0 CHECK (is_locked IN (0, 1))",
    "ALTER TABLE accounts ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0 CHECK (is_bot IN (0, 1))",
    "ALTER TABLE accounts ADD COLUMN suspended_at INTEGER",
    """
    ALTER TABLE accounts ADD COLUMN default_visibility TEXT NOT NULL DEFAULT 'public'
      CHECK (default_visibility IN ('public', 'unlisted', 'private', 'direct'))
    """,
    """
    ALTER TABLE accounts ADD COLUMN default_sensitive INTEGER NOT NULL DEFAULT 0
      CHECK (default_sensitive IN (0, 1))
    """,
    "ALTER TABLE accounts ADD COLUMN default_language TEXT CHECK (length(default_language) <= 35)",
    "ALTER TABLE accounts ADD COLUMN followers_count INTEGER NOT NULL DEFAULT 0 CHECK (followers_count >= 0)",
    "ALTER TABLE accounts ADD COLUMN following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0)",
    "ALTER TABLE accounts ADD COLUMN posts_count INTEGER NOT NULL DEFAULT 0 CHECK (posts_count >= 0)",
    // Every query of posts checks for suspended authors.
    "CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended_at IS NOT NULL",
    // The name in lower case, for searches.
    "ALTER TABLE accounts ADD COLUMN nick_key TEXT NOT NULL DEFAULT ''",
    "UPDATE accounts SET nick_key = lower(nick)",
  ]

  /// The columns of posts. `conversation` is the id of the conversation's first post, which may be deleted;
  /// it is NULL for a repost, which has no text either. `place` is NULL for posts that were not imported.
  private static let postColumns = [
    "ALTER TABLE posts ADD COLUMN reply_to INTEGER REFERENCES posts (id) ON DELETE SET NULL",
    "ALTER TABLE posts ADD COLUMN reply_to_author INTEGER REFERENCES accounts (id) ON DELETE SET NULL",
    "ALTER TABLE posts ADD COLUMN conversation INTEGER",
    "ALTER TABLE posts ADD COLUMN repost_of INTEGER REFERENCES posts (id) ON DELETE CASCADE",
    "ALTER TABLE posts ADD COLUMN warning TEXT NOT NULL DEFAULT '' CHECK (length(warning) <= 5000)",
    "ALTER TABLE posts ADD COLUMN is_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (is_sensitive IN (0, 1))",
    "ALTER TABLE posts ADD COLUMN language TEXT CHECK (length(language) <= 35)",
    "ALTER TABLE posts ADD COLUMN edited_at INTEGER",
    "ALTER TABLE posts ADD COLUMN application TEXT CHECK (length(application) <= 500)",
    "ALTER TABLE posts ADD COLUMN place INTEGER CHECK (place >= 0)",
    "ALTER TABLE posts ADD COLUMN replies_count INTEGER NOT NULL DEFAULT 0 CHECK (replies_count >= 0)",
    "ALTER TABLE posts ADD COLUMN reposts_count INTEGER NOT NULL DEFAULT 0 CHECK (reposts_count >= 0)",
    "ALTER TABLE posts ADD COLUMN favourites_count INTEGER NOT NULL DEFAULT 0 CHECK (favourites_count >= 0)",
    "CREATE INDEX posts_by_reply ON posts (reply_to, id) WHERE reply_to IS NOT NULL",
    "CREATE INDEX posts_by_reply_author ON posts (reply_to_author) WHERE reply_to_author IS NOT NULL",
    "CREATE INDEX posts_by_conversation ON posts (conversation, id)",
    "CREATE UNIQUE INDEX posts_by_repost ON posts (repost_of, author) WHERE repost_of IS NOT NULL",
    "CREATE INDEX posts_for_everybody ON posts (id) WHERE visibility = 'public' AND repost_of IS NULL",
  ]

  private static let commentsBecomePosts = [
    "UPDATE posts SET conversation = id",
    """
    INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, place)
    SELECT c.id, c.author, c.text, p.visibility, c.created_at, c.post, p.author, c.post, c.position
    FROM comments c JOIN posts p ON p.id = c.post
    """,
    """
    UPDATE posts SET reply_to = (SELECT c.reply_to FROM comments c WHERE c.id = posts.id),
      reply_to_author = (SELECT a.author FROM comments c JOIN comments a ON a.id = c.reply_to WHERE c.id = posts.id)
    WHERE id IN (SELECT id FROM comments WHERE reply_to IS NOT NULL)
    """,
    "DROP TABLE comments",
    "UPDATE posts SET replies_count = (SELECT count(*) FROM posts r WHERE r.reply_to = posts.id)",
  ]

  private static let likesBecomeFavourites = [
    """
    CREATE TABLE favourites (
      id INTEGER PRIMARY KEY,
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      place INTEGER CHECK (place >= 0),
      UNIQUE (post, account)
    ) STRICT
    """,
    "CREATE INDEX favourites_by_account ON favourites (account, id)",
    """
    INSERT INTO favourites (id, post, account, place)
    SELECT row_number() OVER (ORDER BY post, position, account), post, account, position FROM likes
    """,
    "DROP TABLE likes",
    "UPDATE posts SET favourites_count = (SELECT count(*) FROM favourites f WHERE f.post = posts.id)",
    """
    CREATE TABLE bookmarks (
      id INTEGER PRIMARY KEY,
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      UNIQUE (post, account)
    ) STRICT
    """,
    "CREATE INDEX bookmarks_by_account ON bookmarks (account, id)",
    """
    CREATE TABLE pins (
      id INTEGER PRIMARY KEY,
      post INTEGER NOT NULL UNIQUE REFERENCES posts (id) ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE INDEX pins_by_account ON pins (account, id)",
    """
    CREATE TABLE mentions (
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      PRIMARY KEY (post, account)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX mentions_by_account ON mentions (account, post)",
    """
    CREATE TABLE tags (
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      PRIMARY KEY (name, post)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tags_by_post ON tags (post)",
    """
    CREATE TABLE edits (
      id INTEGER PRIMARY KEY,
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      text TEXT NOT NULL CHECK (length(text) <= 100000),
      warning TEXT NOT NULL CHECK (length(warning) <= 5000),
      is_sensitive INTEGER NOT NULL CHECK (is_sensitive IN (0, 1)),
      created_at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX edits_by_post ON edits (post, id)",
    """
    CREATE TABLE idempotency_keys (
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
      post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX idempotency_keys_by_post ON idempotency_keys (post)",
    "CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)",
  ]

  private static let graph = [
    "ALTER TABLE follows ADD COLUMN id INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE follows ADD COLUMN shows_reposts INTEGER NOT NULL DEFAULT 1 CHECK (shows_reposts IN (0, 1))",
    "ALTER TABLE follows ADD COLUMN notifies INTEGER NOT NULL DEFAULT 0 CHECK (notifies IN (0, 1))",
    """
    UPDATE follows SET id = n.number FROM (
      SELECT follower, followee, row_number() OVER (ORDER BY follower, followee) AS number FROM follows) n
    WHERE n.follower = follows.follower AND n.followee = follows.followee
    """,
    "CREATE UNIQUE INDEX follows_by_id ON follows (id)",
    "CREATE INDEX follows_by_follower_and_id ON follows (follower, id)",
    "CREATE INDEX follows_by_followee_and_id ON follows (followee, id)",
    "DROP INDEX follows_by_followee",
    "CREATE INDEX follows_who_notify ON follows (followee) WHERE notifies = 1",
    "UPDATE accounts SET followers_count = (SELECT count(*) FROM follows WHERE followee = accounts.id)",
    "UPDATE accounts SET following_count = (SELECT count(*) FROM follows WHERE follower = accounts.id)",
    """
    UPDATE accounts SET posts_count = (
      SELECT count(*) FROM posts WHERE author = accounts.id AND repost_of IS NULL AND visibility <> 'direct')
    """,
    """
    CREATE TABLE follow_requests (
      id INTEGER PRIMARY KEY,
      follower INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      followee INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      shows_reposts INTEGER NOT NULL DEFAULT 1 CHECK (shows_reposts IN (0, 1)),
      notifies INTEGER NOT NULL DEFAULT 0 CHECK (notifies IN (0, 1)),
      UNIQUE (follower, followee),
      CHECK (follower <> followee)
    ) STRICT
    """,
    "CREATE INDEX follow_requests_by_followee ON follow_requests (followee, id)",
    """
    CREATE TABLE blocks (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      target INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      UNIQUE (account, target),
      CHECK (account <> target)
    ) STRICT
    """,
    "CREATE INDEX blocks_by_account ON blocks (account, id)",
    "CREATE INDEX blocks_by_target ON blocks (target, account)",
    """
    CREATE TABLE mutes (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      target INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      hides_notifications INTEGER NOT NULL CHECK (hides_notifications IN (0, 1)),
      expires_at INTEGER,
      UNIQUE (account, target),
      CHECK (account <> target)
    ) STRICT
    """,
    "CREATE INDEX mutes_by_account ON mutes (account, id)",
    "CREATE INDEX mutes_by_target ON mutes (target)",
    """
    CREATE TABLE conversation_mutes (
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      conversation INTEGER NOT NULL,
      PRIMARY KEY (account, conversation)
    ) STRICT, WITHOUT ROWID
    """,
  ]

  private static let notices = [
    """
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN
        ('mention', 'follow', 'follow_request', 'favourite', 'reblog', 'status', 'update')),
      actor INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      post INTEGER REFERENCES posts (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE INDEX notifications_by_account ON notifications (account, id)",
    // Prevents duplicate notifications.
    "CREATE UNIQUE INDEX notifications_by_fact ON notifications (account, kind, actor, coalesce(post, 0))",
    "CREATE INDEX notifications_by_actor ON notifications (actor)",
    "CREATE INDEX notifications_by_post ON notifications (post) WHERE post IS NOT NULL",
    """
    CREATE TABLE markers (
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      timeline TEXT NOT NULL CHECK (timeline IN ('home', 'notifications')),
      last_read INTEGER NOT NULL,
      version INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (account, timeline)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}
