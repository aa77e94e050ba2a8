import Invalidation
import Synchronization

/// The changes of this process's writes. The writing thread knows of each, and the listening session receives
/// the message about it, in either order. The first of the two publishes a change, so each counts once: a
/// second time would outdate what was read in between.
///
/// The numbers of changes rise in the order of commits, and this process ends one transaction at a time.
final class OwnChanges: Sendable {
  private struct State {
    /// The number of the newest change that was published.
    var published: Int64 = 0
    /// The number of the newest change before the transaction that runs. No other one can commit meanwhile.
    var last: Int64 = 0
    /// The change of the transaction that is being committed, or was committed last.
    var ending: (number: Int64, notice: ChangeNotice)?
  }

  private let revisions: Revisions
  private let state = Mutex(State())

  init(_ revisions: Revisions) { self.revisions = revisions }

  /// - Parameter last: the number of the newest change when a transaction has taken the lock of writes.
  func begins(after last: Int64) { state.withLock { $0.last = last } }

  /// Notes what a transaction changes, before its commit is sent.
  func ends(with notice: ChangeNotice) {
    state.withLock { $0.ending = notice.isEmpty ? nil : ($0.last + 1, notice) }
  }

  /// Publishes what the transaction that ended changed, unless that was published. When this returns, it is.
  func isCommitted() {
    state.withLock { state in
      if let ending = state.ending { publish(ending.number, ending.notice, &state) }
    }
  }

  /// Publishes the change of a message from this process, unless it was published.
  ///
  /// - Parameter notice: the message's, which may say less exactly what changed than the writing thread.
  func arrived(_ number: Int64, _ notice: ChangeNotice) {
    state.withLock { state in
      let exact = state.ending.flatMap { $0.number == number ? $0.notice : nil }
      publish(number, exact ?? notice, &state)
    }
  }

  /// Forgets what was published: another database may number its changes anew.
  func forget() { state.withLock { $0.published = 0 } }

  private func publish(_ number: Int64, _ notice: ChangeNotice, _ state: inout State) {
    guard number > state.published else { return }
    state.published = number
    revisions.publish(notice)
  }
}
