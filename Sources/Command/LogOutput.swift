import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The output of log lines. If nothing reads the pipe, or the terminal is stopped, lines are lost; the server
/// never blocks.
final class LogOutput: Sendable {
  static let standard = LogOutput(STDERR_FILENO)

  /// The time, in milliseconds, that the log waits once for room. After that, lines are dropped at once until
  /// there is room again.
  private static let timeout: Int32 = 200
  /// The size of one write, in bytes. If poll(2) reports room in a pipe, this much fits (POSIX, PIPE_BUF).
  private static let piece = 4096

  private let descriptor: Int32
  /// The number of lines lost since the last one that was written.
  private let lost = Mutex(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ line: String) {
    lost.withLock { lost in
      guard isReady(lost == 0 ? Self.timeout : 0) else {
        lost += 1
        return
      }
      if lost > 0 {
        send("\(lost) lines of the log are missing here: nobody read them")
        lost = 0
        guard isReady(0) else {
          lost = 1
          return
        }
      }
      send(line)
    }
  }

  private func send(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.prefix(Self.piece).withUnsafeBytes { space in
        #if canImport(Glibc)
          space.baseAddress.map { Glibc.write(descriptor, $0, space.count) } ?? -1
        #else
          space.baseAddress.map { Darwin.write(descriptor, $0, space.count) } ?? -1
        #endif
      }
      guard count > 0 else {
        if errno == EINTR { continue }
        return
      }
      bytes = bytes.dropFirst(count)
      guard bytes.isEmpty || isReady(Self.timeout) else { return }
    }
  }

  /// - Parameter timeout: The time to wait, in milliseconds.
  private func isReady(_ timeout: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&state, 1, timeout)
      if count < 0, errno == EINTR { continue }
      // If poll fails, the line is written anyway.
      return count != 0
    }
  }
}
