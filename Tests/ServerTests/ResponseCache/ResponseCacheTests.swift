import HTTPTypes
import Invalidation
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite struct ResponseCacheTests {
  private final class World: Sendable {
    let revisions = Revisions()
    let made = Atomic(0)

    func change(_ cacheTag: CacheTag) { revisions.publish(ChangeNotice([cacheTag])) }
  }

  private final class Counts: Sendable {
    let version = Atomic(0)
    let running = Atomic(0)
    /// The highest number of responses that were made at the same time.
    let most = Atomic(0)
  }

  private let world = World()

  private func cache(limit: Int = 1 << 20) -> ResponseCache {
    ResponseCache(byteLimit: limit, revisions: world.revisions) {}
  }

  private func key(_ path: String) -> ResponseCache.Key {
    ResponseCache.Key(path: path, base: PublicBase.Source(host: "localhost", isSecure: false))
  }

  @discardableResult
  private func ask(
    _ cache: ResponseCache, _ path: String, size: Int = 10, delay: Duration? = nil, queue: ViewerQueue? = nil
  ) async throws -> CacheableResponse {
    try await cache.response(key(path), queue: queue) { [world] in
      world.made.add(1, ordering: .relaxed)
      Dependencies.current?.add(Dependencies.Slots([.post(1)]))
      if let delay { try await Task.sleep(for: delay) }
      return CacheableResponse(body: ByteBuffer(repeating: 0x61, count: size), fields: [:])
    }
  }

  private var made: Int { world.made.load(ordering: .relaxed) }

  @Test func `a response is made once while the data stay the same`() async throws {
    let cache = cache()
    try await ask(cache, "/a")
    try await ask(cache, "/a")
    #expect(made == 1)
    world.change(.post(1))
    try await ask(cache, "/a")
    #expect(made == 2)
  }

  /// The first one's queue may be full, or its wait too long.
  @Test func `NEW_16 whoever shares a response that was refused to its first viewer makes it anew`()
    async throws
  {
    let cache = cache()
    let (begun, mayEnd) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let first = Task {
      try await cache.response(key("/a")) {
        begun.continuation.finish()
        for await _ in mayEnd.stream {}
        throw RequestError.busy
      }
    }
    for await _ in begun.stream {}
    let second = Task { try await ask(cache, "/a") }
    while cache.makingCount < 1 || cache.waitingCount < 2 { await Task.yield() }
    mayEnd.continuation.finish()
    await #expect(throws: RequestError.busy) { try await first.value }
    _ = try await second.value
    #expect(made == 1)
  }

  @Test func `NEW_16 a change costs only the responses that it concerns`() async throws {
    let cache = cache()
    try await ask(cache, "/a")
    world.change(.post(2))
    try await ask(cache, "/a")
    #expect(made == 1)
    world.revisions.publishForeignChange()
    try await ask(cache, "/a")
    #expect(made == 2)
  }

  @Test func `NEW_16 who asks after an unrelated change waits for the response begun before`() async throws {
    let cache = cache()
    async let first = ask(cache, "/a", delay: .milliseconds(200))
    try await Task.sleep(for: .milliseconds(50))
    world.change(.post(2))
    try await ask(cache, "/a")
    _ = try await first
    #expect(made == 1)
  }

  @Test func `a hundred viewers at once cost one response`() async throws {
    let cache = cache()
    try await withThrowingTaskGroup(of: Int.self) { tasks in
      for _ in 0..<100 {
        tasks.addTask {
          try await self.ask(cache, "/a", delay: .milliseconds(100)).forms[0].body.readableBytes
        }
      }
      for try await size in tasks { #expect(size == 10) }
    }
    #expect(made == 1)
  }

  @Test func `who asks after a change does not get the response that was begun before it`() async throws {
    let cache = cache()
    async let first = ask(cache, "/a", delay: .milliseconds(200))
    try await Task.sleep(for: .milliseconds(50))
    world.change(.post(1))
    try await ask(cache, "/a")
    _ = try await first
    #expect(made == 2)
    try await ask(cache, "/a")
    #expect(made == 2)
  }

  /// Keeps one viewer's queue busy until it is told to end.
  private func hold(_ queue: PerKeyQueue<RateLimiter.Subject>, _ owner: RateLimiter.Subject) async -> (
    task: Task<Void, any Error>, end: AsyncStream<Void>.Continuation
  ) {
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    let task = Task { try await queue.run(owner) { for await _ in ending {} } }
    while queue.count == 0 { await Task.yield() }
    return (task, end)
  }

  @Test
  func
    `NEW_16 a slow queue of the first viewer holds up nobody else, and its request leaves when others begin`()
    async throws
  {
    let (cache, members) = (cache(), PerKeyQueue<RateLimiter.Subject>())
    let busy = await hold(members, .account(1))
    let first = Task { try await ask(cache, "/a", queue: members.queue(of: .account(1))) }
    while members.waitingCount(.account(1)) < 1 { await Task.yield() }
    try await ask(cache, "/a", queue: members.queue(of: .account(2)))
    _ = try await first.value
    #expect(made == 1)
    #expect(members.waitingCount(.account(1)) == 0)
    busy.end.finish()
    try await busy.task.value
    #expect(members.count == 0)
  }

  @Test
  func
    `NEW_16 requests of one viewer for one response have one place in the queue, also if it is not cached`()
    async throws
  {
    let (cache, members) = (cache(limit: 1000), PerKeyQueue<RateLimiter.Subject>())
    let busy = await hold(members, .account(1))
    let requests = (0..<5).map { _ in
      Task { try await ask(cache, "/a", size: 2000, queue: members.queue(of: .account(1))) }
    }
    while cache.waitingCount < 5 || members.waitingCount(.account(1)) < 1 { await Task.yield() }
    #expect(members.waitingCount(.account(1)) == 1)
    busy.end.finish()
    for request in requests { _ = try await request.value }
    #expect(made == 1)
    #expect(cache.bytes == 0)
  }

  @Test func `NEW_16 a queue that refuses one viewer leaves the next one and other queues alone`()
    async throws
  {
    let (cache, members) = (cache(), PerKeyQueue<RateLimiter.Subject>(maxWaiting: 0))
    let busy = await hold(members, .account(1))
    await #expect(throws: RequestError.busy) {
      try await ask(cache, "/a", queue: members.queue(of: .account(1)))
    }
    #expect(made == 0)
    busy.end.finish()
    try await busy.task.value
    try await ask(cache, "/a", queue: members.queue(of: .account(1)))
    #expect(made == 1)
  }

  @Test func `NEW_16 whoever came later than a refused request for the same response is served`() async throws
  {
    let time = Mutex(ContinuousClock.now)
    let (cache, members) = (cache(), PerKeyQueue<RateLimiter.Subject> { time.withLock { $0 } })
    let busy = await hold(members, .account(1))
    let late = Task { try await ask(cache, "/a", queue: members.queue(of: .account(1))) }
    while members.waitingCount(.account(1)) < 1 { await Task.yield() }
    time.withLock { $0 += .seconds(21) }
    let timely = Task { try await ask(cache, "/a", queue: members.queue(of: .account(1))) }
    while cache.waitingCount < 2 { await Task.yield() }
    busy.end.finish()
    await #expect(throws: RequestError.busy) { try await late.value }
    _ = try await timely.value
    #expect(made == 1)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `a response has all changes from before the request, and is made once a change at most`(
    _ seed: UInt64
  ) async throws {
    // The time stands still: on a busy machine no request has waited too long.
    let (cache, members) = (
      cache(),
      PerKeyQueue<RateLimiter.Subject>(maxWaiting: 400, now: { [start = ContinuousClock.now] in start })
    )
    var chance = SeededGenerator(seed: seed)
    let counts = Counts()
    try await withThrowingTaskGroup(of: Void.self) { [world, key] tasks in
      for _ in 0..<400 {
        let (isChange, delay, work) = (chance.chance(10), chance.below(60), chance.below(20))
        // Three viewers have a queue, in which other tasks run too; a fourth has none.
        let (owner, isOther) = (RateLimiter.Subject.account(Int64(chance.below(4))), chance.chance(20))
        let queue = owner == .account(3) ? nil : members.queue(of: owner)
        tasks.addTask {
          for _ in 0..<delay { await Task.yield() }
          guard !isChange else {
            counts.version.add(1, ordering: .sequentiallyConsistent)
            return world.change(.post(1))
          }
          guard !isOther else {
            return try await members.run(owner) { for _ in 0..<work { await Task.yield() } }
          }
          let needed = counts.version.load(ordering: .sequentiallyConsistent)
          // A change counts when it is published.
          let published = Int(world.revisions.latest)
          let answer = try await cache.response(key("/a"), queue: queue) {
            counts.most.max(counts.running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            defer { counts.running.subtract(1, ordering: .relaxed) }
            Dependencies.current?.add(Dependencies.Slots([.post(1)]))
            let seen = counts.version.load(ordering: .sequentiallyConsistent)
            for _ in 0..<work { await Task.yield() }
            return CacheableResponse(body: ByteBuffer(repeating: 0x61, count: seen), fields: [:])
          }
          #expect(answer.forms[0].body.readableBytes >= min(needed, published))
        }
      }
      try await tasks.waitForAll()
    }
    #expect(counts.most.load(ordering: .relaxed) == 1, "who waits shares what is being made")
    #expect(cache.makingCount <= 1 + counts.version.load(ordering: .relaxed))
    #expect(members.count == 0)
  }

  @Test func `the byte limit holds and what was unused for longest goes first`() async throws {
    let cache = cache(limit: 100_000)
    try await ask(cache, "/kept", size: 10_000)
    for index in 0..<100 {
      try await ask(cache, "/\(index)", size: 10_000)
      try await ask(cache, "/kept", size: 10_000)
      #expect(cache.bytes <= 100_000)
    }
    #expect(made == 101)
    try await ask(cache, "/0")
    #expect(made == 102)
  }

  @Test func `a response that would push out all others is not cached`() async throws {
    let cache = cache(limit: 100_000)
    try await ask(cache, "/large", size: 90_000)
    #expect(cache.bytes == 0)
  }

  @Test func `an error reaches every viewer and is not cached`() async throws {
    let cache = cache()
    for _ in 0..<2 {
      await #expect(throws: RequestError.notFound) {
        try await cache.response(key("/a")) { [world] in
          world.made.add(1, ordering: .relaxed)
          throw RequestError.notFound
        }
      }
    }
    #expect(made == 2)
    #expect(cache.bytes == 0)
  }
}
