import Community
import Contracts
import HTTPTypes
import Invalidation
import JSON
import NIOCore
import Synchronization

/// Makes whole pages of the Moments contract from pieces, each of which has some posts of the page, encoded
/// and packed.
///
/// A piece is used again until something that it shows changes. So a write costs the pieces that it concerns
/// and the page's list; and no database thread and no worker thread is held for longer than a piece takes
/// (decision 0052).
final class MomentsPieces: Sendable {
  private struct Key: Hashable {
    let posts: [Int64]
    /// `nil` for strangers.
    let viewer: Int64?
    let prefix: String

    var cost: Int { posts.count * MemoryLayout<Int64>.stride + prefix.utf8.count }
  }

  private struct Piece: Sendable {
    let packed: Gzip.Piece
    /// SHA-256 of the unpacked bytes.
    let digest: [UInt8]
  }

  private struct Known: Sendable {
    let piece: Piece
    let dependencies: Dependencies.Slots
    /// The last change that the piece surely holds.
    let revision: UInt64
  }

  private struct State {
    var pieces: RecentValues<Key, Known>
    var encoded = 0
  }

  private let community: Community
  private let state: Mutex<State>

  init(community: Community, byteLimit: Int) {
    self.community = community
    state = Mutex(State(pieces: RecentValues(byteLimit: byteLimit)))
  }

  /// The number of pieces encoded so far, for tests.
  var encodedCount: Int { state.withLock { $0.encoded } }

  /// In bytes, by an estimate.
  var bytes: Int { state.withLock { $0.pieces.bytes } }

  /// All of a page; `nil` for an unknown username.
  func page(
    of username: String, viewer: Viewer?, hasCovered: Bool, prefix: String, fields: HTTPFields
  ) async throws -> CacheableResponse? {
    guard
      let listing = try await community.moments.listing(of: username, viewer: viewer, hasCovered: hasCovered)
    else {
      return nil
    }
    var pieces: [Piece] = []
    for posts in Self.pieces(of: listing.ids) {
      let key = Key(posts: posts, viewer: viewer?.account, prefix: prefix)
      if let piece = known(key) {
        pieces.append(piece)
      } else if let piece = try await make(key, listing) {
        pieces.append(piece)
      }
    }
    return try await offload { [pieces] in try Self.joined(pieces, fields) }
  }

  static let maxPosts = 256
  private static let usualPosts: UInt64 = 64

  /// A piece ends where the hash of an id says so: then a post that comes or goes changes one piece.
  ///
  /// - Parameter ids: newest first.
  static func pieces(of ids: [Int64]) -> [[Int64]] {
    var pieces: [[Int64]] = []
    var piece: [Int64] = []
    // From the oldest, so that a new post leaves the bounds of all pieces but the first where they are.
    for id in ids.reversed() {
      piece.append(id)
      // The finalizer of SplitMix64: ids that are evenly spaced would have even pieces, or none.
      var hash = UInt64(bitPattern: id)
      hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
      guard (hash ^ (hash >> 31)) % usualPosts == 0 || piece.count == maxPosts else { continue }
      pieces.append(piece.reversed())
      piece = []
    }
    if !piece.isEmpty { pieces.append(piece.reversed()) }
    return pieces.reversed()
  }

  private func known(_ key: Key) -> Piece? {
    guard let known = state.withLock({ $0.pieces.value(for: key) }),
      community.revisions.areCurrent(known.dependencies, asOf: known.revision)
    else { return nil }
    Dependencies.current?.add(known.dependencies)
    return known.piece
  }

  /// Reads and encodes a piece; `nil` if none of its posts is on the page any more.
  private func make(_ key: Key, _ listing: PageListing) async throws -> Piece? {
    let revision = community.revisions.latest
    let dependencies = Dependencies()
    let posts = try await Dependencies.$current.withValue(dependencies) {
      try await community.moments.posts(key.posts, of: listing)
    }
    let slots = dependencies.slots
    Dependencies.current?.add(slots)
    guard !posts.isEmpty else { return nil }
    let piece = try await offload {
      var writer = JSONWriter(reservingCapacity: 2048 * posts.count)
      MomentsEncoder(prefix: key.prefix).posts(posts, &writer)
      // Without the brackets: the page has its own.
      let body = ByteBuffer(bytes: writer.bytes[1..<writer.bytes.count - 1])
      guard let packed = Gzip.Piece(body, effort: .thorough) else { throw RequestError.busy }
      return Piece(packed: packed, digest: Digest.sha256(body))
    }
    state.withLock { state in
      state.encoded += 1
      // A post that has left the page meanwhile may come back without a change of its own.
      guard posts.count == key.posts.count else { return }
      state.pieces.insert(
        Known(piece: piece, dependencies: slots, revision: revision), for: key,
        cost: piece.packed.blocks.readableBytes + slots.cost + key.cost + 256)
    }
    return piece
  }

  private static func joined(_ pieces: [Piece], _ fields: HTTPFields) throws -> CacheableResponse {
    var parts: [Gzip.Piece] = []
    var digests = ByteBuffer()
    for piece in pieces {
      parts.append(Gzip.Piece(byte: UInt8(ascii: parts.isEmpty ? "[" : ",")))
      parts.append(piece.packed)
      digests.writeBytes(piece.digest)
    }
    if parts.isEmpty { parts.append(Gzip.Piece(byte: UInt8(ascii: "["))) }
    parts.append(Gzip.Piece(byte: UInt8(ascii: "]")))
    let size = parts.reduce(0) { $0 + $1.size }
    guard
      let response = CacheableResponse.packed(
        Gzip.joined(parts), size: size, fields: fields, tag: EntityTag(of: digests))
    else { throw RequestError.busy }
    return response
  }
}
