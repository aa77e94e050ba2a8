import Synchronization

/// The progress of filling the demo community.
public final class DemoProgress: Sendable {
  /// The number of pictures that are made; `count` is 0 as long as it isn't known.
  public struct Pictures: Equatable, Sendable {
    public let done: Int
    public let count: Int
  }

  private let state = Mutex<Pictures?>(nil)

  init() {}

  /// The progress; `nil` unless the demo is being filled.
  public var value: Pictures? { state.withLock { $0 } }

  /// Announces that the demo will be filled, so that the first request learns of it.
  public func begin() { state.withLock { $0 = Pictures(done: 0, count: 0) } }

  /// Reports arrive from any thread, and not in their order.
  func made(_ done: Int, of count: Int) {
    state.withLock { state in
      guard let current = state, done >= current.done else { return }
      state = Pictures(done: done, count: count)
    }
  }

  public func end() { state.withLock { $0 = nil } }
}
