import Foundation

/// Names of temporary files that identify their process: `<process>-<run>-<machine>-<random>`.
enum Scratch {
  /// Identifies this start of the program. In a container a restarted server has the same process id again.
  private static let run = UUID().uuidString.prefix(8)

  /// Identifies the machine, because servers on several machines may share a folder of pictures.
  private static let machine =
    "m" + String(ProcessInfo.processInfo.hostName.utf8.reduce(5381) { ($0 &* 33) ^ UInt32($1) }, radix: 16)
  /// The age, in seconds, up to which another machine's files are left alone: a day.
  private static let foreignLife: TimeInterval = 86_400

  static func name() -> String {
    "\(ProcessInfo.processInfo.processIdentifier)-\(run)-\(machine)-\(UUID().uuidString)"
  }

  /// Returns true if the process that made the file is still alive, as far as this machine can tell.
  ///
  /// - Parameter modified: The file's modification date.
  static func isInUse(_ name: String, modified: Date?) -> Bool {
    let parts = name.split(separator: "-")
    if parts.count > 2, parts[2].hasPrefix("m"), parts[2] != machine {
      return modified.map { -$0.timeIntervalSinceNow < foreignLife } ?? true
    }
    guard parts.count > 2, let process = Int32(parts[0]), process > 0 else { return false }
    if process == ProcessInfo.processInfo.processIdentifier { return parts[1] == run }
    // Signal 0 only checks (POSIX, kill). EPERM: the process exists and belongs to another user.
    return kill(process, 0) == 0 || errno == EPERM
  }
}
