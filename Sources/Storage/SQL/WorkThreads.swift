import Foundation
import Synchronization

/// Threads that wait for a database, so that none of Swift's cooperative threads does. Each has a tool of its own, such as
/// a session.
///
/// There are as many as are needed at the same time, up to a bound; then work waits, and fails when its time is over.
final class WorkThreads<Tool>: Sendable {
  /// Something to do with a tool.
  struct Work: Sendable {
    /// How long it may wait for a thread; nil: until there is one.
    var patience: Duration?
    /// Carried out once, on a thread, unless `fail` was called.
    let run: @Sendable (Tool) -> Void
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

  /// Where a thread waits. The one that worked last goes on first: its tool has the most statements ready.
  private final class Waiter: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
  }

  private let state = Mutex(State())
  private let limit: Int
  private let name: String
  private let tool: @Sendable () -> Tool

  /// - Parameters:
  ///   - limit: of threads and of tools.
  ///   - tool: called on the thread whose it is, and released there.
  init(limit: Int, name: String, tool: @escaping @Sendable () -> Tool) {
    self.limit = limit
    self.name = name
    self.tool = tool
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

  /// What was added is carried out still; then the threads end.
  func end() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for waiter in idle { waiter.semaphore.signal() }
  }

  /// Returns when they have ended.
  func close() async {
    end()
    while state.withLock({ $0.threads > 0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
