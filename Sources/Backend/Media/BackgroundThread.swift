import Foundation
import Synchronization

/// Runs blocking work, one task at a time, on a thread that gets only the processor time that others leave.
/// The thread ends when the queue is empty.
///
/// On a machine that is busy for long, that may be next to nothing. So a task that takes too long is started
/// again on a second thread with a guaranteed share, and the first result counts. (The system doesn't let a
/// program raise the priority of a thread.)
public final class BackgroundThread: Sendable {
  private typealias Work = @Sendable () -> Void

  /// The share of the second thread, as a niceness: a tenth of the time of a thread that is always busy.
  private static let shareOfTheLate: Int32 = 10

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let timeout: Duration

  /// - Parameter timeout: The time after which a task is started again on the second thread.
  public init(timeout: Duration = .seconds(10)) { self.timeout = timeout }

  /// - Parameters:
  ///   - work: May run twice, also at the same time.
  ///   - discard: Gets the result that doesn't count, if there is a second one.
  public func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value,
    discard: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws(Failure) -> Value {
    try await run(claiming: { (_) throws(Failure) in try work() }, discard: discard)
  }

  /// - Parameters:
  ///   - work: May run twice, also at the same time. Before a part that only one attempt may do, it calls
  ///     `claim`. If that returns false, the other attempt goes on, and this one may end in any way.
  ///   - discard: Gets the result that doesn't count, if there is a second one.
  public func run<Value: Sendable, Failure: Error>(
    claiming work: @escaping @Sendable (_ claim: () -> Bool) throws(Failure) -> Value,
    discard: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let first = First(continuation)
      @Sendable func attempt(_ number: Int) {
        guard !first.isThere else { return }
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try work { first.claim(number) }) } catch {
          result = .failure(error)
        }
        if !first.take(result, of: number), case .success(let value) = result { discard(value) }
      }
      add { attempt(1) }
      first.wait(timeout) {
        Self.start {
          Self.standBack(to: Self.shareOfTheLate)
          attempt(2)
        }
      }
    }
    return try result.get()
  }

  /// Passes on the first result.
  private final class First<Value: Sendable>: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Value, Never>?
      var waiting: Task<Void, Never>?
      /// The number of the attempt whose result alone counts; `nil` until one claims that.
      var claim: Int?
    }

    private let state: Mutex<State>

    init(_ continuation: CheckedContinuation<Value, Never>) {
      state = Mutex(State(continuation: continuation))
    }

    var isThere: Bool { state.withLock { $0.continuation == nil } }

    /// Reserves the result for that attempt. Returns false if there is a result already or another attempt
    /// has reserved it.
    func claim(_ attempt: Int) -> Bool {
      state.withLock { state in
        guard state.continuation != nil, state.claim ?? attempt == attempt else { return false }
        state.claim = attempt
        return true
      }
    }

    /// Passes the value on; returns false if it doesn't count.
    func take(_ value: Value, of attempt: Int) -> Bool {
      let taken = state.withLock { state -> State in
        guard state.claim ?? attempt == attempt else { return State() }
        defer { state = State() }
        return state
      }
      taken.waiting?.cancel()
      taken.continuation?.resume(returning: value)
      return taken.continuation != nil
    }

    /// Calls `body` if no result has arrived after that time.
    func wait(_ timeout: Duration, _ body: @escaping @Sendable () -> Void) {
      state.withLock { state in
        guard state.continuation != nil else { return }
        state.waiting = Task.detached {
          // A result cancels the wait.
          guard (try? await Task.sleep(for: timeout)) != nil, !self.isThere else { return }
          body()
        }
      }
    }
  }

  private func add(_ work: @escaping Work) {
    let startsThread = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard startsThread else { return }
    Self.start { [self] in
      Self.standBack()
      while let next = next() { next() }
    }
  }

  private static func start(_ body: @escaping Work) {
    let thread = Thread(block: body)
    thread.name = "pictures"
    // Decoders need more than the half megabyte of stack that a thread has on some systems.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func next() -> Work? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// `SCHED_IDLE` of `sched.h`, which Glibc's module doesn't export.
  private static let idlePolicy: Int32 = 5

  /// Gives the rest of the program precedence over this thread. On Linux a thread has its own policy and
  /// niceness, which the threads that it starts (libvips' own) inherit. A thread with the idle policy yields
  /// at once when another wakes. It gets the time that the others leave, but never none (`man 7 sched`,
  /// `SCHED_IDLE`).
  ///
  /// - Parameter niceness: The niceness; `nil` for the idle policy.
  private static func standBack(to niceness: Int32? = nil) {
    #if canImport(Glibc)
      if let niceness {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
      } else {
        var priority = sched_param()
        _ = sched_setscheduler(0, idlePolicy, &priority)
      }
    #endif
  }
}
