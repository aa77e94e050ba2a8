import Foundation
import Invalidation
import Synchronization

/// Receives the changes of all processes, on a session of its own.
///
/// Each change has a number. A `NOTIFY` says what it concerns; `refresh` asks for the newest number, so that
/// a message that was lost is noticed, and then everything counts as changed. So it does as long as the
/// session is lost.
///
/// The session also holds the lock of the process's number. When it is lost, the process has no number until
/// a new session has taken one, and writes wait.
final class PostgresWatch: Sendable {
  private struct State {
    var lastLook: ContinuousClock.Instant?
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isLookWanted = false
    var listener: (@Sendable (String) -> Void)?
    var isStarted = false
    var isClosed = false
    var isOver = false
  }

  /// The maximum age of the last check when a response is served.
  private static let longest = Duration.milliseconds(100)
  /// The age from which the next check runs in the background, so that requests hardly ever wait for one.
  private static let usual = Duration.milliseconds(50)
  private static let pause = Duration.milliseconds(200)

  /// A connection that says nothing counts as lost after the sum of these. The server frees the locks of a
  /// client that doesn't answer after 20 s (`tcp_user_timeout`), so the process notices first.
  struct Times: Sendable {
    /// A session that was silent for so long is asked something.
    var silence = Duration.seconds(5)
    /// The limit for its response.
    var answer = Duration.seconds(6)
  }

  private let address: DatabaseAddress
  private let revisions: Revisions
  private let own: OwnChanges
  private let events: EventFeed
  private let number: ProcessNumber
  private let times: Times
  private let origin: MessageOrigin
  private let state = Mutex(State())
  /// A pipe; a byte written into its second end wakes the thread that polls the first.
  private let pipe: (read: Int32, write: Int32)

