import Synchronization

/// A queue for each key, which runs one long task at a time. Further tasks of the same key wait.
final class Turns<Key: Hashable & Sendable>: Sendable {
  private typealias Turn = CheckedContinuation<Bool, Never>

  /// The maximum number of waiting tasks for a key. Further ones are refused.
  let mostWaiting: Int

  init(mostWaiting: Int = 8) { self.mostWaiting = mostWaiting }

  /// The waiting tasks in their order, for each key with a running task.
  private let waiting = Mutex<[Key: [Turn]]>([:])

  /// - Throws: The errors of `body`; `RequestError.busy` if too many tasks wait already.
  func taking<Value: Sendable>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
    guard await begin(key) else { throw RequestError.busy }
    defer { end(key) }
    return try await body()
  }

  /// The number of running tasks.
  var count: Int { waiting.withLock { $0.count } }

  private func begin(_ key: Key) async -> Bool {
    await withCheckedContinuation { (turn: Turn) in
      let hasTurn = waiting.withLock { waiting -> Bool? in
        guard let others = waiting[key] else {
          waiting[key] = []
          return true
        }
        guard others.count < mostWaiting else { return false }
        waiting[key]?.append(turn)
        return nil
      }
      if let hasTurn { turn.resume(returning: hasTurn) }
    }
  }

  private func end(_ key: Key) {
    let next = waiting.withLock { waiting -> Turn? in
      guard let others = waiting[key], let next = others.first else {
        waiting[key] = nil
        return nil
      }
      waiting[key] = Array(others.dropFirst())
      return next
    }
    next?.resume(returning: true)
  }
}

/// The queue for all strangers together. No address has more than one task in it at a time.
struct StrangersTurns: Sendable {
  private let all = Turns<Bool>(mostWaiting: 32)
  private let ofAddress = Turns<ClientAddress>(mostWaiting: 4)

  func taking<Value: Sendable>(_ address: ClientAddress, _ body: () async throws -> Value) async throws -> Value {
    try await ofAddress.taking(address) { try await all.taking(true, body) }
  }
}
