import Foundation
import Invalidation
import Synchronization

/// Starts read-only on a full disk, and switches to writing with the first write for which there is room.
///
/// Both modes need the file for themselves, so reads wait while it is closed and opened again.
final class RecoveringDriver: DatabaseDriver {
  private struct State {
    var current: any DatabaseDriver
    var attempt: Task<Void, Never>?
    var nextAttempt = ContinuousClock.now
    var rules: [InvalidationRule] = []
    var isClosed = false
    /// The number of statements run by drivers that are closed by now.
    var statements = 0
  }

  private let folder: DataFolder
  private let timeout: Duration
  private let state: Mutex<State>
  let revisions = Revisions()
  let events = EventFeed()
  let identifiers = Identifiers()

  var dialect: Dialect { .sqlite }

  /// The free bytes required before an attempt. SQLite's log and its index take a part of them at once.
  private static let leastRoom: UInt64 = 256 << 10
  /// The pause after an attempt that failed although there seemed to be room.
  private static let pause = Duration.seconds(1)

  /// Opens the database for reading.
  ///
  /// - Throws: `StorageError`, if the database can't even be read.
  init(_ folder: DataFolder, timeout: Duration) throws(StorageError) {
    self.folder = folder
    self.timeout = timeout
    state = Mutex(
      State(current: try FullDiskDriver(path: folder.database, revisions: revisions, events: events)))
  }

  /// The driver that writes; `nil` until there is room.
  var writing: SQLiteDriver? { state.withLock { $0.current as? SQLiteDriver } }

  private var current: any DatabaseDriver { state.withLock { $0.current } }

  func read<Value: Sendable>(
    dependsOn dependency: ReadDependency, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    while true {
      await state.withLock { $0.attempt }?.value
      let driver = current
      do {
        return try await driver.read(dependsOn: dependency, body)
      } catch {
        // The driver was closed meanwhile, and its replacement exists or will soon.
        let isReplaced = state.withLock { $0.attempt != nil || $0.current !== driver }
        guard isReplaced, !(error is CancellationError) else { throw error }
      }
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
  ) async throws -> Value {
    await tryToWrite()?.value
    return try await current.write(body)
  }

  func note(_ rules: [InvalidationRule]) async throws {
    state.withLock { $0.rules = rules }
    try await current.note(rules)
  }

  func refresh() async { await current.refresh() }

  var statementCount: Int { state.withLock { $0.statements + $0.current.statementCount } }

  func close() async throws {
    let attempt = state.withLock { state -> Task<Void, Never>? in
      state.isClosed = true
      return state.attempt
    }
    await attempt?.value
    try await current.close()
  }

  /// Returns the attempt that runs or should run now; `nil` if writing works already or the disk is still
  /// full.
  private func tryToWrite() -> Task<Void, Never>? {
    guard writing == nil else { return nil }
    let hasRoom = hasRoom
    return state.withLock { state -> Task<Void, Never>? in
      if let attempt = state.attempt { return attempt }
      guard hasRoom, !state.isClosed, ContinuousClock.now >= state.nextAttempt else { return nil }
      let (reader, rules) = (state.current, state.rules)
      guard reader is FullDiskDriver else { return nil }
      state.attempt = Task { await self.replace(reader, rules) }
      return state.attempt
    }
  }

  private func replace(_ reader: any DatabaseDriver, _ rules: [InvalidationRule]) async {
    let next = await replacement(for: reader, rules)
    state.withLock { state in
      if let next {
        state.statements += reader.statementCount
        state.current = next
      }
      state.nextAttempt = .now + Self.pause
      state.attempt = nil
    }
    // Cached responses are still right, but no connection checked meanwhile for writes of other programs.
    revisions.publishForeignChange()
  }

  private var hasRoom: Bool {
    var status = statvfs()
    guard statvfs(folder.path, &status) == 0 else { return true }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= Self.leastRoom
  }

  /// Returns `nil` if the file can't be opened either way; the next attempt then tries again.
  private func replacement(for reader: any DatabaseDriver, _ rules: [InvalidationRule]) async -> (
    any DatabaseDriver
  )? {
    do { try await reader.close() } catch { return nil }
    do {
      let writer = try SQLiteDriver(
        path: folder.database, timeout: timeout, revisions: revisions, events: events)
      do {
        // Fails if the disk is as full as before.
        _ = try await writer.write { try $0.execute("UPDATE access_revisions SET number = number + 1") }
        try await writer.note(rules)
        return writer
      } catch {
        try? await writer.close()
        throw error
      }
    } catch {
      return try? FullDiskDriver(path: folder.database, revisions: revisions, events: events)
    }
  }
}
