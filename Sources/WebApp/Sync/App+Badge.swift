import Contracts
import Social

/// The steps of asking a server how much is unread.
enum UnreadRequest: Equatable, Sendable {
  /// Asks for the number itself (Mastodon 4.3 and later).
  case count
  /// Asks how far the viewer has read, if the server has no such number …
  case marker
  /// … and then for the notifications after that.
  case after
  /// Asks for the number of an account that isn't in front.
  case elsewhere
}

/// The number of notifications that the viewer in front has not seen: on the tab bar, in the window's title
/// and on the icon of the installed app. The server's marker decides, so the number is right on every device.
/// The app asks only while the page is visible, and at most once per `unreadPause`.
extension App {
  /// Milliseconds; the clock event fires every 30 s.
  static let unreadPause: Int64 = 20_000
  /// The length in bytes of a response with the unread number alone, at most.
  private static let longestCount = 24

  mutating func askUnread() {
    guard let session = sessions.current, !session.isRefused, !isPaused(session) else { return }
    if let asked = unreadAskedAt, now.milliseconds - asked.milliseconds < Self.unreadPause { return }
    unreadAskedAt = now
    // The server's own number never falls if no marker can be set.
    if memory[memoryPrefix(of: session.key) + Self.markersFailKey] != nil {
      ask(.after, NotificationRequests.list(after: readHere(session.key) ?? "0"), of: session.key)
    } else {
      ask(.count, NotificationRequests.unreadCount(), of: session.key)
    }
    askNews(in: session.key)
  }

  private mutating func ask(_ question: UnreadRequest, _ request: APIRequest, of session: String) {
    write(request, in: session, .unread(session, question, at: unreadAskedAt ?? now))
  }

