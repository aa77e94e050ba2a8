import Foundation
import Synchronization

/// A pool of threads that block on a database, so that Swift's cooperative threads don't. Each thread has its
/// own tool, such as a session.
///
/// The pool grows with the demand up to a limit. Then work waits, and fails when its timeout is over.
final class ThreadPool<Tool>: Sendable {
  /// A piece of work that needs a tool.
  struct Work: Sendable {
    /// The time that the work may wait for a thread; `nil` if it waits without a limit.
    var timeout: Duration?
    /// Runs once, on a thread, unless `fail` was called.
    let run: @Sendable (Tool) -> Void
    let fail: @Sendable (StorageError) -> Void
  }

  private struct State {
    var waiting: [(number: Int, work: Work)] = []
    var nextNumber = 0
    var threads = 0
    /// The threads that wait for work; the one that worked last is at the end.
    var idle: [Waiter] = []
    var isClosed = false
  }

  /// The semaphore of an idle thread. The thread that worked last gets the next work: its tool has the most
  /// prepared statements.
  private final class Waiter: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
  }

  private let state = Mutex(State())
  private let limit: Int
  private let name: String
  private let tool: @Sendable () -> Tool

  /// Makes an empty pool.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of threads, and so of tools.
  ///   - tool: makes a tool; called on the tool's thread, which also releases it.
  init(limit: Int, name: String, tool: @escaping @Sendable () -> Tool) {
    self.limit = limit
    self.name = name
    self.tool = tool
  }

  private enum Admission {
    case closed
    case wakes(Waiter)
    case starts
    /// No thread is free; the work waits.
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
      guard let timeout = work.timeout else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout.seconds) { self.giveUp(number) }
    }
  }

  /// Fails work that still waits.
  private func giveUp(_ number: Int) {
    let work = state.withLock { state -> Work? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).work
    }
    work?.fail(.busy)
  }

  private func start() {
    let thread = Thread { self.loop() }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func loop() {
    carryOut(with: tool())
    state.withLock { $0.threads -= 1 }
  }

  private func carryOut(with tool: Tool) {
    let waiter = Waiter()
    while let work = next(waiter) { work.run(tool) }
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

  /// Lets the threads finish the added work, and then end.
  func end() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for waiter in idle { waiter.semaphore.signal() }
  }

  /// Ends the threads, and returns when they have ended.
  func close() async {
    end()
    while state.withLock({ $0.threads > 0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
