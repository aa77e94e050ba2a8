import Contracts
import Social

/// What is asked of a server to know how much is unread.
enum UnreadQuestion: Equatable, Sendable {
  /// The number itself (Mastodon 4.3 and later).
  case count
  /// Else how far the reader has read …
  case marker
  /// … and what came after it.
  case after
  /// The number, in an account that is not in front.
  case elsewhere
}

/// How many notifications the person in front has not seen: on the tab bar, in the window's title and on the icon of the
/// installed app. The server's marker decides, so that it is right on every device. It is asked for while the page is
/// visible, and no more often than this.
extension App {
  /// In milliseconds; the clock tells the time every 30 s.
  static let unreadPause: Int64 = 20_000

  mutating func askUnread() {
    guard let session = sessions.current, !session.isRefused, !isPaused(session) else { return }
    if let asked = unreadAskedAt, now.milliseconds - asked.milliseconds < Self.unreadPause { return }
    unreadAskedAt = now
    // Where no marker can be set the server's number would never fall.
    if memory[memoryPrefix(of: session.key) + Self.markersFailKey] != nil {
      ask(.after, NotificationRequests.list(after: readHere(session.key) ?? "0"), of: session.key)
    } else {
      ask(.count, NotificationRequests.unreadCount(), of: session.key)
    }
    askNews(in: session.key)
  }

  private mutating func ask(_ question: UnreadQuestion, _ request: APIRequest, of session: String) {
    write(request, in: session, .unread(session, question, at: unreadAskedAt ?? now))
  }

  mutating func received(
    _ question: UnreadQuestion, of session: String, _ result: Result<Response, RequestFailure>, asked time: Timestamp
  ) {
    guard case .success(let response) = result, let origin = sessions.session(session)?.origin else { return }
    if response.status == 401 { return refused(session) }
    let decoder = MastodonDecoder(origin: origin, context: .notifications)
    if question == .elsewhere {
      if response.isSuccess { show(unread: decoder.unreadCount(response.body), elsewhere: session) }
      return
    }
    guard session == sessions.currentKey, time == unreadAskedAt else { return }
    switch question {
    case .elsewhere: break
    case .count:
      if response.isSuccess {
        show(unread: decoder.unreadCount(response.body))
      } else if response.status == 404 {
        ask(.marker, NotificationRequests.marker(), of: session)
      }
    case .marker:
      let (marker, here) = (response.isSuccess ? decoder.marker(response.body) ?? "0" : "0", readHere(session) ?? "0")
      ask(.after, NotificationRequests.list(after: EntryList.isNewer(here, than: marker) ? here : marker), of: session)
    case .after:
      if response.isSuccess { show(unread: decoder.notifications(response.body)?.items.count ?? 0) }
    }
  }

  /// Under which the device keeps the id of the newest notification that was seen on it.
  static let readKey = "read notifications"
  /// Under which the device keeps that the server takes no markers.
  private static let markersFailKey = "no markers"

  private func readHere(_ session: String) -> String? { memory[memoryPrefix(of: session) + Self.readKey] }

  /// A server without markers, or whose markers fail, is no longer asked how much is unread: the device knows.
  mutating func received(markerIn session: String, _ result: Result<Response, RequestFailure>) {
    guard sessions.session(session) != nil, case .success(let response) = result else { return }
    if response.status == 401 { return refused(session) }
    if response.status == 429 { return }
    remember(memoryPrefix(of: session) + Self.markersFailKey, response.isSuccess ? nil : "")
  }

  /// How much is unread in an account that is offered.
  mutating func askUnread(in session: String) {
    ask(.elsewhere, NotificationRequests.unreadCount(), of: session)
  }

  private mutating func show(unread count: Int, elsewhere session: String) {
    reader.elsewhere.removeAll { $0.session == session }
    reader.elsewhere.append(UnreadElsewhere(session: session, count: count))
    for screen in stack where isSheet(screen.id) { screen.isStale = true }
  }

  /// The marker goes on to what shows; on a screen that is covered nothing was seen.
  mutating func read(_ id: String, on screen: RunningScreen) {
    guard screen === stack.last || screen === listBeside, let session = screen.session else { return }
    if EntryList.isNewer(id, than: readHere(session) ?? "") { remember(memoryPrefix(of: session) + Self.readKey, id) }
    write(NotificationRequests.read(id), in: session, .markerSet(session))
    // What is being answered doesn't know of it.
    unreadAskedAt = now.advanced(byMilliseconds: 1)
    show(unread: 0)
  }

  /// Nothing is known yet of whoever comes next.
  mutating func forgetUnread() {
    if unread != nil { show(unread: 0) }
    (unread, unreadAskedAt) = (nil, nil)
    hasNewer = false
  }

  // The dot on the tab of the home timeline.

  /// It shows: alone, or beside what was opened from it.
  private var showsHome: Bool { stack.last?.tab == .home || listBeside?.tab == .home }

  /// The home timeline, if it is open and doesn't show: while it does, it asks for itself.
  private var homeOutOfSight: Timeline.State? {
    showsHome ? nil : (stack.first { $0.tab == .home } as? Running<Timeline>)?.state
  }

  private mutating func askNews(in session: String) {
    guard !hasNewer, let newest = homeOutOfSight?.list.items.first?.entry.id else { return }
    write(MastodonRequests.home(after: newest), in: session, .news(session, after: newest))
  }

  mutating func received(newsAfter newest: String, of session: String, _ result: Result<Response, RequestFailure>) {
    guard session == sessions.currentKey, var list = homeOutOfSight?.list, newest == list.items.first?.entry.id,
      case .success(let response) = result, response.isSuccess, let origin = sessions.current?.origin,
      let page = MastodonDecoder(origin: origin, context: .home).timeline(response.body), list.merge(page) > 0
    else { return }
    hasNewer = true
    showNews()
  }

  /// Goes by what the home timeline remembers of what waits there to be seen, and by what the server said meanwhile.
  mutating func showNews() {
    if showsHome { hasNewer = false }
    let hasNews = hasNewer || memory[memoryPrefix(of: sessions.currentKey) + Timeline.State.newKey] != nil
    guard reader.hasNews != hasNews else { return }
    reader.hasNews = hasNews
    redrawTabs()
  }

  mutating func redrawTabs() {
    for screen in stack {
      screen.isSearching = isSearching
      commands += screen.redrawTabs(reader).map { .patch(screen.id, $0) }
    }
  }

  private mutating func show(unread count: Int) {
    guard unread != count else { return }
    unread = count
    commands.append(.badge(count))
    guard reader.unread != count else { return }
    reader.unread = count
    redrawTabs()
    if let top = stack.last { entitle(top) }
  }

  /// The window is called as the screen, with the number before it.
  mutating func entitle(_ screen: RunningScreen) {
    commands.append(
      .title(reader.unread > 0 ? "(" + TabBar.count(reader.unread) + ") " + screen.title : screen.title))
  }
}
