extension Migration {
  /// Which pictures a version of a post had: `[[id, description], …]`; NULL: not known, as for versions before this one.
  static let eighteenth = Migration(
    number: 18, name: "pictures of versions",
    statements: ["ALTER TABLE edits ADD COLUMN pictures TEXT CHECK (length(pictures) <= 200000)"])
}
