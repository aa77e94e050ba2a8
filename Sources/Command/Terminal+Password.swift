#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Terminal {
  /// Reads a password: typed twice without echo, or the first line of the standard input if that isn't a
  /// terminal.
  ///
  /// A password is never an argument: all users of the machine can see those, and they stay in the shell's
  /// history.
  static func password() throws -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      guard let line = readLine() else {
        throw Failure(
          status: .usage, message: "The password is read from the standard input, which is empty.")
      }
      return line
    }
    let first = hidden("Password: ")
    guard let first, let second = hidden("Again: ") else {
      throw Failure(status: .usage, message: "No password was typed.")
    }
    guard first == second else { throw Failure(status: .usage, message: "The two passwords differ.") }
    return first
  }

  private static func hidden(_ prompt: String) -> String? {
    replaceLine(prompt)
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      endLine()
    }
    return readLine()
  }
}
