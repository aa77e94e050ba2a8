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

/// The tasks that send push messages, a few at the same time, and two to a host, so that a slow push service
/// doesn't delay others.
///
/// The messages are in the database, so they survive a restart and take no memory here.
final class PushQueue: Sendable {
  private struct State {
    var settings: PushSettings?
    var work: (@Sendable () async -> Void)?
    var tasks: [Int: Task<Void, Never>] = [:]
    var watching: Task<Void, Never>?
    var lastTask = 0
    /// True if there is new work since a task last looked.
    var isWoken = false
    /// The number of running requests to each host.
    var hosts: [String: Int] = [:]
    var isClosed = false
  }

  private static let maxAtOnce = 4
  private static let maxOfHost = 2

  private let state = Mutex(State())

  var allowsPrivate: Bool { state.withLock { $0.settings?.allowsPrivate ?? false } }

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
      state.work = work
      state.watching = Task.detached(priority: .utility) { await watch() }
    }
  }

  func wake() {
    state.withLock { state in
      guard let work = state.work, !state.isClosed else { return }
      state.isWoken = true
      guard state.tasks.count < Self.maxAtOnce else { return }
      state.lastTask += 1
      let number = state.lastTask
      state.tasks[number] = Task.detached(priority: .utility) {
        while self.isWoken(number) { await work() }
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
  func finish() async { while let task = state.withLock({ $0.tasks.values.first }) { await task.value } }

  func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values + [state.watching].compactMap(\.self)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
