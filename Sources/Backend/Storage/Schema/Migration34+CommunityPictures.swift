extension Migration {
  /// Adds the community's own picture and cover (decision 0066).
  static let thirtyFourth = Migration(
    number: 34, name: "the community's pictures",
    statements: [
      """
      CREATE TABLE community_pictures (
        kind TEXT PRIMARY KEY CHECK (kind IN ('avatar', 'cover')),
        media INTEGER NOT NULL REFERENCES media (id)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX community_pictures_by_media ON community_pictures (media)",
    ])
}
