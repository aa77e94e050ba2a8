typealias PostgresThreads = WorkThreads<PostgresThread>

extension WorkThreads<PostgresThread> {
  /// - Parameter limit: of threads and of sessions.
  convenience init(limit: Int, open: @escaping @Sendable () throws(StorageError) -> PostgresSession) {
    self.init(limit: limit, name: "swiftlet.postgres") { PostgresThread(open: open) }
  }
}

/// One of the threads: its session, which is opened when it is needed, and again when it was lost.
final class PostgresThread {
  private let open: @Sendable () throws(StorageError) -> PostgresSession
  var session: PostgresSession?
  /// Why the last attempt failed: the next one waits a moment, so that nobody who asks meanwhile waits for it.
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
