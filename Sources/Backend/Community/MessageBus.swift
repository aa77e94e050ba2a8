import Storage
import Synchronization

/// The messages between the processes of one community. They are not stored. They let counts and limits in
/// memory hold for all processes together. With SQLite there is one server, so nothing is sent.
public final class MessageBus: Sendable {
  /// The subject of a message.
  public enum Topic: String, Sendable {
    case attempts, tickets, requests
  }

  private let store: Store
  private let subscribers = Mutex<[String: @Sendable (Substring) -> Void]>([:])

  init(store: Store) {
    self.store = store
    guard store.isShared else { return }
    store.subscribe { [weak self] in self?.received($0) }
  }

  /// True if other processes may receive messages.
  public var isShared: Bool { store.isShared }

  /// Sends a message. Returns when the others have it or can't be reached.
  public func publish(_ topic: Topic, _ text: String) async {
    if isShared { await store.publish(topic.rawValue + " " + text) }
  }

  /// - Parameter body: called on a thread that it must not block.
  public func subscribe(_ topic: Topic, _ body: @escaping @Sendable (Substring) -> Void) {
    subscribers.withLock { $0[topic.rawValue] = body }
  }

  private func received(_ message: String) {
    let parts = message.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    subscribers.withLock { $0[String(parts[0])] }?(parts[1])
  }
}
