import Contracts
import Localization
import Social

/// The connection on which a server tells what happens (Mastodon API, methods/streaming): entries of home,
/// notifications, edits and deletions.
struct LiveConnection {
  /// The time in milliseconds before the app connects: what shows first comes first.
  static let firstPause = 3_000
  /// The time before the first attempt after a connection has ended, and the longest one, in milliseconds.
  static let shortestPause: Int64 = 1_000
  static let longestPause: Int64 = 60_000
  /// The time in milliseconds after which the badge counts notifications that came one by one.
  static let countPause = 300
  /// The shortest time between two announcements to screen readers, in milliseconds.
  static let quietTime: Int64 = 10_000
  /// The time without a byte, in milliseconds, after which a connection counts as lost: phones don't tell.
  static let longestSilence: Int64 = 50_000
  /// The time in milliseconds after which a server that had no streams is asked again when the page comes to
  /// the front or the device comes online.
  static let shortestRefusal: Int64 = 600_000
  /// The time in milliseconds after which it is asked again in any case.
  static let longestRefusal: Int64 = 3_600_000

  /// The key of the session that it belongs to; `nil` without a connection.
  var session: String?
  /// The request of this tab's own connection; `nil` while the tab follows that of another one.
  var request: Identifier?
  /// The line by which another tab names its connection; empty unless this tab follows it.
  var source: [UInt8] = []
  var isOpen = false
  /// True once everything that happened before it opened has been loaded.
  var isCaughtUp = false
  /// The number of attempts since one last stood at a tick of the clock.
  var attempts = 0
  /// The time when the last bytes came. Servers send some each 15 s, even if nothing happens.
  var heardAt = Timestamp(milliseconds: 0)
  var events = EventStream()
  /// The notifications of the last moment, which the badge doesn't count yet, and the time of the last request
  /// for the number when the first of them came.
  var uncounted = (count: 0, askedAt: Timestamp?.none)
  /// The posts of Moments pages whose likes changed in the last moment.
  var counted: [PostCounts] = []
  /// The posts and notifications that came by themselves since screen readers were last told, and the time of
  /// that.
  var untold = (posts: 0, notifications: 0)
  var toldAt = Timestamp(milliseconds: 0)
  /// True once the second part of the program has come, which has the code for events.
  var isReady = false
  /// True while the page shows, or was hidden a moment ago.
  var isWanted = true
  /// The keys of sessions whose servers had no such connection, with the time of that.
  var refused: [(session: String, at: Timestamp)] = []
  /// The server to which a session's own one has redirected the connection.
  var moved: (session: String, to: ServerAddress)?
  /// The last request before the network went; `nil` while there is a network.
  var lastOnline: Identifier?
  var catchUps = CatchUps()

  /// True from the time when the network went until it comes back.
  var isOffline: Bool { lastOnline != nil }

  /// True while nothing has to be polled that the connection brings.
  var isLive: Bool { isOpen && isCaughtUp }
}

/// One tab of the browser holds the connection, for the account in front, and passes what comes on to the
/// other tabs that show the same account. While it stands, the app doesn't ask for new posts of home and for
/// notifications. Without one it asks, as before.
extension App {
  /// Connects a while after the second part of the program has come, if this is the leading tab.
  mutating func becameWhole() {
    live.isReady = true
    if leads { connectLater(LiveConnection.firstPause) }
    askMessages()
  }

  /// Opens or ends the connection, as the moment asks for. This and all below is in the second part: what is in
  /// the first one asks `isReady` or `session` before it calls.
  @inline(never)
  mutating func connect() {
    guard leads, live.isWanted, !live.isOffline, let session = sessions.current, !session.isRefused,
      !isRefused(session.key, for: LiveConnection.shortestRefusal),
      let credential = sessions.credential(of: session.key)
    else { return disconnect() }
    if live.request != nil, live.session == session.key { return }
    disconnect()
    live.refused.removeAll { $0.session == session.key }
    let id = wait(.live)
    // The key says to other tabs whose connection it is.
    let request = APIRequest(.stream, Self.streamPath, idempotencyKey: session.key)
    (live.session, live.request) = (session.key, id)
    (live.events, live.heardAt) = (EventStream(), now)
    var origin = session.origin
    if let moved = live.moved, moved.session == session.key { origin = .other(moved.to) }
    commands.append(.send(id, request, url: origin.url(of: request), token: credential.token))
  }

