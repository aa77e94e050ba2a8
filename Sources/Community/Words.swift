import Storage
import Synchronization

/// What the processes of one community tell each other and nobody keeps: what is counted and allowed in memory holds for
/// all of them together. On SQLite there is one server, and nothing to tell.
public final class Words: Sendable {
  /// What a word is about.
  public enum Topic: String, Sendable {
    case attempts, tickets, requests
  }

  private let store: Store
  private let listeners = Mutex<[String: @Sendable (Substring) -> Void]>([:])

  init(store: Store) {
    self.store = store
    guard store.isShared else { return }
    store.hear { [weak self] in self?.heard($0) }
  }

  /// Whether anybody may hear it.
  public var isShared: Bool { store.isShared }

  /// Returns when others know, or can't be told.
  public func tell(_ topic: Topic, _ text: String) async {
    if isShared { await store.tell(topic.rawValue + " " + text) }
  }

  /// - Parameter body: called on a thread that it must not hold up.
  public func hear(_ topic: Topic, _ body: @escaping @Sendable (Substring) -> Void) {
    listeners.withLock { $0[topic.rawValue] = body }
  }

  private func heard(_ word: String) {
    let parts = word.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    listeners.withLock { $0[String(parts[0])] }?(parts[1])
  }
}
