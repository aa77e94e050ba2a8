import Contracts
import Localization
import Markup
import Social

/// Posts, comments and likes of others that arrive while the page shows.
extension Moments {
  static func arrived(_ state: inout State, _ post: Post) {
    guard state.viewer != nil else { return }
    expectLateResponse(&state)
    if let answered = post.replyTo?.id {
      let comment = Comment(
        id: post.id, sender: post.author.account, text: post.content.plainText,
        picture: post.attachments.first { $0.isPicture }?.picture, createdAt: post.createdAt)
      put(&state, comment, under: answered)
    } else if state.profile?.username == post.author.account.username, post.visibility != .direct,
      state.isComplete, state.writing.posts.isEmpty, !state.posts.contains(where: { $0.id == post.id })
    {
      state.posts.insert(MomentsPost(post), at: 0)
    }
  }

  /// Notes that a response on its way may lack what arrives now.
  private static func expectLateResponse(_ state: inout State) {
    if state.loading != .no { state.isOutdated = true }
  }

  static func arrived(_ state: inout State, _ notification: Notification) {
    guard let post = notification.post else { return }
    expectLateResponse(&state)
    if state.isRoot, notification.kind == .mention || notification.kind == .favourite {
      state.writing.messages.append(notification.actor.account)
    }
    switch notification.kind {
    case .mention: arrived(&state, post)
    case .favourite:
      for index in state.posts.indices where state.posts[index].id == post.id {
        state.posts[index].setLike(of: notification.actor.account, true)
      }
    default: return
    }
  }

  /// Returns the pill with the number of messages, the newest writer's picture, and the way to their list. The
  /// number is at most that of all unread notifications: some messages were read there.
  @inline(never)
  static func messages(_ state: State, unread: Int) -> [Cell] {
    let count = min(state.writing.messages.count, unread)
    guard count > 0, let writer = state.writing.messages.last else { return [] }
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

extension MomentsPost {
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, sender: post.author.account, text: post.content.plainText, warning: post.warning,
      isSensitive: post.isSensitive, pictures: post.attachments.filter { $0.isPicture }.map { $0.picture },
      createdAt: post.createdAt, location: post.location, editedAt: post.editedAt)
  }
}
