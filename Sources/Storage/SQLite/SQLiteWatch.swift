import Foundation
import GRDB
import Synchronization

/// Notices changes of the file, by this process or another.
///
/// `PRAGMA data_version` is compared on a connection of its own, on which it changes with every
/// commit by another connection (https://sqlite.org/pragma.html#pragma_data_version).
final class SQLiteWatch: Sendable {
  private struct State {
    var generation = 1
    var version: Int64?
    var nextLook = ContinuousClock.now
    var isClosed = false
  }

  private let queue: DatabaseQueue
  private let state = Mutex(State())

  init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.readonly = true
    configuration.label = "swiftlet.watch"
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A write of this process: seen at once.
  func noteChange() { state.withLock { $0.generation += 1 } }

  func generation() async -> Int {
    let known: Int? = state.withLock { state in
      let now = ContinuousClock.now
      guard now >= state.nextLook, !state.isClosed else { return state.generation }
      state.nextLook = now + .milliseconds(100)
      return nil
    }
    if let known { return known }
    // Unreadable for a moment: take it as a change, which costs only the caches.
    let version = try? await queue.unsafeRead { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
    return state.withLock { state in
      if version == nil || version != state.version { state.generation += 1 }
      state.version = version ?? state.version
      return state.generation
    }
  }

  /// From now on the generation stays as it is: a closed connection must not be asked.
  func close() throws {
    state.withLock { $0.isClosed = true }
    try queue.close()
  }
}
