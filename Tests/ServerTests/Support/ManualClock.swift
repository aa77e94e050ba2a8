import NIOCore
import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
  private let time = Mutex(NIODeadline.now())

  var now: NIODeadline { time.withLock { $0 } }

  func advance(by amount: TimeAmount) { time.withLock { $0 = $0 + amount } }
}
