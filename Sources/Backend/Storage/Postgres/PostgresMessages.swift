import Synchronization

/// Publishes short messages to the other processes, on a session of its own. So a burst of them doesn't delay
/// the check of revisions that keeps the caches true.
final class PostgresMessages: Sendable {
  /// The beginning of every message; a change begins with a number instead.
  static let prefix = "="

  private let origin: MessageOrigin
  private let thread: PostgresThreadPool
  private let waiting = Mutex<[(text: String, done: CheckedContinuation<Void, Never>)]>([])

  init(_ address: DatabaseAddress, from origin: MessageOrigin) {
    self.origin = origin
    let limits = PostgresSession.Timeouts(
      lock: .seconds(2), statement: .seconds(5), name: "swiftlet publishes")
    thread = PostgresThreadPool(limit: 1) { () throws(StorageError) in try PostgresSession(address, limits) }
  }

  /// Returns when the database server has the message. Without a connection the message is dropped, because
  /// it would be useless later.
  func publish(_ text: String) async {
    guard text.utf8.count < 7900, !text.utf8.contains(0) else { return }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let isFirst = waiting.withLock { waiting in
        waiting.append((text, done))
        return waiting.count == 1
      }
      guard isFirst else { return }
      thread.add(.init(timeout: nil, run: { self.sendAll($0) }, fail: { _ in self.finish(self.takeAll()) }))
    }
  }

  func close() async { await thread.close() }

  private func sendAll(_ thread: PostgresThread) {
    let messages = takeAll()
    defer { finish(messages) }
    guard let session = try? thread.ready() else { return }
    for message in messages {
      let text = "\(Self.prefix) \(origin.text) \(message.text)"
      guard (try? session.run("SELECT pg_notify(\(PostgresChanges.channel), \(text))" as Statement)) != nil
      else {
        return
      }
    }
  }

  private func takeAll() -> [(text: String, done: CheckedContinuation<Void, Never>)] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  private func finish(_ messages: [(text: String, done: CheckedContinuation<Void, Never>)]) {
    for message in messages { message.done.resume() }
  }
}

/// The random id of this process's messages. The database's process numbers would not do: a restarted
/// database assigns them anew, so another process's messages could look like ours.
struct MessageOrigin: Equatable, Sendable {
  /// The id: `@` and 16 hexadecimal digits.
  let text: String

  init() {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    text = "@" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
