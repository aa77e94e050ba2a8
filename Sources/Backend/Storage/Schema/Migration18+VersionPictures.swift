extension Migration {
  /// Adds the pictures of a post's earlier version: `[[id, description], …]`; NULL if they are unknown, as
  /// for older versions.
  static let eighteenth = Migration(
    number: 18, name: "pictures of versions",
    statements: ["ALTER TABLE edits ADD COLUMN pictures TEXT CHECK (length(pictures) <= 200000)"])
}
