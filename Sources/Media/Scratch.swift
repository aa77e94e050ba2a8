import Foundation

/// Names of temporary files that tell whose they are: `<process>-<run>-<machine>-<random>`.
enum Scratch {
  /// In a container the process of a restarted server has the same number again.
  private static let run = UUID().uuidString.prefix(8)

  /// Servers on several machines may have one folder of pictures.
  private static let machine =
    "m" + String(ProcessInfo.processInfo.hostName.utf8.reduce(5381) { ($0 &* 33) ^ UInt32($1) }, radix: 16)
  /// What another machine made is left alone for a day, in seconds.
  private static let foreignLife: TimeInterval = 86_400

  static func name() -> String {
    "\(ProcessInfo.processInfo.processIdentifier)-\(run)-\(machine)-\(UUID().uuidString)"
  }

  /// Whether the process that made a file of that name is alive, as far as can be told.
  ///
  /// - Parameter modified: when it was last changed.
  static func isInUse(_ name: String, modified: Date?) -> Bool {
    let parts = name.split(separator: "-")
    if parts.count > 2, parts[2].hasPrefix("m"), parts[2] != machine {
      return modified.map { -$0.timeIntervalSinceNow < foreignLife } ?? true
    }
    guard parts.count > 2, let process = Int32(parts[0]), process > 0 else { return false }
    if process == ProcessInfo.processInfo.processIdentifier { return parts[1] == run }
    // Signal 0 only asks (POSIX, kill); EPERM: it is there, and somebody else's.
    return kill(process, 0) == 0 || errno == EPERM
  }
}
