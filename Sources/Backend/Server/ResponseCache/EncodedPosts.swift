import Contracts
import Invalidation
import JSON
import Social
import Synchronization

/// The cache of encoded posts, in a form to which a viewer's interactions are added. So each post is encoded
/// once for all viewers.
///
/// Each entry is compared with the post that it was encoded from, so an outdated one is never used.
final class EncodedPosts: Sendable {
  private struct Key: Hashable {
    /// The id of the entry; a repost has its own id.
    let id: String
    let prefix: String
  }

  private struct Encoded {
    /// The entry without the viewer's interactions.
    let entry: TimelineEntry
    let pieces: [[UInt8]]
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
    let interactions = Self.interactions[entry.post.interactions.number]
    var bare = entry
    if bare.post.interactions != Post.Interactions() { bare.post.interactions = Post.Interactions() }
    let pieces = pieces(of: bare, encoder)
    writer.json(pieces, between: interactions)
  }

  func write(_ post: Post, _ encoder: MastodonEncoder, _ writer: inout JSONWriter) {
    write(TimelineEntry(post), encoder, &writer)
  }

  private func pieces(of entry: TimelineEntry, _ encoder: MastodonEncoder) -> [[UInt8]] {
    let key = Key(id: entry.id, prefix: encoder.prefix)
    if let encoded = known.withLock({ $0.value(for: key) }), encoded.entry == entry { return encoded.pieces }
    let pieces = encoder.pieces(of: entry)
    // The entry itself isn't counted, because the cache of posts usually holds it, too.
    let cost = pieces.reduce(256) { $0 + $1.count }
    known.withLock { $0.insert(Encoded(entry: entry, pieces: pieces), for: key, cost: cost) }
    return pieces
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
