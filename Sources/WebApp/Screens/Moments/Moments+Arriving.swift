import Contracts
import Localization
import Markup
import Social

/// Posts of others that arrive while the page shows, and the announcement of comments and likes.
extension Moments {
  // The numbers of another's posts are not all at the viewer's home.
  static func authors(_ state: State) -> ShownAuthors {
    state.username == state.viewer?.account.username ? .home : .anybody
  }
  static func hasFailed(_ state: State) -> Bool { state.failure != nil }

  /// - Parameter isAtHome: true for a post of the viewer's home, as their own page has those posts, too.
  static func arrived(_ state: inout State, _ post: Post, isAtHome: Bool) {
    guard state.viewer != nil else { return }
    expectLateResponse(&state)
    let author = post.author.account
    // The store has comments. The viewer's own post may be one that still shows as on its way.
    guard post.replyTo == nil, state.profile?.username == author.username || isAtHome && state.isOwnPage,
      post.visibility != .direct, state.isComplete, state.writing.posts.isEmpty || !state.isOwn(author)
    else { return }
    insert(&state, MomentsPost(post))
  }

  /// Inserts a new post on top. Each response knows more of it.
  static func insert(_ state: inout State, _ post: MomentsPost) {
    if state.records.contains(where: { $0.post.id == post.id }) { return }
    state.records.insert(
      state.writing.store.receive(post, asked: Timestamp(milliseconds: 0)), at: 0)
    // All that shows goes on showing.
    state.shownCount += 1
  }

  /// Notes that a response on its way may lack what arrives now.
  static func expectLateResponse(_ state: inout State) {
    if state.loading != .no { state.isOutdated = true }
  }

  static func arrived(_ state: inout State, _ notification: Notification) {
    state.writing.notifiedCount += 1
    guard let post = notification.post else { return }
    expectLateResponse(&state)
    if state.isRoot { add(&state, notification) }
    if notification.kind == .mention { arrived(&state, post, isAtHome: false) }
  }

  /// Applies which notifications are unread; the server may return fewer than there are.
  @inline(never)
  static func told(_ state: inout State, _ unread: [Notification], of count: Int) {
    guard state.isRoot else { return }
    if count == 0 { state.writing.messages = [] }
    state.writing.notifiedCount = count == 0 ? 0 : max(count, state.writing.notifiedCount)
    for notification in unread { add(&state, notification) }
  }

  /// Adds a comment or like at its place. It may be known from the stream already.
  private static func add(_ state: inout State, _ notification: Notification) {
    let (id, kind) = (notification.id, notification.kind)
    guard notification.post != nil, kind == .mention || kind == .favourite,
      !state.writing.messages.contains(where: { $0.id == id })
    else { return }
    let place = state.writing.messages.firstIndex { EntryList.isNewer($0.id, than: id) }
    state.writing.messages.insert(
      Message(id: id, writer: notification.actor.account), at: place ?? state.writing.messages.endIndex)
  }

  /// Returns the pill with the number of messages, the newest writer's picture, and the way to their list. The
  /// number is at most that of all unread notifications: some messages were read there.
  @inline(never)
  static func messages(_ state: State, unread: Int) -> [Cell] {
    let count = min(state.writing.messages.count, unread)
    guard count > 0, let writer = state.writing.messages.last?.writer else { return [] }
    return [.messages(count, writer)]
  }
}

extension Moments.Cell {
  @inline(never)
  static func messages(_ count: Int, _ writer: Account, _ strings: Strings) -> HTML {
    HTML { html in
      html.element(
        "a", .class("pill messages"), .href(Tab.notifications.link), .data("data-key", "pill"),
        .tap(Moments.Tap.messages)
      ) { html in
        html.avatar(of: writer, shownSize: "31px")
        html.element("span", text: strings[.newMessages, count])
      }
    }
  }
}
