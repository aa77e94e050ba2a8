import CCurl
import Foundation
import Logging
import Media
import Social
import Synchronization

/// A reason why a mail was not taken.
enum MailFailure: Error, Equatable {
  /// The mail server may take it later.
  case later(String)
  /// The mail server refused it for good.
  case refused(String)
}

/// Sends mails, one after the other, and tries again what fails. The queue is in memory: a mail that a
/// restart loses is asked for again by its member.
public final class MailQueue: Sendable {
  typealias Send = @Sendable (MailMessage) throws(MailFailure) -> Void

  private struct State {
    var send: Send?
    var tasks: [UUID: Task<Void, Never>] = [:]
    var isClosed = false
  }

  /// The maximum number of mails that wait.
  static let maxWaiting = 200
  /// The times after which a mail is tried again.
  static let pauses = [Duration.seconds(5), .seconds(60), .seconds(600)]

  private let state = Mutex(State())
  private let work = WorkQueue(width: 1)
  private let logger: Logger
  private let pauses: [Duration]

  init(logger: Logger, pauses: [Duration] = MailQueue.pauses) {
    self.logger = logger
    self.pauses = pauses
  }

  /// True if the server has a mail server.
  public var isOn: Bool { state.withLock { $0.send != nil } }

  func begin(_ send: @escaping Send) { state.withLock { $0.send = send } }

  /// Sends a mail in the background. Without a mail server, and while too many wait, nothing is sent.
  public func add(_ message: MailMessage) {
    let id = UUID()
    let isFull = state.withLock { state in
      guard let send = state.send, !state.isClosed else { return false }
      guard state.tasks.count < Self.maxWaiting else { return true }
      state.tasks[id] = Task {
        await self.deliver(message, send)
        self.state.withLock { $0.tasks[id] = nil }
      }
      return false
    }
    // The log has no addresses.
    if isFull { logger.error("A mail was not sent, because too many wait") }
  }

  /// Waits until nothing waits.
  func finish() async {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
  }

  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  private func deliver(_ message: MailMessage, _ send: @escaping Send) async {
    for pause in pauses + [nil] {
      let reason: String
      do throws(MailFailure) {
        try await work.run { () throws(MailFailure) in try send(message) }
        return
      } catch {
        switch error {
        case .refused(let text): return fail(text, message)
        case .later(let text): reason = text
        }
      }
      guard let pause else { return fail(reason, message) }
      do { try await Task.sleep(for: pause) } catch { return }
    }
  }

  private func fail(_ reason: String, _ message: MailMessage) {
    // A mail server may repeat the address in its refusal.
    let reason = reason.replacing(message.to.text, with: "…").replacing(message.to.folded, with: "…")
    logger.error("A mail was not sent", metadata: ["reason": "\(reason)"])
  }
}

extension MailServer {
  /// The maximum time for one mail, in milliseconds.
  private static let timeout = 60_000

  /// Gives a mail to the mail server. Occupies the thread.
  func send(_ message: MailMessage) throws(MailFailure) {
    let bytes = message.encoded(from: from, id: UUID().uuidString, date: .now)
    var taken: Int32 = 0
    var reason = [CChar](repeating: 0, count: 512)
    let domain = from.text.split(separator: "@").last.map(String.init) ?? "localhost"
    let code = withTexts(url + "/" + domain, message.to.text) { mail in
      bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        var mail = mail(start)
        mail.count = buffer.count
        return swiftlet_mail_send(&mail, &taken, &reason, reason.count)
      }
    }
    guard taken == 0 else { return }
    let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw code >= 500 ? .refused(text) : .later(text)
  }

  /// Calls a function with the C texts of a mail, which are valid as long as it runs.
  private func withTexts(
    _ url: String, _ to: String, _ body: ((UnsafePointer<UInt8>) -> SwiftletMail) -> Int32
  ) -> Int32 {
    func optional<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
      guard let text else { return body(nil) }
      return text.withCString { body($0) }
    }
    return url.withCString { url in
      to.withCString { to in
        from.text.withCString { from in
          optional(username) { username in
            optional(password) { password in
              body { bytes in
                SwiftletMail(
                  url: url, username: username, password: password, from: from, to: to,
                  requiresTLS: requiresTLS ? 1 : 0, bytes: bytes, count: 0, milliseconds: Self.timeout)
              }
            }
          }
        }
      }
    }
  }
}
