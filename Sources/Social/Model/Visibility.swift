/// Who may see a post. The raw values are those of the Mastodon API (entities/Status, `visibility`).
public enum Visibility: String, CaseIterable, Sendable {
  /// Everybody.
  case everybody = "public"
  /// Everybody who has the address; not offered in public timelines.
  case unlisted
  /// The author, those who follow them, and those who are mentioned.
  case followers = "private"
  /// The author and those who are mentioned.
  case direct
}
