import Foundation
import Synchronization

/// Threads that each have a session of their own and wait for it, so that none of Swift's cooperative threads does.
///
/// There are as many as are needed at the same time, up to a bound; then work waits, and fails when its time is over.
final class PostgresThreads: Sendable {
  /// Something to do with a session.
  struct Work: Sendable {
    /// How long it may wait for a thread; nil: until there is one.
    var patience: Duration?
    /// Carried out once, on a thread, unless `fail` was called.
    let run: @Sendable (PostgresThread) -> Void
    let fail: @Sendable (StorageError) -> Void
  }

  private struct State {
    var waiting: [(number: Int, work: Work)] = []
    var nextNumber = 0
    var threads = 0
    /// Those that wait for work, the one that worked last at the end.
    var idle: [Waiter] = []
    var isClosed = false
  }

  /// Where a thread waits. The one that worked last goes on first: its session has the most statements ready.
  private final class Waiter: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
  }

  private let state = Mutex(State())
  private let limit: Int
  private let open: @Sendable () throws(StorageError) -> PostgresSession

  /// - Parameter limit: of threads and of sessions.
  init(limit: Int, open: @escaping @Sendable () throws(StorageError) -> PostgresSession) {
    self.limit = limit
    self.open = open
  }

  private enum Admission {
    case closed
    case wakes(Waiter)
    case starts
    /// No thread is free.
    case waits(number: Int)
  }

  func add(_ work: Work) {
    let admission = state.withLock { state -> Admission in
      guard !state.isClosed else { return .closed }
      let number = state.nextNumber
      state.nextNumber += 1
      state.waiting.append((number, work))
      if let waiter = state.idle.popLast() { return .wakes(waiter) }
      guard state.threads < limit else { return .waits(number: number) }
      state.threads += 1
      return .starts
    }
    switch admission {
    case .closed: work.fail(.failed("the database is closed"))
    case .wakes(let waiter): waiter.semaphore.signal()
    case .starts: start()
    case .waits(let number):
      guard let patience = work.patience else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience.seconds) { self.giveUp(number) }
    }
  }

  /// Takes work away that still waits.
  private func giveUp(_ number: Int) {
    let work = state.withLock { state -> Work? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).work
    }
    work?.fail(.busy)
  }

  private func start() {
    let thread = Thread { self.loop() }
    thread.name = "swiftlet.postgres"
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func loop() {
    let thread = PostgresThread(open: open)
    let waiter = Waiter()
    while let work = next(waiter) { work.run(thread) }
    thread.session = nil
    state.withLock { $0.threads -= 1 }
  }

  private func next(_ waiter: Waiter) -> Work? {
    while true {
      let (work, isOver) = state.withLock { state -> (Work?, Bool) in
        if !state.waiting.isEmpty { return (state.waiting.removeFirst().work, false) }
        if state.isClosed { return (nil, true) }
        state.idle.append(waiter)
        return (nil, false)
      }
      if work != nil || isOver { return work }
      waiter.semaphore.wait()
    }
  }

  /// What was added is carried out still; then the sessions end.
  func close() async {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for waiter in idle { waiter.semaphore.signal() }
    while state.withLock({ $0.threads > 0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// One of the threads: its session, which is opened when it is needed, and again when it was lost.
final class PostgresThread {
  private let open: @Sendable () throws(StorageError) -> PostgresSession
  var session: PostgresSession?
  /// Why the last attempt failed: the next one waits a moment, so that nobody who asks meanwhile waits for it.
  private var failure: (error: StorageError, moment: ContinuousClock.Instant)?

  private static let pause = Duration.milliseconds(200)

  init(open: @escaping @Sendable () throws(StorageError) -> PostgresSession) { self.open = open }

  func ready() throws(StorageError) -> PostgresSession {
    if let session, !session.isBroken { return session }
    session = nil
    if let failure, ContinuousClock.now - failure.moment < Self.pause { throw failure.error }
    do throws(StorageError) {
      let new = try open()
      session = new
      failure = nil
      return new
    } catch {
      failure = (error, .now)
      throw error
    }
  }
}
