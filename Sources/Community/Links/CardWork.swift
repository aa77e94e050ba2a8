import Synchronization

/// Asks the pages of links what they are: one after the other, while others use the community.
///
/// What is to be asked stands in the database, so nothing is lost when the program ends, and nothing piles up here.
final class CardWork: Sendable {
  private struct State {
    var settings: CardSettings?
    var work: (@Sendable (CardSettings) async -> Void)?
    var task: Task<Void, Never>?
    /// There is something new since the task looked.
    var isWoken = false
    var isClosed = false
  }

  private let state = Mutex(State())

  var settings: CardSettings? { state.withLock { $0.settings } }

  /// From now on `wake` has an effect.
  func begin(_ settings: CardSettings, _ work: @escaping @Sendable (CardSettings) async -> Void) {
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
      guard state.task == nil else { return }
      state.task = Task.detached(priority: .utility) {
        while self.isWoken() { await work(settings) }
      }
    }
  }

  /// Whether there is something to do; else the task is over.
  private func isWoken() -> Bool {
    state.withLock { state in
      guard state.isWoken, !state.isClosed else {
        state.task = nil
        return false
      }
      state.isWoken = false
      return true
    }
  }

  /// Waits until all is done that there is to do.
  func finish() async { while let task = state.withLock({ $0.task }) { await task.value } }

  func close() async {
    let task = state.withLock { state in
      state.isClosed = true
      return state.task
    }
    task?.cancel()
    await task?.value
  }
}

/// How the pages of links are asked.
public struct CardSettings: Sendable {
  /// `https://moments.example.org`: links there have no card.
  public var ownAddress: String?
  /// Also sites in private networks; for tests.
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
