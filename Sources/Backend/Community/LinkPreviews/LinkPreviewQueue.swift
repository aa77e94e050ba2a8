import Synchronization

/// Fetches the pages of links, a few at the same time. Each member has one running fetch, so that one
/// member's slow pages don't delay the links of others.
///
/// The queue is in the database, so it survives a restart and takes no memory here.
final class LinkPreviewQueue: Sendable {
  private struct State {
    var settings: LinkPreviewSettings?
    var work: (@Sendable (LinkPreviewSettings) async -> Void)?
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
    /// True if there is new work since a task last looked.
    var isWoken = false
    /// The members with a running fetch.
    var authors: Set<Int64> = []
    var isClosed = false
  }

  /// The maximum number of pages that are fetched at the same time.
  private static let maxAtOnce = 4

  private let state = Mutex(State())

  var settings: LinkPreviewSettings? { state.withLock { $0.settings } }

  /// Starts the work. Before, `wake` has no effect.
  func begin(_ settings: LinkPreviewSettings, _ work: @escaping @Sendable (LinkPreviewSettings) async -> Void)
  {
    state.withLock { state in
      state.settings = settings
      state.work = work
    }
    wake()
  }

  func wake() {
    state.withLock { state in
      guard let work = state.work, let settings = state.settings, !state.isClosed else { return }
      state.isWoken = true
      guard state.tasks.count < Self.maxAtOnce else { return }
      state.lastTask += 1
      let number = state.lastTask
      state.tasks[number] = Task.detached(priority: .utility) {
        while self.isWoken(number) { await work(settings) }
      }
    }
  }

  /// Returns true if there is work to do. Otherwise the task ends.
  private func isWoken(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.isWoken, !state.isClosed else {
        state.tasks[number] = nil
        return false
      }
      state.isWoken = false
      return true
    }
  }

  /// The members whose other links wait for their running fetch.
  var busyAuthors: [Int64] { state.withLock { $0.authors.sorted() } }

  /// Returns false if one of the member's links is being fetched already.
  func begin(_ author: Int64) -> Bool { state.withLock { $0.authors.insert(author).inserted } }

  func end(_ author: Int64) { _ = state.withLock { $0.authors.remove(author) } }

  /// Waits until all work is done.
  func finish() async { while let task = state.withLock({ $0.tasks.values.first }) { await task.value } }

  func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.map(\.self)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
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
