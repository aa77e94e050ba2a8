import Synchronization

/// Runs one long task at a time for each key, such as a member or an address; further tasks of it wait.
///
/// Many people may share a key, such as a school's address. So several requests wait before one is refused.
final class PerKeyQueue<Key: Hashable & Sendable>: Sendable {
  private struct Waiter {
    let number: Int
    let since: ContinuousClock.Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// The maximum number of waiting tasks for a key. Further ones are refused.
  let maxWaiting: Int
  private let timeout: Duration
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - maxWaiting: as many as one address may have connections (`ServerLimits.connectionsPerAddress`).
  ///   - timeout: requests that waited longer are refused when they would run, as
  ///     `ServerLimits.responseTimeout` ends soon.
  init(
    maxWaiting: Int = 64, timeout: Duration = .seconds(20),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.maxWaiting = maxWaiting
    self.timeout = timeout
    self.now = now
  }

  /// The waiting tasks of each key that has a running one, in the order of their arrival.
  private let waiting = Mutex<[Key: ArraySlice<Waiter>]>([:])
  private let numbers = Atomic(0)

  /// A task that is cancelled leaves the queue.
  ///
  /// - Throws: what `body` throws; `RequestError.busy` if too many wait already, it waited for too long, or
  ///   it left.
  func run<Value: Sendable>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
    guard await begin(key) else { throw RequestError.busy }
    defer { end(key) }
    return try await body()
  }

  /// The number of running tasks.
  var count: Int { waiting.withLock { $0.count } }

  /// The number of tasks that wait for that key, for tests.
  func waitingCount(_ key: Key) -> Int { waiting.withLock { $0[key]?.count ?? 0 } }

  private func begin(_ key: Key) async -> Bool {
    let number = numbers.wrappingAdd(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = waiting.withLock { waiting -> Bool? in
          if Task.isCancelled { return false }
          guard let others = waiting[key] else {
            waiting[key] = []
            return true
          }
          guard others.count < maxWaiting else { return false }
          waiting[key]?.append(Waiter(number: number, since: now(), continuation: continuation))
          return nil
        }
        if let isFree { continuation.resume(returning: isFree) }
      }
    } onCancel: {
      let left = waiting.withLock { waiting -> Waiter? in
        guard let place = waiting[key]?.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting[key]?.remove(at: place)
      }
      left?.continuation.resume(returning: false)
    }
  }

  private func end(_ key: Key) {
    let (next, late) = waiting.withLock { waiting -> (Waiter?, [Waiter]) in
      guard let others = waiting[key] else { return (nil, []) }
      let earliest = now() - timeout
      let late = others.prefix { $0.since < earliest }
      let rest = others.dropFirst(late.count)
      waiting[key] = rest.isEmpty ? nil : rest.dropFirst()
      return (rest.first, Array(late))
    }
    for waiter in late { waiter.continuation.resume(returning: false) }
    next?.continuation.resume(returning: true)
  }
}

/// The queue for all strangers together. No address has more than one task in it at a time.
struct StrangersQueue: Sendable {
  private let all: PerKeyQueue<Bool>
  private let ofAddress: PerKeyQueue<ClientAddress>

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    // Short, as both waits together must end before the connection does.
    all = PerKeyQueue(maxWaiting: 256, timeout: .seconds(8), now: now)
    ofAddress = PerKeyQueue(now: now)
  }

  func run<Value: Sendable>(_ address: ClientAddress, _ body: () async throws -> Value) async throws -> Value
  {
    try await ofAddress.run(address) { try await all.run(true, body) }
  }
}

/// The queue of one viewer, in which a request waits before a long response is made for it.
struct ViewerQueue: Sendable {
  let owner: RateLimiter.Subject
  /// Runs its argument after the earlier tasks of the queue; throws `RequestError.busy` if the queue refuses
  /// it.
  let run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
}

extension PerKeyQueue<RateLimiter.Subject> {
  func queue(of owner: RateLimiter.Subject) -> ViewerQueue {
    ViewerQueue(owner: owner) { body in try await self.run(owner, body) }
  }
}

extension StrangersQueue {
  func queue(of address: ClientAddress) -> ViewerQueue {
    ViewerQueue(owner: .address(address)) { body in try await self.run(address, body) }
  }
}
