import Invalidation
import Synchronization

/// The cache of encoded responses, each until one of its dependencies changes (`Dependencies`).
///
/// A byte limit holds for all of them together: what was asked for longest ago goes first. However many ask
/// for one response at the same time, it is made once, and once more if a change concerns it meanwhile.
///
/// A request for a long one waits in its viewer's queue (`ViewerQueue`). When any queue reaches that
/// response, all requests that wait for it share it.
final class ResponseCache: Sendable {
  /// The properties of a request that its response depends on, besides the data.
  struct Key: Hashable, Sendable {
    /// The path as the client wrote it. Another spelling is another entry.
    let path: String
    let base: PublicBase.Source
    /// Further properties, for pages: language, minute, number of posts.
    var variant = ""

    var cost: Int { path.utf8.count + base.host.utf8.count + variant.utf8.count }
  }

  private struct Entry {
    let response: CacheableResponse
    let dependencies: Dependencies.Slots
    /// The last change that the response certainly includes.
    let revision: UInt64
    var lastUse: UInt64
    let cost: Int
  }

  private struct Making {
    let revision: UInt64
    let task: Task<Made, any Error>
  }

  private struct Made {
    let response: CacheableResponse
    let dependencies: Dependencies.Slots
  }

  /// A place in a viewer's queue, shared by all of that viewer's requests for one response.
  private final class Place: Sendable {
    /// The making that the requests share; `nil` while none has begun.
    let making = Mutex<Making?>(nil)
  }

  private struct Waiting {
    let place: Place
    let task: Task<Made, any Error>
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var making: [Key: Making] = [:]
    var queued: [Key: [RateLimiter.Subject: Waiting]] = [:]
    var bytes = 0
    var uses: UInt64 = 0
    var makings = 0
    var waiting = 0
  }

  private let limit: Int
  private let revisions: Revisions
  private let refresh: @Sendable () async -> Void
  private let state = Mutex(State())

  /// - Parameter refresh: Updates `revisions` with the changes of other processes.
  init(byteLimit: Int, revisions: Revisions, refresh: @escaping @Sendable () async -> Void) {
    limit = byteLimit
    self.revisions = revisions
    self.refresh = refresh
  }

  /// The number of responses made so far, for tests.
  var makingCount: Int { state.withLock { $0.makings } }

  /// The number of requests that wait for a response now, for tests.
  var waitingCount: Int { state.withLock { $0.waiting } }

  /// The bytes that are cached now, by the responses' own estimate.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Returns the cached response; `nil` if it is missing or outdated.
  func cached(_ key: Key) async -> CacheableResponse? {
    await refresh()
    return known(key)
  }

  private func known(_ key: Key) -> CacheableResponse? {
    state.withLock { state in
      guard let found = state.entries.index(forKey: key) else { return nil }
      let entry = state.entries.values[found]
      guard revisions.areCurrent(entry.dependencies, asOf: entry.revision) else { return nil }
      state.uses += 1
      state.entries.values[found].lastUse = state.uses
      return entry.response
    }
  }

  /// Returns the response, made if necessary. An error goes to all who wait and isn't cached.
  ///
  /// - Parameter queue: The queue in which the request waits before a response is made for it; `nil` if that
  ///   is short work.
  func response(
    _ key: Key, queue: ViewerQueue? = nil, make: @escaping @Sendable () async throws -> CacheableResponse
  ) async throws -> CacheableResponse {
    await refresh()
    if let response = known(key) { return response }
    let now = revisions.latest
    if let making = state.withLock({ $0.making[key] }), making.revision < now {
      // It was begun before the last change, so it counts only if that change doesn't concern it.
      if let made = try? await making.task.value,
        revisions.areCurrent(made.dependencies, asOf: making.revision)
      {
        return made.response
      }
      if let response = known(key) { return response }
    }
    let (task, isShared) = task(key, asOf: now, queue, make)
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    do { return try await task.value.response } catch let error as RequestError
      where error == .busy && isShared
    {
      // The others have waited for longer.
      return try await self.task(key, asOf: now, queue, make).task.value.response
    }
  }

