import Foundation

/// Runs work that waits for other servers, each piece on a thread of its own.
///
/// A concurrent dispatch queue wouldn't do: on Linux its threads are those on which Swift's tasks run, one for
/// each processor. Work that waits there takes them from the requests of others.
enum OutboundThread {
  static let name = "outbound"

  static func run(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // Linux takes the name of a thread that runs.
      Thread.current.name = name
      work()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
