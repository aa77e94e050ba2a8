/// The audience of a post, from the widest to the narrowest. The raw values are those of the Mastodon API
/// (entities/Status, `visibility`), and `members`, which it doesn't know.
public enum Visibility: String, CaseIterable, Sendable {
  /// Everyone.
  case everybody = "public"
  /// Everyone with the address. It isn't in public timelines.
  case unlisted
  /// Everyone who is signed in to this community.
  case members
  /// The author, the followers and the mentioned accounts.
  case followers = "private"
  /// People of the author's circles, or all but those; chosen for each post (decision 0059). Replies have the
  /// audience of the conversation's first post.
  case circles
  /// The author and the mentioned accounts.
  case direct

  /// The rank of the audience, from everyone to the smallest.
  private var narrowness: Int {
    switch self {
    case .everybody: 0
    case .unlisted: 1
    case .members: 2
    case .followers: 3
    case .circles: 4
    case .direct: 5
    }
  }

  /// True if strangers see such posts.
  public var isForEverybody: Bool { narrowness < Visibility.members.narrowness }

  public func isNarrower(than other: Visibility) -> Bool { narrowness > other.narrowness }

  /// Returns the smaller one of two audiences.
  public func narrower(_ other: Visibility) -> Visibility { isNarrower(than: other) ? self : other }

  /// The audiences that need no choice of circles.
  public static var withoutCircles: [Visibility] { allCases.filter { $0 != .circles } }

  /// The audiences to which a post can be narrowed.
  public var narrowed: [Visibility] { Visibility.withoutCircles.filter { $0.isNarrower(than: self) } }

  /// The audience's name in the Mastodon API, which never names a wider audience (decision 0054).
  public var mastodonName: String {
    self == .members || self == .circles ? Visibility.followers.rawValue : rawValue
  }
}
