import Synchronization

/// The settings of sending push messages.
public struct PushSettings: Sendable {
  /// The server's own address, such as `https://moments.example.org`; `nil` for the address that each client
  /// uses.
  public var ownAddress: String?
  /// Allows push services in private networks, also without TLS; for tests.
  public var allowsPrivate: Bool
  /// The time in milliseconds before a notification is sent. An app that is open reads it meanwhile.
  var delay: Int64 = 3000
  /// Returns when a deadline is over.
  var wait: Outbound.Wait = Outbound.wait

  public init(ownAddress: String?, allowsPrivate: Bool = false) {
    self.ownAddress = ownAddress
    self.allowsPrivate = allowsPrivate
  }
}

/// Sends push messages, a few at the same time, and two to a host, so that a slow push service doesn't delay
/// others.
final class PushQueue: Sendable {
  private struct State {
    var settings: PushSettings?
    var watching: Task<Void, Never>?
    /// The number of running requests to each host.
    var hosts: [String: Int] = [:]
    var isClosed = false
  }

  private static let maxOfHost = 2

  let zones = TimeZones()
  private let workers = WorkerPool(maxAtOnce: 4)
  private let state = Mutex(State())

  /// `nil` before the work has started.
  var settings: PushSettings? { state.withLock { $0.settings } }
  var allowsPrivate: Bool { settings?.allowsPrivate ?? false }

  /// Starts the work.
  ///
  /// - Parameter watch: calls `wake` when messages may be due, until it is cancelled.
  func begin(
    _ settings: PushSettings, watch: @escaping @Sendable () async -> Void,
    work: @escaping @Sendable () async -> Void
  ) {
    state.withLock { state in
      guard !state.isClosed, state.watching == nil else { return }
      state.settings = settings
      workers.begin(work)
      state.watching = Task.detached(priority: .utility) { await watch() }
    }
  }

  func wake() { workers.wake() }

  /// The hosts that get no further connection for now.
  var busyHosts: [String] {
    state.withLock { state in state.hosts.filter { $0.value >= Self.maxOfHost }.map(\.key).sorted() }
  }

  /// Returns false if the host has enough connections already.
  func begin(host: String) -> Bool {
    state.withLock { state in
      guard state.hosts[host, default: 0] < Self.maxOfHost else { return false }
      state.hosts[host, default: 0] += 1
      return true
    }
  }

  func end(host: String) {
    state.withLock { state in
      let left = state.hosts[host, default: 1] - 1
      state.hosts[host] = left > 0 ? left : nil
    }
  }

  /// Waits until all work is done.
  func finish() async { await workers.finish() }

  func close() async {
    let watching = state.withLock { state in
      state.isClosed = true
      return state.watching
    }
    watching?.cancel()
    await watching?.value
    await workers.close()
  }
}
