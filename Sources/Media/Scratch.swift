import Foundation

/// Names of temporary files that tell whose they are: `<process>-<run>-<random>`.
enum Scratch {
  /// In a container the process of a restarted server has the same number again.
  private static let run = UUID().uuidString.prefix(8)

  static func name() -> String {
    "\(ProcessInfo.processInfo.processIdentifier)-\(run)-\(UUID().uuidString)"
  }

  /// Whether the process that made a file of that name is alive, as far as can be told.
  static func isInUse(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count > 2, let process = Int32(parts[0]), process > 0 else { return false }
    if process == ProcessInfo.processInfo.processIdentifier { return parts[1] == run }
    // Signal 0 only asks (POSIX, kill); EPERM: it is there, and somebody else's.
    return kill(process, 0) == 0 || errno == EPERM
  }
}