  /// - Parameter origin: the mark of this process's own messages.
  init(
    _ address: DatabaseAddress, revisions: Revisions, own: OwnChanges, events: EventFeed,
    number: ProcessNumber, origin: MessageOrigin, times: Times
  ) {
    self.address = address
    self.revisions = revisions
    self.own = own
    self.events = events
    self.number = number
    self.times = times
    self.origin = origin
    var files: [Int32] = [-1, -1]
    // A server without two free file descriptors doesn't run anyway; waits then end by their timeouts.
    if Glibc.pipe(&files) == 0 { for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) } }
    _ = fcntl(files[0], F_SETFL, O_NONBLOCK)
    _ = fcntl(files[1], F_SETFL, O_NONBLOCK)
    pipe = (files[0], files[1])
  }

  deinit {
    Glibc.close(pipe.read)
    Glibc.close(pipe.write)
  }

  /// Starts to listen for changes from now on.
  ///
  /// - Throws: `StorageError.unavailable`.
  func start() async throws {
    state.withLock { $0.isStarted = true }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread {
        do throws(StorageError) {
          let (session, newest) = try self.listen()
          continuation.resume()
          self.loop(session, newest)
        } catch {
          self.end()
          continuation.resume(throwing: error)
        }
      }
      thread.name = "swiftlet.watch"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  private func loop(_ first: PostgresSession, _ newest: Int64) {
    var (session, newest): (PostgresSession?, Int64) = (first, newest)
    while !state.withLock({ $0.isClosed }) {
      do throws(StorageError) {
        if let session {
          try receive(session, &newest)
        } else {
          (session, newest) = try listen()
          // Messages may have been missed meanwhile.
          revisions.publishForeignChange()
          events.interrupt()
        }
      } catch {
        number.lose()
        session = nil
        revisions.publishForeignChange()
        events.interrupt()
        looked()
        rest()
      }
    }
    number.lose()
    session = nil
    end()
  }

  private func listen() throws(StorageError) -> (PostgresSession, Int64) {
    let limits = PostgresSession.Timeouts(
      lock: times.answer / 3, statement: times.answer / 3, name: "swiftlet listens", slack: times.answer / 3)
    let session = try PostgresSession(address, limits, isQueued: false)
    try session.run("LISTEN \(PostgresChanges.channel)")
    try session.run("LISTEN \(PostgresEvents.channel)")
    let claim = try freeNumber(session)
    own.forget()
    // Ids that were made with the number so far are less than those to come.
    try number.take(
      claim, after: session.run("SELECT last_identifier FROM swiftlet_revisions").integer() ?? 0)
    return (session, try newest(session))
  }

  /// The lowest number that no other process has. The server frees it with the session, however that ends.
  private func freeNumber(_ session: PostgresSession) throws(StorageError) -> LockClaim {
    for number in 0..<Identifiers.maxProcesses {
      if let claim = try session.claim(.process, number) { return claim }
    }
    throw .unavailable("\(Identifiers.maxProcesses) processes work with it already")
  }

  private func newest(_ session: PostgresSession) throws(StorageError) -> Int64 {
    try session.run("SELECT number FROM swiftlet_revisions").integer() ?? 0
  }

  /// Waits for a message or a requested check, and handles it.
  private func receive(_ session: PostgresSession, _ number: inout Int64) throws(StorageError) {
    if let text = try session.notice(within: times.silence, wake: pipe.read) {
      take(text, &number)
      return
    }
    drain()
    guard self.number.claim != nil else {
      throw .unavailable("another process has taken the number of this one")
    }
    // Also when nothing came for long: so a connection that is dead is noticed.
    let moment = ContinuousClock.now
    let newest = try newest(session)
    // Changes committed before the query were notified before its result.
    while let text = try session.notice(within: .zero, wake: -1) { take(text, &number) }
    if newest > number {
      number = newest
      revisions.publishForeignChange()
    }
    looked(at: moment)
  }

  private func take(_ text: String, _ number: inout Int64) {
    guard !text.hasPrefix(PostgresEvents.prefix) else {
      switch PostgresEvents.item(text) {
      case .notes(let notes): events.publish(notes)
      case .interrupted: events.interrupt()
      }
      return
    }
    guard !text.hasPrefix(PostgresMessages.prefix) else {
      let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      // Messages of earlier versions have no origin, and aren't meant for this one.
      guard parts.count == 3, parts[1] != origin.text else { return }
      state.withLock(\.listener)?(String(parts[2]))
      return
    }
    guard let change = PostgresChanges.change(text) else { return revisions.publishForeignChange() }
    number = max(number, change.number)
    if change.origin.map({ $0 == origin.text }) == true {
      // Streams read for the notes behind it, and the writing thread may not have published it yet.
      own.arrived(change.number, change.notice)
    } else {
      revisions.publish(change.notice)
    }
  }

  func subscribe(_ listener: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Checks for changes if the last check is too old.
  func refresh() async {
    let asked = ContinuousClock.now
    // A check that already runs may have begun before the change, so one more may be necessary.
    while wantsLook(asked) { await look() }
  }

  /// Lets the thread look if the last check is older than usual; returns true if the request must wait for it.
  private func wantsLook(_ asked: ContinuousClock.Instant) -> Bool {
    let (wakes, waits) = state.withLock { state -> (Bool, Bool) in
      let age = state.lastLook.map { asked - $0 } ?? .seconds(1)
      guard age >= Self.usual, !state.isClosed, !state.isOver, state.isStarted else { return (false, false) }
      defer { state.isLookWanted = true }
      return (!state.isLookWanted, age >= Self.longest)
    }
    if wakes { wake() }
    return waits
  }

  /// Waits for the end of the next check.
  private func look() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isOver = state.withLock { state in
        guard state.isLookWanted, !state.isOver else { return true }
        state.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private func looked(at moment: ContinuousClock.Instant = .now) {
    let waiting = state.withLock { state in
      state.lastLook = moment
      state.isLookWanted = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func end() {
    state.withLock { $0.isOver = true }
    looked()
  }

  /// Lets the thread look at once.
  func wake() {
    var byte: UInt8 = 1
    _ = Glibc.write(pipe.write, &byte, 1)
  }

  private func drain() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while Glibc.read(pipe.read, &bytes, bytes.count) > 0 {}
  }

  /// Pauses before the next attempt to connect. Requested checks meanwhile report that everything may have
  /// changed.
  private func rest() {
    var place = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + Self.pause
    while ContinuousClock.now < end, !state.withLock({ $0.isClosed }) {
      // The pause may be over by now, and poll(2) waits without end if the number is negative.
      if poll(&place, 1, Int32(max(0, (end - .now).milliseconds))) > 0 {
        drain()
        revisions.publishForeignChange()
        looked()
      }
    }
  }

  /// Ends the session. No messages are delivered afterwards.
  func close() async {
    let isRunning = state.withLock { state in
      state.isClosed = true
      return state.isStarted && !state.isOver
    }
    guard isRunning else { return }
    wake()
    while !state.withLock({ $0.isOver }) { try? await Task.sleep(for: .milliseconds(2)) }
  }
}
