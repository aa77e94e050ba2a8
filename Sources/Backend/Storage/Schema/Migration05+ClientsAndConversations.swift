extension Migration {
  /// Adds the page of the client that a post was written with, and the positions up to which members read or
  /// hid direct conversations.
  static let fifth = Migration(
    number: 5, name: "pages of programs, and conversations",
    statements: [
      "ALTER TABLE posts ADD COLUMN application_website TEXT CHECK (length(application_website) <= 2000)",
      // Finds the time of an author's last public post.
      """
      CREATE INDEX posts_for_all_by_author ON posts (author, id)
      WHERE visibility IN ('public', 'unlisted') AND repost_of IS NULL
      """,
      "CREATE INDEX posts_direct ON posts (author, id) WHERE visibility = 'direct'",
      """
      CREATE TABLE conversation_marks (
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        conversation INTEGER NOT NULL,
        read_up_to INTEGER NOT NULL DEFAULT 0,
        hidden_up_to INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (account, conversation)
      ) STRICT, WITHOUT ROWID
      """,
    ])
}