  /// True if the session's server had no streams less than that many milliseconds ago.
  private func isRefused(_ session: String, for pause: Int64) -> Bool {
    let now = now.milliseconds
    return live.refused.contains { $0.session == session && 0..<pause ~= now - $0.at.milliseconds }
  }

  private static var streamPath: String { "/api/v1/streaming/user" }

  /// Connects after a while.
  mutating func connectLater(_ milliseconds: Int) {
    guard sessions.current != nil else { return }
    forget(.liveDue)
    startTimer(milliseconds, .liveDue)
  }

  /// Ends the connection of a page that is hidden.
  @inline(never)
  mutating func wasHidden() {
    if live.session != nil { disconnect() }
    // Screens of strangers have no connection.
    send(.missedEvents, in: sessions.currentKey)
  }

  @inline(never)
  mutating func disconnect() {
    forget(.liveDue)
    if let request = live.request {
      waiting[request] = nil
      commands.append(.cancel(request))
    }
    // Until the next one begins something may happen, which has to be loaded then.
    if live.isOpen { live.attempts = max(live.attempts, 1) }
    (live.session, live.request, live.source) = (nil, nil, [])
    (live.isOpen, live.isCaughtUp) = (false, false)
    live.uncounted.count = 0
    live.counted = []
    live.untold = (0, 0)
  }

  /// Receives a part of what the server tells; the first one may be empty. Request 0 is the connection of
  /// another tab.
  @inline(never)
  mutating func streamed(_ request: Identifier, _ bytes: [UInt8]) {
    if request == 0 { return receiveShared(bytes) }
    if request == live.request { receiveEvents(bytes) }
  }

  /// Receives what another tab passes on of its connection: a line with the connection's name and the key of
  /// its session, then a part of what came. That part is empty once, when the connection begins. Without the
  /// end of the line the connection has ended.
  private mutating func receiveShared(_ message: [UInt8]) {
    let end = message.firstIndex(of: UInt8(ascii: "\n")) ?? message.endIndex
    let source = Array(message[..<end])
    guard !leads, live.isWanted, let session = sessions.current, !session.isRefused,
      let key = source.split(separator: UInt8(ascii: " ")).last, key.elementsEqual(session.key.utf8)
    else { return }
    let isFollowed = live.source == source
    guard end < message.endIndex else {
      if isFollowed { disconnect() }
      return
    }
    let part = Array(message[(end + 1)...])
    if !isFollowed {
      // Of two connections at once the one that began later counts. What falls between them is loaded.
      guard live.source.isEmpty || part.isEmpty else { return }
      disconnect()
      (live.session, live.source) = (session.key, source)
      (live.events, live.attempts) = (EventStream(), 1)
    }
    receiveEvents(part)
  }

  private mutating func receiveEvents(_ bytes: [UInt8]) {
    guard let session = live.session else { return }
    live.heardAt = now
    if !live.isOpen {
      live.isOpen = true
      // After an interruption a request is due now; after the first connection with the next tick.
      send(.missedEvents, in: session)
      if live.attempts > 0 { catchUp() }
    }
    guard let events = live.events.receive(bytes) else {
      let isOwn = live.request != nil
      disconnect()
      if isOwn { tryAgain() }
      return
    }
    let (store, isOne) = (store(of: session), events.count < 2)
    store.isGathering = !isOne
    for event in events { happened(event, in: session) }
    store.isGathering = false
    if !isOne { broadcast(.entriesArrived, in: session) }
  }