  mutating func received(
    _ question: UnreadRequest, of session: String, _ result: Result<Response, RequestFailure>,
    asked time: Timestamp
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
        // Our own server adds the announcement that the viewer has not dismissed.
        if environment.announcement != nil || response.body.count > Self.longestCount {
          receivedAnnouncement(response.body, of: session)
        }
      } else if response.status == 404 {
        ask(.marker, NotificationRequests.marker(), of: session)
      }
    case .marker:
      let (marker, here) = (
        response.isSuccess ? decoder.marker(response.body) ?? "0" : "0", readHere(session) ?? "0"
      )
      ask(
        .after, NotificationRequests.list(after: EntryList.isNewer(here, than: marker) ? here : marker),
        of: session)
    case .after:
      if response.isSuccess { show(unread: decoder.notifications(response.body)?.items.count ?? 0) }
    }
    if live.isReady { askMessages() }
  }

  /// The key under which the device stores the id of the newest notification that was seen on it.
  static let readKey = "read notifications"
  /// The key under which the device stores that the server takes no markers.
  private static let markersFailKey = "no markers"

  private func readHere(_ session: String) -> String? { memory[memoryPrefix(of: session) + Self.readKey] }

  /// Notes if the server has stored the marker. If it has no markers, or they fail, the app no longer asks
  /// for the unread number, and counts the notifications after the last one seen on this device.
  mutating func received(markerIn session: String, _ result: Result<Response, RequestFailure>) {
    guard sessions.session(session) != nil, case .success(let response) = result else { return }
    if response.status == 401 { return refused(session) }
    if response.status == 429 { return }
    remember(memoryPrefix(of: session) + Self.markersFailKey, response.isSuccess ? nil : "")
  }

  /// Asks how much is unread in an account of the account switcher.
  mutating func askUnread(in session: String) {
    ask(.elsewhere, NotificationRequests.unreadCount(), of: session)
  }

  private mutating func show(unread count: Int, elsewhere session: String) {
    environment.elsewhere.removeAll { $0.session == session }
    environment.elsewhere.append(UnreadElsewhere(session: session, count: count))
    share(unread: count, of: session)
    for screen in stack where isSheet(screen.id) { screen.isStale = true }
  }

  /// Moves the marker forward to what shows. A covered screen has shown nothing to the viewer.
  mutating func read(_ id: String, on screen: AnyScreenHost) {
    guard screen === stack.last || screen === splitViewList, let session = screen.session else { return }
    if EntryList.isNewer(id, than: readHere(session) ?? "") {
      remember(memoryPrefix(of: session) + Self.readKey, id)
    }
    write(NotificationRequests.read(id), in: session, .markerSet(session))
    // A response that is on its way doesn't know the new marker.
    unreadAskedAt = now.advanced(byMilliseconds: 1)
    live.uncounted.count = 0
    show(unread: 0)
  }

  /// Applies that another tab has seen the notifications. Streams don't say so, and without polling the old
  /// number would stay. One may have come since, so the next tick compares.
  @inline(never)
  mutating func readElsewhere(in session: String) {
    guard session == sessions.currentKey, let unread, unread > 0 else { return }
    // A response that is on its way doesn't know the new marker.
    unreadAskedAt = nil
    live.isCaughtUp = false
    show(unread: 0)
  }

  /// Resets the unread number while no screen shows: nothing is known yet about the account that comes to the
  /// front. With notifications, its share of the icon's number stays until then.
  mutating func resetUnread() {
    if unread != nil, memory[memoryPrefix(of: sessions.currentKey) + StoredPush.memoryKey] == nil {
      commands.append(.badge(0))
    }
    (unread, unreadAskedAt, newsID) = (nil, nil, nil)
    environment.unread = 0
  }

  // The dot on the tab of the home timeline.

  private var home: Timeline.State? { (stack.first { $0.tab == .home } as? ScreenHost<Timeline>)?.state }

  /// The home timeline shows: alone, or beside a post that was opened from it.
  var showsHome: Bool { stack.last?.tab == .home || splitViewList?.tab == .home }

  /// The home timeline if it is open and doesn't show. While it shows, it asks for newer posts itself.
  var homeOutOfSight: Timeline.State? { showsHome ? nil : home }

  /// True if the tab has the dot: posts wait above what home shows, here or in another tab of the browser, or
  /// the server has said since that there are some. While home shows, only its own count.
  var hasNews: Bool {
    let areWaiting = memory[memoryPrefix(of: sessions.currentKey) + Memory.newPostsKey] != nil
    guard showsHome else { return areWaiting || newsID != nil }
    return areWaiting && (home?.rememberedNewCount ?? 0) > 0
  }

  private mutating func askNews(in session: String) {
    guard newsID == nil, let newest = homeOutOfSight?.list.items.first?.id else { return }
    write(MastodonRequests.home(after: newest), in: session, .news(session, after: newest, at: now))
  }

  mutating func received(
    newsAfter newest: String, of session: String, _ result: Result<Response, RequestFailure>,
    asked time: Timestamp
  ) {
    guard session == sessions.currentKey, let home = homeOutOfSight, newest == home.list.items.first?.id,
      case .success(let response) = result, response.isSuccess,
      let page = home.postsState.decoder.timeline(response.body)
    else { return }
    var list = home.list
    guard list.merge(home.postsState.receive(page, asked: time)) > 0 else { return }
    newsID = list.items.first?.id
  }

  /// Applies that another tab of the browser has seen what is new in home, or has something new there. Other
  /// stored texts are ignored.
  @inline(never)
  mutating func homeChangedElsewhere(_ name: String, _ text: String?, in session: String) {
    guard session == sessions.currentKey else { return }
    if name == Memory.newPostsKey {
      if text == nil { newsID = nil }
    } else if name == Timeline.State.positionKey(.home) {
      // At its top a timeline stores nothing but the position.
      guard let newest = newsID ?? home?.newestID, let read = text.flatMap({ ReadingPosition($0) })?.id,
        !EntryList.isNewer(newest, than: read)
      else { return }
      newsID = nil
      let key = memoryPrefix(of: session) + Memory.newPostsKey
      if memory[key] != nil { remember(key, nil) }
    }
  }

  /// Forgets what another tab of the browser left to be seen: home shows it here. That tab may be gone, and
  /// the dot would come back.
  @inline(never)
  mutating func sawHome() {
    guard let home, home.newCount == 0, home.rememberedNewCount == 0 else { return }
    remember(memoryPrefix(of: sessions.currentKey) + Memory.newPostsKey, nil)
  }

  mutating func redrawTabs() {
    for screen in stack {
      screen.isSearching = isSearching
      commands += screen.redrawTabs(environment).map { .patch(screen.id, $0) }
    }
  }

  mutating func show(unread count: Int) {
    guard unread != count else { return }
    if count == 0, unread ?? 0 > 0 { allWereRead() }
    unread = count
    if memory[memoryPrefix(of: sessions.currentKey) + StoredPush.memoryKey] == nil {
      commands.append(.badge(count))
    } else {
      share(unread: count, of: sessions.currentKey)
    }
    guard environment.unread != count else { return }
    environment.unread = count
    for screen in stack where screen.tab == .moments { screen.isStale = true }
    redrawTabs()
    if let top = stack.last { showTitle(top) }
  }

  @inline(never)
  private mutating func allWereRead() { broadcast(.notificationsRead, in: sessions.currentKey) }

  /// Sets the window's title to the screen's title, with the unread number before it.
  mutating func showTitle(_ screen: AnyScreenHost) {
    commands.append(
      .title(
        environment.unread > 0 ? "(" + TabBar.count(environment.unread) + ") " + screen.title : screen.title))
  }
}
