/// The audience of a post. The raw values are those of the Mastodon API (entities/Status, `visibility`).
public enum Visibility: String, CaseIterable, Sendable {
  /// Everyone.
  case everybody = "public"
  /// Everyone with the address. It isn't in public timelines.
  case unlisted
  /// The author, the followers and the mentioned accounts.
  case followers = "private"
  /// The author and the mentioned accounts.
  case direct
}
