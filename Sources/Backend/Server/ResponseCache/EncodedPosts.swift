import Contracts
import Invalidation
import JSON
import Social
import Synchronization
import TwitterContracts

/// The cache of encoded posts of both APIs, in pieces between which the members of a viewer go. So each post is
/// encoded once for all viewers.
///
/// Each entry is compared with the post that it was encoded from, so an outdated one is never used.
final class EncodedPosts: Sendable {
  private struct Key: Hashable {
    /// The id of the entry; a repost has its own id.
    let id: String
    let prefix: String
    /// The options of a tweet; `nil` for a status of the Mastodon API.
    let options: TweetOptions?
  }

  private struct Encoded {
    /// The entry without the viewer's interactions.
    let entry: TimelineEntry
    let pieces: [[UInt8]]
    /// The slots between the pieces of a tweet. A status has none: the interactions go between all its pieces.
    let slots: [TweetSlot]

    /// The approximate memory in bytes. The entry itself isn't counted, because the cache of posts usually
    /// holds it, too.
    var cost: Int { pieces.reduce(256 + 32 * slots.count) { $0 + $1.count } }
  }

  /// The interactions in all combinations, by `Post.Interactions.number`.
  private static let interactions = (0..<32).map {
    MastodonEncoder(prefix: "").interactionMembers(of: Post.Interactions(number: $0))
  }

  private let known: Mutex<RecentValues<Key, Encoded>>

  init(byteLimit: Int) { known = Mutex(RecentValues(byteLimit: byteLimit)) }

  /// The estimated size in bytes.
  var bytes: Int { known.withLock { $0.bytes } }

  func write(_ entry: TimelineEntry, _ encoder: MastodonEncoder, _ writer: inout JSONWriter) {
    let key = Key(id: entry.id, prefix: encoder.prefix, options: nil)
    let encoded = encoded(entry, key) { (encoder.pieces(of: $0), []) }
    let interactions = Self.interactions[entry.post.interactions.number]
    writer.json(encoded.pieces) { _ in interactions }
  }

  func write(_ post: Post, _ encoder: MastodonEncoder, _ writer: inout JSONWriter) {
    write(TimelineEntry(post), encoder, &writer)
  }

  func write(
    _ entry: TimelineEntry, _ encoder: TwitterEncoder, _ options: TweetOptions, _ writer: inout JSONWriter
  ) {
    // These counts are those of one response.
    guard encoder.favouritesCounts.isEmpty else { return encoder.tweet(entry, options: options, &writer) }
    let key = Key(id: entry.id, prefix: encoder.prefix, options: options)
    let encoded = encoded(entry, key) { encoder.pieces(of: $0, options: options) }
    encoder.write(encoded.pieces, encoded.slots, entry.post.interactions, &writer)
  }

  /// Returns an entry without the viewer's interactions, encoded now or before.
  private func encoded(
    _ entry: TimelineEntry, _ key: Key,
    by encode: (TimelineEntry) -> (pieces: [[UInt8]], slots: [TweetSlot])
  ) -> Encoded {
    var bare = entry
    if bare.post.interactions != Post.Interactions() { bare.post.interactions = Post.Interactions() }
    if let encoded = known.withLock({ $0.value(for: key) }), encoded.entry == bare { return encoded }
    let json = encode(bare)
    let encoded = Encoded(entry: bare, pieces: json.pieces, slots: json.slots)
    known.withLock { $0.insert(encoded, for: key, cost: encoded.cost) }
    return encoded
  }
}

extension Post.Interactions {
  /// A number with one bit for each interaction.
  fileprivate var number: Int {
    (isFavourite ? 1 : 0) | (isReposted ? 2 : 0) | (isBookmarked ? 4 : 0) | (isMuted ? 8 : 0)
      | (isPinned ? 16 : 0)
  }

  fileprivate init(number: Int) {
    self.init()
    isFavourite = number & 1 != 0
    isReposted = number & 2 != 0
    isBookmarked = number & 4 != 0
    isMuted = number & 8 != 0
    isPinned = number & 16 != 0
  }
}
