import Invalidation
public import Media
public import Social
import Storage
import Synchronization

/// Caches which pictures are public, until any data change. A page has many pictures, and each is a separate
/// request.
final class PictureAudiences: Sendable {
  private static let byteLimit = 256 << 10
  /// The estimated memory for one picture, in bytes.
  private static let cost = 100

  /// For each hash, the last change that the read result includes for certain.
  private let knownRevisions = Mutex(RecentValues<String, UInt64>(byteLimit: byteLimit))

  func isForEverybody(_ hash: String, _ revisions: Revisions) -> Bool {
    guard let revision = knownRevisions.withLock({ $0.value(for: hash) }) else { return false }
    return revisions.isCurrent(.anything, asOf: revision)
  }

  func note(_ hash: String, asOf revision: UInt64) {
    knownRevisions.withLock { $0.insert(revision, for: hash, cost: Self.cost) }
  }
}

extension Community.Media {
  /// The file behind `/media/{hash}/{name}`, which may be missing, without a check of its audience.
  public func file(hash: String, name: String) -> MediaFile? { mediaStore.file(hash: hash, name: name) }

  /// The file behind `/media/{hash}/{name}`, which may be missing, and its audience; `nil` if nothing shows
  /// it.
  public func picture(hash: String, name: String) async throws -> (
    file: MediaFile, audience: PictureAudience
  )? {
    guard let file = self.file(hash: hash, name: name) else { return nil }
    await store.refresh()
    let revision = store.revisions.latest
    if audiences.isForEverybody(hash, store.revisions) { return (file, .everybody) }
    guard let audience = try await store.audience(ofPicture: hash) else { return nil }
    if audience == .everybody { audiences.note(hash, asOf: revision) }
    return (file, audience)
  }
}
