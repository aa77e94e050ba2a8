extension Migration {
  /// Adds members' own pictures.
  ///
  /// `uploads` are pictures that no post has yet. `media` is the finished picture; until then the upload
  /// waits or has failed for a reason. When a post takes an upload, its row becomes one of `attachments` with
  /// the same id in `identifier`. If that is NULL, the id follows from post and position. A focus is in
  /// thousandths, from the middle to the right and up.
  static let seventh = Migration(
    number: 7, name: "pictures of members",
    statements: [
      "ALTER TABLE media ADD COLUMN blurhash TEXT CHECK (length(blurhash) <= 100)",
      "ALTER TABLE attachments ADD COLUMN identifier INTEGER",
      "ALTER TABLE attachments ADD COLUMN focus_x INTEGER CHECK (focus_x BETWEEN -1000 AND 1000)",
      "ALTER TABLE attachments ADD COLUMN focus_y INTEGER CHECK (focus_y BETWEEN -1000 AND 1000)",
      "ALTER TABLE attachments ADD COLUMN thumbnail INTEGER REFERENCES media (id)",
      "CREATE UNIQUE INDEX attachments_by_identifier ON attachments (identifier) WHERE identifier IS NOT NULL",
      "CREATE INDEX attachments_by_thumbnail ON attachments (thumbnail) WHERE thumbnail IS NOT NULL",
      """
      CREATE TABLE uploads (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        media INTEGER REFERENCES media (id),
        failure TEXT CHECK (length(failure) BETWEEN 1 AND 500),
        byte_size INTEGER NOT NULL CHECK (byte_size >= 0),
        description TEXT NOT NULL CHECK (length(description) <= 10000),
        focus_x INTEGER CHECK (focus_x BETWEEN -1000 AND 1000),
        focus_y INTEGER CHECK (focus_y BETWEEN -1000 AND 1000),
        thumbnail INTEGER REFERENCES media (id),
        created_at INTEGER NOT NULL
      ) STRICT
      """,
      "CREATE INDEX uploads_by_account ON uploads (account)",
      "CREATE INDEX uploads_by_media ON uploads (media) WHERE media IS NOT NULL",
      "CREATE INDEX uploads_by_thumbnail ON uploads (thumbnail) WHERE thumbnail IS NOT NULL",
      "CREATE INDEX uploads_by_time ON uploads (created_at)",
      "CREATE INDEX uploads_waiting ON uploads (id) WHERE media IS NULL AND failure IS NULL",
    ])
}
