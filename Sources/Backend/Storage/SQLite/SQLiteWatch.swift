import Foundation
import GRDB
import Invalidation
import Synchronization

/// Notices changes of the file by other processes.
///
/// `PRAGMA data_version` on a connection of its own changes with every commit of another connection, this
/// process's writer included (https://sqlite.org/pragma.html#pragma_data_version). After a change, the
/// writer's own `data_version` tells who it was, because that changes only with foreign commits.
final class SQLiteWatch: Sendable {
  private struct State {
    /// The watch connection's last `data_version`.
    var version: Int64?
    /// The writer's last `data_version`.
    var writerVersion: Int64?
    var lastLook: ContinuousClock.Instant?
    var look: Task<Void, Never>?
    var isClosed = false
  }

  private let queue: DatabaseQueue
  private let revisions: Revisions
  private let state = Mutex(State())

  /// The maximum age of the last check when a response is served.
  private static let longest = Duration.milliseconds(100)
  /// The age from which the next check runs in the background, so that requests hardly ever wait for one.
  private static let usual = Duration.milliseconds(50)

  /// Opens the watch connection.
  ///
  /// - Parameter timeout: the time to wait for a program that is opening or closing the file.
  init(path: String, timeout: Duration, revisions: Revisions) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(timeout.seconds)
    configuration.readonly = true
    configuration.label = "swiftlet.watch"
    configuration.prepareDatabase { try SQLiteDriver.boundMemory(of: $0) }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    self.revisions = revisions
  }

  /// Checks for changes if the last check is too old.
  ///
  /// - Parameters:
  ///   - writer: asks the writer's connection for its `data_version`.
  ///   - availability: the writer's.
  func refresh(
    writer: @escaping @Sendable () async throws -> Int64?,
    availability: @escaping @Sendable () -> WriteQueue.Availability
  ) async {
    let asked = ContinuousClock.now
    // A check that already runs may have begun before the change, so one more may be necessary.
    while let look = lookToWaitFor(asked, writer, availability) { await look.value }
  }

  private func lookToWaitFor(
    _ asked: ContinuousClock.Instant, _ writer: @escaping @Sendable () async throws -> Int64?,
    _ availability: @escaping @Sendable () -> WriteQueue.Availability
  ) -> Task<Void, Never>? {
    state.withLock { state in
      let age = state.lastLook.map { asked - $0 } ?? .seconds(1)
      guard age >= Self.usual, !state.isClosed else { return nil }
      let now = ContinuousClock.now
      if state.look == nil { state.look = Task { await self.look(at: now, writer, availability) } }
      return age >= Self.longest ? state.look : nil
    }
  }

  private func look(
    at moment: ContinuousClock.Instant, _ writer: @escaping @Sendable () async throws -> Int64?,
    _ availability: @escaping @Sendable () -> WriteQueue.Availability
  ) async {
    let version = try? await queue.unsafeRead { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
    let known = state.withLock { $0 }
    // A version that can't be read counts as a change, which costs only the caches.
    var isForeign = version == nil
    var writerVersion = known.writerVersion
    if version != known.version || writerVersion == nil {
      let answer = await Self.answer(writer, availability)
      isForeign = isForeign || answer == nil || answer != known.writerVersion
      writerVersion = answer ?? known.writerVersion
    }
    if isForeign { revisions.publishForeignChange() }
    state.withLock { state in
      state.version = version
      state.writerVersion = writerVersion
      state.lastLook = moment
      state.look = nil
    }
  }

  /// The writer's `data_version`; `nil` if it is unknown, or the writer waits for others, for which no reader
  /// is to wait.
  ///
  /// No reader waits for the writer's transaction either: while it holds the lock, its version stays what it
  /// was.
  private static func answer(
    _ writer: @escaping @Sendable () async throws -> Int64?,
    _ availability: @escaping @Sendable () -> WriteQueue.Availability
  ) async -> Int64? {
    if case .occupied(let version) = availability() { return version }
    let (answers, continuation) = AsyncStream.makeStream(of: Int64?.self)
    Task {
      continuation.yield(try? await writer())
      continuation.finish()
    }
    let watch = Task {
      while (try? await Task.sleep(for: .milliseconds(5))) != nil {
        switch availability() {
        case .free: continue
        case .occupied(let version): continuation.yield(version)
        case .heldUp: break
        }
        return continuation.finish()
      }
    }
    defer { watch.cancel() }
    for await answer in answers { return answer }
    return nil
  }

  /// Stops checking, because a closed connection must not be used.
  func close() throws {
    state.withLock { $0.isClosed = true }
    try queue.close()
  }
}
