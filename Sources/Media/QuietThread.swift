import Foundation
import Synchronization

/// Runs blocking work, one thing after the other, on a thread that gets only the processor time others don't use. The
/// thread ends when the work is done.
public final class QuietThread: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  public init() {}

  public func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      add {
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  private func add(_ work: @escaping Work) {
    let startsThread = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard startsThread else { return }
    let thread = Thread { [self] in
      Self.standBack()
      while let next = next() { next() }
    }
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

  /// Whatever else the program does comes first. On Linux a thread has a policy of its own, which those that it starts
  /// (libvips' own) take over. A thread of this one gives way at once where another wakes, and has what the others leave,
  /// never nothing (`man 7 sched`, `SCHED_IDLE`).
  private static func standBack() {
    #if canImport(Glibc)
      var priority = sched_param()
      _ = sched_setscheduler(0, idlePolicy, &priority)
    #endif
  }
}
