import Foundation
import Synchronization

/// Runs blocking work, one thing after the other, on a thread that gets only the processor time others don't use. The
/// thread ends when the work is done.
///
/// On a machine that is busy for long that may be next to nothing. So work that isn't done after a while is begun anew on
/// a thread with a share of its own, and counts where it is done first. (The system lets no program give a thread a better
/// place than it has.)
public final class QuietThread: Sendable {
  private typealias Work = @Sendable () -> Void

  /// The share of the second thread, as a niceness: a tenth of one who is at work all the time.
  private static let shareOfTheLate: Int32 = 10

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let patience: Duration

  /// - Parameter patience: how long work may take before it is begun anew.
  public init(patience: Duration = .seconds(10)) { self.patience = patience }

  /// - Parameters:
  ///   - work: may be done twice, also at the same time.
  ///   - discard: gets the result that does not count, if there is a second one.
  public func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value,
    discard: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws(Failure) -> Value {
    try await run(claiming: { (_) throws(Failure) in try work() }, discard: discard)
  }

  /// - Parameters:
  ///   - work: may be begun twice, also at the same time. Where only one can go on, it claims that its result be the one
  ///     that counts; if that fails, the other one has, and it can stop in any way.
  ///   - discard: gets the result that does not count, if there is a second one.
  public func run<Value: Sendable, Failure: Error>(
    claiming work: @escaping @Sendable (_ claim: () -> Bool) throws(Failure) -> Value,
    discard: @escaping @Sendable (Value) -> Void = { _ in }
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let first = First(continuation)
      @Sendable func attempt(_ number: Int) {
        guard !first.isThere else { return }
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try work { first.claim(number) }) } catch { result = .failure(error) }
        if !first.take(result, of: number), case .success(let value) = result { discard(value) }
      }
      add { attempt(1) }
      first.wait(patience) {
        Self.start {
          Self.standBack(to: Self.shareOfTheLate)
          attempt(2)
        }
      }
    }
    return try result.get()
  }

  /// What is done first counts.
  private final class First<Value: Sendable>: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Value, Never>?
      var waiting: Task<Void, Never>?
      /// The number of the attempt that counts alone.
      var claim: Int?
    }

    private let state: Mutex<State>

    init(_ continuation: CheckedContinuation<Value, Never>) {
      state = Mutex(State(continuation: continuation))
    }

    var isThere: Bool { state.withLock { $0.continuation == nil } }

    /// From now on the value of that attempt alone counts, unless one is there or another attempt did the same before.
    func claim(_ attempt: Int) -> Bool {
      state.withLock { state in
        guard state.continuation != nil, state.claim ?? attempt == attempt else { return false }
        state.claim = attempt
        return true
      }
    }

    /// Returns whether the value counts.
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

    /// Calls `body` if nothing is there by then.
    func wait(_ patience: Duration, _ body: @escaping @Sendable () -> Void) {
      state.withLock { state in
        guard state.continuation != nil else { return }
        state.waiting = Task.detached {
          // Cancelled as soon as something is there.
          guard (try? await Task.sleep(for: patience)) != nil, !self.isThere else { return }
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
    // Decoders of pictures need more than the half megabyte that a thread has on some systems.
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

  /// `SCHED_IDLE` of `sched.h`, which Glibc's module does not show.
  private static let idlePolicy: Int32 = 5

  /// Whatever else the program does comes first. On Linux a thread has a policy and a niceness of its own, which those that
  /// it starts (libvips' own) take over. A thread of the idle policy gives way at once where another wakes, and has what
  /// the others leave, never nothing (`man 7 sched`, `SCHED_IDLE`).
  ///
  /// - Parameter niceness: nil: the idle policy.
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
