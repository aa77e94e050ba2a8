import Contracts
import Freshness
import JSON
import Social
import Synchronization

/// Posts as they were encoded, in a form to which the reader's own marks are added: each is encoded once, whoever reads.
///
/// What is encoded is compared with what was, so nothing here can be outdated.
final class EncodedPosts: Sendable {
  private struct Key: Hashable {
    /// The id of the entry: a repost has an id of its own.
    let id: String
    let prefix: String
  }

  private struct Encoded {
    /// Without the marks.
    let entry: TimelineEntry
    let pieces: [[UInt8]]
  }

  /// The marks in all of their combinations, by `Status.Viewer.number`.
  private static let marks = (0..<32).map { MastodonEncoder(prefix: "").marks(of: Status.Viewer(number: $0)) }

  private let known: Mutex<RecentValues<Key, Encoded>>

  init(byteLimit: Int) { known = Mutex(RecentValues(byteLimit: byteLimit)) }

  /// In bytes, by an estimate.
  var bytes: Int { known.withLock { $0.bytes } }

  func write(_ entry: TimelineEntry, _ encoder: MastodonEncoder, _ writer: inout JSONWriter) {
    let marks = Self.marks[entry.status.viewer.number]
    var bare = entry
    if bare.status.viewer != Status.Viewer() { bare.status.viewer = Status.Viewer() }
    let pieces = pieces(of: bare, encoder)
    writer.json(pieces, between: marks)
  }

  func write(_ status: Status, _ encoder: MastodonEncoder, _ writer: inout JSONWriter) {
    write(TimelineEntry(status), encoder, &writer)
  }

  private func pieces(of entry: TimelineEntry, _ encoder: MastodonEncoder) -> [[UInt8]] {
    let key = Key(id: entry.id, prefix: encoder.prefix)
    if let encoded = known.withLock({ $0.value(for: key) }), encoded.entry == entry { return encoded.pieces }
    let pieces = encoder.pieces(of: entry)
    // The entry is held by what remembers posts as well, most of the time.
    let cost = pieces.reduce(256) { $0 + $1.count }
    known.withLock { $0.insert(Encoded(entry: entry, pieces: pieces), for: key, cost: cost) }
    return pieces
  }
}

extension Status.Viewer {
  /// A bit for each mark.
  fileprivate var number: Int {
    (isFavourite ? 1 : 0) | (isReposted ? 2 : 0) | (isBookmarked ? 4 : 0) | (isMuted ? 8 : 0) | (isPinned ? 16 : 0)
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
