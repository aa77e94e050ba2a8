#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The limits for open files and connections of the process (getrlimit(2)).
public enum FileDescriptors {
  /// The file descriptors that aren't for connections: database, log, picture processing, and connections
  /// that are accepted before they turn out to be too many.
  static let reserve = 128

  /// Raises the soft limit to the hard one. Shells set it low for programs that use select(2).
  ///
  /// - Returns: The resulting limit.
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

  /// Returns the maximum number of open connections. Each may need a file, too, and one descriptor must stay
  /// free: without it accept(2) would fail in an endless loop.
  public static func connections(ofDescriptors limit: Int) -> Int { max(1, (limit - reserve) / 2) }
}