  /// Returns the work that makes the response as of `needed`: what is in progress or queued already, or new
  /// work.
  private func task(
    _ key: Key, asOf needed: UInt64, _ queue: ViewerQueue?,
    _ make: @escaping @Sendable () async throws -> CacheableResponse
  ) -> (task: Task<Made, any Error>, isShared: Bool) {
    state.withLock { state in
      if let making = state.making[key], making.revision >= needed { return (making.task, true) }
      guard let queue else { return (begin(key, &state, make).task, false) }
      if let waiting = state.queued[key]?[queue.owner] { return (waiting.task, true) }
      let place = Place()
      let task = Task {
        do {
          try await queue.run { _ = await self.begin(key, at: place, make).task.result }
        } catch {
          guard let making = self.leave(key, queue.owner, place) else { throw error }
          return try await making.task.value
        }
        return try await self.begin(key, at: place, make).task.value
      }
      state.queued[key, default: [:]][queue.owner] = Waiting(place: place, task: task)
      return (task, false)
    }
  }

  /// Returns the making that the place shares, or begins one.
  private func begin(
    _ key: Key, at place: Place, _ make: @escaping @Sendable () async throws -> CacheableResponse
  ) -> Making {
    state.withLock { state in place.making.withLock { $0 } ?? begin(key, &state, make) }
  }

  /// Begins to make the response. All who are queued for it leave their queues and share it.
  private func begin(
    _ key: Key, _ state: inout State, _ make: @escaping @Sendable () async throws -> CacheableResponse
  ) -> Making {
    // Later than what any request needs so far, so that all that wait share it.
    let now = revisions.latest
    let task = Task {
      let dependencies = Dependencies()
      do {
        let response = try await Dependencies.$current.withValue(dependencies) { try await make() }
        let made = Made(response: response, dependencies: dependencies.slots)
        self.finish(key, asOf: now, made)
        return made
      } catch {
        self.finish(key, asOf: now, nil)
        throw error
      }
    }
    state.makings += 1
    let making = Making(revision: now, task: task)
    state.making[key] = making
    for waiting in (state.queued.removeValue(forKey: key) ?? [:]).values {
      waiting.place.making.withLock { $0 = making }
      waiting.task.cancel()
    }
    return making
  }

  /// Gives up a place whose queue refused it, unless it shares a making meanwhile.
  private func leave(_ key: Key, _ owner: RateLimiter.Subject, _ place: Place) -> Making? {
    state.withLock { state in
      if let making = place.making.withLock({ $0 }) { return making }
      state.queued[key]?[owner] = nil
      if state.queued[key]?.isEmpty == true { state.queued[key] = nil }
      return nil
    }
  }

  private func finish(_ key: Key, asOf revision: UInt64, _ made: Made?) {
    state.withLock { state in
      if state.making[key]?.revision == revision { state.making[key] = nil }
      guard let made, revisions.areCurrent(made.dependencies, asOf: revision) else { return }
      let cost = made.response.cost + key.cost + made.dependencies.cost
      guard cost <= limit / 2 else { return }
      if let old = state.entries.removeValue(forKey: key) { state.bytes -= old.cost }
      state.uses += 1
      state.entries[key] = Entry(
        response: made.response, dependencies: made.dependencies, revision: revision, lastUse: state.uses,
        cost: cost)
      state.bytes += cost
      if state.bytes > limit { Self.evict(&state, downTo: limit / 8 * 7) }
    }
  }

  /// Removes the least recently used entries. It removes more than necessary, so that it runs seldom.
  private static func evict(_ state: inout State, downTo target: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard state.bytes > target else { return }
      state.entries[key] = nil
      state.bytes -= entry.cost
    }
  }
}
