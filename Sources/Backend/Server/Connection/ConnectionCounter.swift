import Logging
import NIOCore
import Synchronization

/// Counts the open connections, in total and for each address. If the total reaches its limit, it logs that,
/// at most once a minute.
final class ConnectionCounter: Sendable {
  private struct State {
    var all = 0
    var ofAddress: [String: Int] = [:]
    var loggedAt: NIODeadline?
  }

  private let limit: Int
  private let maximum: Int
  private let logger: Logger
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: The limit for each address.
  ///   - maximum: The limit for all together; further connections aren't accepted.
  init(limit: Int, maximum: Int, logger: Logger) {
    self.limit = limit
    self.maximum = maximum
    self.logger = logger
  }

  /// Counts a new connection. Returns false and counts nothing if the address has reached its limit.
  ///
  /// - Parameter address: The address; `nil` if it isn't counted individually.
  func open(_ address: String?) -> Bool {
    let (isOpen, isFull) = state.withLock { state in
      if let address {
        let count = state.ofAddress[address] ?? 0
        guard count < limit else { return (false, false) }
        state.ofAddress[address] = count + 1
      }
      state.all += 1
      return (true, Self.shouldLog(&state, maximum))
    }
    if isFull {
      logger.warning(
        "As many connections are open as may be: further ones wait", metadata: ["connections": "\(maximum)"])
    }
    return isOpen
  }

  private static func shouldLog(_ state: inout State, _ maximum: Int) -> Bool {
    guard state.all >= maximum else { return false }
    let now = NIODeadline.now()
    if let loggedAt = state.loggedAt, now - loggedAt < .minutes(1) { return false }
    state.loggedAt = now
    return true
  }

  func close(_ address: String?) {
    state.withLock { state in
      state.all -= 1
    }
    release(address)
  }

  /// Stops counting an open connection for its address.
  func release(_ address: String?) {
    guard let address else { return }
    state.withLock { state in
      guard let count = state.ofAddress[address] else { return }
      state.ofAddress[address] = count > 1 ? count - 1 : nil
    }
  }

  /// The number of addresses with open connections.
  var addresses: Int { state.withLock { $0.ofAddress.count } }
}
