typealias PostgresThreadPool = ThreadPool<PostgresThread>

extension ThreadPool<PostgresThread> {
  /// Makes a pool of sessions.
  ///
  /// - Parameter limit: the maximum number of threads, and so of sessions.
  convenience init(limit: Int, open: @escaping @Sendable () throws(StorageError) -> PostgresSession) {
    self.init(limit: limit, name: "swiftlet.postgres") { PostgresThread(open: open) }
  }
}

/// A thread's session, which is opened when it is needed, and again after it was lost.
final class PostgresThread {
  private let open: @Sendable () throws(StorageError) -> PostgresSession
  var session: PostgresSession?
  /// The last failed attempt to connect. For a moment, further requests fail with its error at once instead
  /// of waiting for another attempt.
  private var failure: (error: StorageError, moment: ContinuousClock.Instant)?

  private static let pause = Duration.milliseconds(200)

  init(open: @escaping @Sendable () throws(StorageError) -> PostgresSession) { self.open = open }

  func ready() throws(StorageError) -> PostgresSession {
    if let session, !session.isBroken { return session }
    session = nil
    if let failure, ContinuousClock.now - failure.moment < Self.pause { throw failure.error }
    do throws(StorageError) {
      let new = try open()
      session = new
      failure = nil
      return new
    } catch {
      failure = (error, .now)
      throw error
    }
  }
}
