import Contracts
import JSON
import Social

extension JSONWriter {
  /// Writes a post's audience. Clients know four; for another one the nearest narrower one stands there,
  /// `local_only` as in Mastodon's forks, and the audience itself (decision 0054).
  mutating func audience(_ audience: Visibility) {
    member("visibility", audience.mastodonName)
    guard audience.mastodonName != audience.rawValue else { return }
    member("local_only", true)
    member("audience", audience.rawValue)
  }

  /// Writes the place that a post's author named, which the Mastodon API doesn't know.
  mutating func location(_ location: String?) {
    if let location { member("location", location) }
  }

  /// Writes the audience of new posts under the API's name for it, and an unknown one as `audience` too.
  mutating func defaultAudience(_ audience: Visibility, _ name: StaticString, extension extra: StaticString) {
    member(name, audience.mastodonName)
    if audience.mastodonName != audience.rawValue { member(extra, audience.rawValue) }
  }
}
