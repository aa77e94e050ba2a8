#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many files and connections the process may have open (getrlimit(2)).
public enum FileDescriptors {
  /// For the database, the log, pictures that are made, and connections that are accepted before it is seen that there
  /// are too many.
  static let reserve = 128

  /// Raises the soft limit to the hard one, as shells set it low for programs that use select(2).
  ///
  /// - Returns: the limit that holds now.
  public static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return limit.rlim_cur > 1 << 30 ? 1 << 30 : Int(limit.rlim_cur)
  }

  /// How many connections can be open at once: each may be sent a file, and there must always be one to accept with, as
  /// else accept(2) fails again and again without an end.
  public static func connections(ofDescriptors limit: Int) -> Int { max(1, (limit - reserve) / 2) }
}
