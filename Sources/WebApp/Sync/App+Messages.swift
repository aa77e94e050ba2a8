import Contracts
import Social

/// The comments and likes that the viewer hasn't seen, which the pill over the first page of Moments counts. A
/// stream brings those that happen while that page is open; the earlier ones are requested.
extension App {
  /// The number of notifications in a response, at most (Mastodon API, notifications).
  private static let maxMessages = 40

  /// Asks for the unread notifications if Moments lacks some of them.
  @inline(never)
  mutating func askMessages() {
    guard let unread, unread > 0, let session = sessions.current, !session.isRefused, !isPaused(session),
      stack.contains(where: { lacksMessages($0, of: unread) }), !isAskingMessages
    else { return }
    let request = NotificationRequests.list(page: "limit=\(min(unread, Self.maxMessages))")
    write(request, in: session.key, .messages(session.key, unread: unread))
  }

  private func lacksMessages(_ screen: AnyScreenHost, of unread: Int) -> Bool {
    guard screen.tab == .moments, let page = screen as? ScreenHost<Moments> else { return false }
    return page.state.writing.notifiedCount < unread
  }

  private var isAskingMessages: Bool {
    waiting.values.contains { if case .messages = $0 { true } else { false } }
  }

  /// Receives the unread notifications, the newest first. Once some were read elsewhere, the response says too
  /// much, and the next number asks again. What a server refuses isn't asked twice.
  @inline(never)
  mutating func received(
    messagesOf session: String, unread count: Int, _ result: Result<Response, RequestFailure>
  ) {
    guard case .success = result, session == sessions.currentKey, let unread, unread >= count,
      let origin = sessions.session(session)?.origin
    else { return }
    var unseen: [Notification] = []
    if case .success(let body) = LoadFailure.body(of: result) {
      let decoder = MastodonDecoder(origin: origin, context: .notifications)
      unseen = decoder.notifications(body)?.items ?? []
    }
    broadcast(.messagesArrived(Array(unseen.prefix(count)), of: count), in: session)
  }
}
