import Synchronization

/// Fetches the pages of links, a few at the same time. Each member has one running fetch, so that one
/// member's slow pages don't delay the links of others.
final class LinkPreviewQueue: Sendable {
  private struct State {
    var settings: LinkPreviewSettings?
    /// The members with a running fetch.
    var authors: Set<Int64> = []
  }

  private let workers = WorkerPool(maxAtOnce: 4)
  private let state = Mutex(State())

  var settings: LinkPreviewSettings? { state.withLock { $0.settings } }

  /// Starts the work. Before, `wake` has no effect.
  func begin(_ settings: LinkPreviewSettings, _ work: @escaping @Sendable (LinkPreviewSettings) async -> Void)
  {
    state.withLock { $0.settings = settings }
    workers.begin { await work(settings) }
  }

  func wake() { workers.wake() }

  /// The members whose other links wait for their running fetch.
  var busyAuthors: [Int64] { state.withLock { $0.authors.sorted() } }

  /// Returns false if one of the member's links is being fetched already.
  func begin(_ author: Int64) -> Bool { state.withLock { $0.authors.insert(author).inserted } }

  func end(_ author: Int64) { _ = state.withLock { $0.authors.remove(author) } }

  /// Waits until all work is done.
  func finish() async { await workers.finish() }

  func close() async { await workers.close() }
}

/// The settings for fetching the pages of links.
public struct LinkPreviewSettings: Sendable {
  /// The server's own address, such as `https://moments.example.org`. Links to it have no preview.
  public var ownAddress: String?
  /// Allows sites in private networks; for tests.
  public var allowsPrivate: Bool
  /// Returns when a deadline is over.
  var wait: Outbound.Wait = Outbound.wait

  public init(ownAddress: String?, allowsPrivate: Bool = false) {
    self.ownAddress = ownAddress
    self.allowsPrivate = allowsPrivate
  }

  func isOwn(_ url: String) -> Bool {
    guard let own = ownAddress?.lowercased() else { return false }
    let url = url.lowercased()
    return url == own || ["/", "?", "#"].contains { url.hasPrefix(own + $0) }
  }
}
