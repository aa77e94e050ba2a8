import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// All that the command line says goes through here. It holds names and addresses from outside: what a terminal obeys is
/// escaped.
enum Terminal {
  /// A result: on the standard output, where a script reads it.
  static func result(_ line: String) { write(line.shownInTerminal() + "\n", to: STDOUT_FILENO) }

  /// A result of several values, with tabs between.
  static func result(columns: [String]) {
    write(columns.map { $0.shownInTerminal() }.joined(separator: "\t") + "\n", to: STDOUT_FILENO)
  }

  /// A result that may have several lines.
  static func result(lines: String) { write(lines.shownInTerminal(keepsLines: true) + "\n", to: STDOUT_FILENO) }

  /// A message or a log line: on the standard error output.
  static func error(_ line: String) { write(line.shownInTerminal(keepsLines: true) + "\n", to: STDERR_FILENO) }

  /// Replaces the line that the cursor is in.
  static func replaceLine(_ line: String) { write("\r\u{1B}[K" + line.shownInTerminal(), to: STDERR_FILENO) }

  static func endLine() { write("\n", to: STDERR_FILENO) }

  /// Whether a person is watching the standard error output.
  static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether a hang-up is ignored, as nohup(1) sets it.
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

  /// One write a line, so that lines of several threads don't mix; nothing can be done if it fails.
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