  /// Handles the end of the connection.
  @inline(never)
  mutating func streamEnded(_ result: Result<Response, RequestFailure>) {
    guard live.request != nil, let session = live.session else { return }
    (live.session, live.request, live.isOpen, live.isCaughtUp) = (nil, nil, false, false)
    if case .success(let response) = result {
      switch response.status {
      case 401: return notAllowed(session, response.address)
      case 400, 403...406, 501: return hasNoStreams(session)
      default: break
      }
    }
    tryAgain()
  }

  /// Notes that a session's server has no streams now. It may get some with an update, or lack them because of
  /// a proxy that is being changed.
  private mutating func hasNoStreams(_ session: String) {
    live.refused.append((session, now))
    if live.moved?.session == session { live.moved = nil }
  }

  /// Handles a response that asks for a token.
  ///
  /// Mastodon's servers may have a server of its own for streams, and redirect to it. Browsers send no token
  /// along to another one, so the app asks that server itself. If it refuses the token, too, the session's own
  /// server decides what the token is worth: the app polls.
  private mutating func notAllowed(_ session: String, _ address: String) {
    guard let own = sessions.session(session)?.origin.address else { return }
    if let moved = live.moved, moved.session == session { return hasNoStreams(session) }
    if address.isEmpty { return refused(session) }
    guard let server = Self.streamServer(address), server.isSecure || !own.isSecure else {
      return hasNoStreams(session)
    }
    if server.origin == own.origin { return refused(session) }
    live.moved = (session, server)
    connect()
  }

  /// Returns the server of a stream's address; `nil` if it has another path.
  private static func streamServer(_ address: String) -> ServerAddress? {
    let (bytes, path) = (Array(address.utf8), Array(streamPath.utf8))
    guard bytes.count > path.count, bytes.suffix(path.count).elementsEqual(path) else { return nil }
    return ServerAddress(String(decoding: bytes.dropLast(path.count), as: UTF8.self))
  }

  /// Connects again after a pause that grows, and differs between devices: a server that was restarted isn't
  /// asked by all at once.
  private mutating func tryAgain() {
    let longest = min(LiveConnection.longestPause, LiveConnection.shortestPause << min(live.attempts, 6))
    live.attempts += 1
    connectLater(Int(longest / 2 + longest * Int64(randomness.next().first ?? 0) / 512))
  }

  /// Begins a new connection in place of one on which nothing has come for long. Another one that is open
  /// counts as standing; one that ends as soon as it opens isn't retried each second. A server that had no
  /// streams is asked again each hour.
  mutating func renewSilentConnection() {
    guard live.session != nil else {
      if let key = sessions.currentKey, live.refused.contains(where: { $0.session == key }),
        !isRefused(key, for: LiveConnection.longestRefusal)
      {
        connect()
      }
      return
    }
    guard now.milliseconds - live.heardAt.milliseconds > LiveConnection.longestSilence else {
      if live.isOpen { live.attempts = 0 }
      return
    }
    disconnect()
    live.attempts = 1
    connect()
  }

  /// Loads what the connection has missed.
  mutating func catchUp() {
    live.isCaughtUp = true
    unreadAskedAt = nil
    askUnread()
    if let top = stack.last { send(.returned, to: top) }
    if let list = splitViewList { send(.returned, to: list) }
  }

  /// Counts a notification in a moment, together with others.
  private mutating func countLater() {
    if live.uncounted.count == 0 {
      live.uncounted.askedAt = isAskingUnread ? nil : unreadAskedAt
      startCount(after: LiveConnection.countPause)
    }
    live.uncounted.count += 1
  }

  /// Counts, and tells screen readers, after this time in milliseconds.
  mutating func startCount(after pause: Int) {
    forget(.countIsDue)
    startTimer(pause, .countIsDue)
  }

