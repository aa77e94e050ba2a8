import Synchronization

/// Lets each of those who ask do one long thing at a time: further ones of theirs wait for their turn.
final class Turns<Key: Hashable & Sendable>: Sendable {
  private typealias Turn = CheckedContinuation<Bool, Never>

  /// Of one asker. Further ones are refused.
  let mostWaiting: Int

  init(mostWaiting: Int = 8) { self.mostWaiting = mostWaiting }

  /// By whose turn it is: those of theirs who wait, in their order.
  private let waiting = Mutex<[Key: [Turn]]>([:])

  /// - Throws: what `body` throws; `RequestError.busy` if too many wait already.
  func taking<Value: Sendable>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
    guard await begin(key) else { throw RequestError.busy }
    defer { end(key) }
    return try await body()
  }

  /// Those who have their turn now.
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

/// The turns of all strangers together, of which no address gets more than one at a time.
struct StrangersTurns: Sendable {
  private let all = Turns<Bool>(mostWaiting: 32)
  private let ofAddress = Turns<ClientAddress>(mostWaiting: 4)

  func taking<Value: Sendable>(_ address: ClientAddress, _ body: () async throws -> Value) async throws -> Value {
    try await ofAddress.taking(address) { try await all.taking(true, body) }
  }
}
