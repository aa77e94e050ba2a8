import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// All output of the command line. It contains names and addresses from outside, so terminal control
/// characters are escaped.
enum Terminal {
  /// Writes a result to the standard output, where scripts read it.
  static func result(_ line: String) { write(line.shownInTerminal() + "\n", to: STDOUT_FILENO) }

  /// Writes a result of several values, separated by tabs.
  static func result(columns: [String]) {
    write(columns.map { $0.shownInTerminal() }.joined(separator: "\t") + "\n", to: STDOUT_FILENO)
  }

  /// Writes a result that may have several lines.
  static func result(lines: String) {
    write(lines.shownInTerminal(keepsLines: true) + "\n", to: STDOUT_FILENO)
  }

  /// Writes a message or a log line to the standard error output.
  static func error(_ line: String) {
    write(line.shownInTerminal(keepsLines: true) + "\n", to: STDERR_FILENO)
  }

  /// Replaces the line that the cursor is in.
  static func replaceLine(_ line: String) { write("\r\u{1B}[K" + line.shownInTerminal(), to: STDERR_FILENO) }

  static func endLine() { write("\n", to: STDERR_FILENO) }

  /// True if the standard error output is a terminal.
  static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// True if a hang-up is ignored, as nohup(1) sets it.
  static var ignoresHangUp: Bool {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Writes a line in one call, so that lines of several threads don't mix. A failure is ignored, because
  /// nothing can be done about it.
  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { space in
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
    }
  }
}