  /// Tells screen readers how much has come by itself, politely and not more often than each ten seconds.
  private mutating func announce() {
    let (posts, notifications) = live.untold
    guard posts + notifications > 0 else { return }
    let quiet = now.milliseconds - live.toldAt.milliseconds
    if 0..<LiveConnection.quietTime ~= quiet {
      return startCount(after: Int(LiveConnection.quietTime - quiet))
    }
    (live.untold, live.toldAt) = ((0, 0), now)
    let strings = environment.strings
    var words = notifications > 0 ? strings[.newNotifications, notifications] : ""
    if posts > 0 { words += (words.isEmpty ? "" : "\n") + strings[.newPosts, posts] }
    commands.append(.announce(words))
  }

  /// Counts the notifications of the last moment. A number that was requested meanwhile may contain them, so
  /// it is requested again.
  @inline(never)
  mutating func count() {
    askLikers()
    announce()
    let (count, askedAt) = live.uncounted
    if count == 0 { return }
    if isAskingUnread { return startCount(after: LiveConnection.countPause) }
    live.uncounted.count = 0
    if let unread, askedAt == unreadAskedAt {
      show(unread: unread + count)
      // The next tick compares.
      live.isCaughtUp = false
    } else {
      unreadAskedAt = nil
      askUnread()
    }
  }

  private var isAskingUnread: Bool {
    waiting.values.contains { waiter in
      if case .unread(_, let question, let time) = waiter {
        question != .elsewhere && time == unreadAskedAt
      } else {
        false
      }
    }
  }

  /// True if the connection brings what the screen would ask for.
  func isLive(_ screen: AnyScreenHost) -> Bool {
    live.isLive && live.session == screen.session && screen.tab != nil && screen.tab != .moments
  }

  private mutating func happened(_ event: EventStream.Event, in session: String) {
    guard let origin = sessions.session(session)?.origin else { return }
    let decoder = MastodonDecoder(origin: origin, context: .notifications)
    switch event.name {
    case "update":
      guard var item = MastodonDecoder(origin: origin).timeline(event.list)?.first else { return }
      item.entry.post = store(of: session).withKnownInteractions(item.entry.post)
      if (item.entry.reposter?.id ?? item.entry.post.author.id) != sessions.session(session)?.me.id {
        if live.untold.posts == 0 { startCount(after: LiveConnection.countPause) }
        live.untold.posts += 1
      }
      let newest = homeOutOfSight?.newestID
      broadcast(.entryArrived(item, at: now), in: session)
      if let arrived = homeOutOfSight?.newestID, arrived != newest { newsID = arrived }
    case "status.counts":
      if let counts = PostCounts(body: event.data) {
        let sending = interactionQueue.sent(counts.id, in: session, leads: leads)
        broadcast(.countsArrived(counts, sending: sending, at: now), in: session)
        askLikersLater(of: counts)
      }
    case "status.update":
      if let post = MastodonDecoder(origin: origin).status(body: event.data) {
        let store = store(of: session)
        store.receive(changed: store.withKnownInteractions(post), asked: now)
      }
    case "delete":
      let id = String(decoding: event.data, as: UTF8.self)
      if event.data.count <= 64 {
        broadcast(.postRemoved(id: id), in: session)
        forget(.post(id: id), in: session)
      }
    case "notification":
      guard var notification = decoder.notifications(event.list)?.items.first else { return }
      if let post = notification.post { notification.post = store(of: session).withKnownInteractions(post) }
      countLater()
      live.untold.notifications += 1
      switch notification.kind {
      case .follow: store(of: session).receive(followOf: notification.actor.id, isRequest: false)
      case .followRequest: store(of: session).receive(followOf: notification.actor.id, isRequest: true)
      default: break
      }
      broadcast(.notificationArrived(notification, source: event.data, at: now), in: session)
    case "announcement", "announcement.delete", "notifications_merged":
      unreadAskedAt = nil
      askUnread()
    case "filters_changed": catchUp()
    default: return
    }
  }
}

extension EventStream.Event {
  /// The data as a list of one.
  fileprivate var list: [UInt8] { [UInt8(ascii: "[")] + data + [UInt8(ascii: "]")] }
}
