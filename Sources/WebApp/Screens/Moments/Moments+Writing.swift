import Contracts
import Social

extension Moments {
  /// The viewer's own changes, applied over the server's responses. They show at once, and are rolled back if
  /// the server refuses.
  struct Writing: Equatable, Sendable {
    var menu: ActionMenu?
    var store = EntityStore()
    var commenting: Commenting?
    /// Comments on their way, oldest first.
    var waiting: [WaitingComment] = []
    /// Posts on their way, oldest first.
    var posts: [OutboxItem] = []
    /// The comments and likes that the viewer was notified of and hasn't seen, oldest first.
    var messages: [Message] = []
    /// The number of notifications that this page knows of, of all kinds.
    var notifiedCount = 0
    /// The viewer's post or comment whose deletion has to be confirmed.
    var asked: Post?

    /// Takes a comment out of those on their way.
    @discardableResult
    mutating func removeComment(_ id: String) -> WaitingComment? {
      waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
    }
  }

  /// A comment or like that the viewer was notified of.
  struct Message: Equatable, Sendable {
    /// The notification's id.
    let id: String
    let writer: Account
  }

  /// Like and Comment beside the `··` of a post.
  struct ActionMenu: Equatable, Sendable {
    let key: String
    var isLeaving = false
  }

  /// The post or comment that the comment bar answers. One reference, because every copy of the page's state
  /// copies it.
  struct Commenting: Equatable, Sendable {
    private struct Parts: Equatable, Sendable {
      let key: String
      let answered: String
      let receiver: Account?
      let draft: String
      var text: String
      var caret: Int?
      var picture: DraftPicture?
      var completions: Completions?
      var emojis: EmojiPanel?
    }

    @Shared private var parts: Parts

    /// The key of the post.
    var key: String { parts.key }
    /// The id of the post or comment that is answered.
    var answered: String { parts.answered }
    /// The comment's author; `nil` if the post is answered.
    var receiver: Account? { parts.receiver }
    /// The field's text when it opened.
    var draft: String { parts.draft }
    /// The field's text now.
    var text: String {
      get { parts.text }
      set { parts.text = newValue }
    }
    /// The caret's position, in UTF-16 code units as browsers count; `nil` at the end.
    var caret: Int? {
      get { parts.caret }
      set { parts.caret = newValue }
    }
    var picture: DraftPicture? {
      get { parts.picture }
      set { parts.picture = newValue }
    }
    var completions: Completions? {
      get { parts.completions }
      set { parts.completions = newValue }
    }
    /// The open emoji panel.
    var emojis: EmojiPanel? {
      get { parts.emojis }
      set { parts.emojis = newValue }
    }

    init(key: String, answered: String, receiver: Account?, draft: String, picture: DraftPicture?) {
      parts = Parts(
        key: key, answered: answered, receiver: receiver, draft: draft, text: draft, picture: picture)
    }
  }

  struct WaitingComment: Equatable, Sendable {
    /// The id of the item in the outbox.
    let id: String
    let answered: String
    let text: String
    let picture: Picture?
  }
}

/// The `··` menu, and its like.
extension Moments {
  /// The time that the style sheet takes to slide Like and Comment in again.
  static let menuMilliseconds = 250

  static func toggleMenu(_ state: inout State, _ key: String) -> [Effect] {
    if let menu = state.writing.menu, menu.key == key, !menu.isLeaving { return closeMenu(&state) }
    guard state.offersActions, state.post(key)?.id != nil else { return [] }
    state.writing.menu = ActionMenu(key: key)
    return []
  }

  static func closeMenu(_ state: inout State) -> [Effect] {
    guard let menu = state.writing.menu, !menu.isLeaving else { return [] }
    state.writing.menu?.isLeaving = true
    return [.after(milliseconds: menuMilliseconds, .menuLeft(key: menu.key))]
  }

  static func toggleLike(_ state: inout State, _ key: String) -> [Effect] {
    let effects = closeMenu(&state)
    guard let post = state.post(key), let id = post.id else { return effects }
    guard state.viewer != nil else { return effects + [.open(.landingPage(DeferredAction(.like, id)))] }
    return effects + [.perform(.post(.favourite), id: id, !state.isLiked(post))]
  }
}

/// The comment bar, and comments on their way.
extension Moments {
  /// Opens the comment bar. `comment` is the id of the comment that is answered; `nil` if the post is.
  static func startComment(_ state: inout State, _ key: String, answering comment: String?) -> [Effect] {
    let effects = closeMenu(&state)
    guard let post = state.post(key), let id = post.id, state.offersActions else { return effects }
    let answered = comment.flatMap { id in post.comments.first { $0.id == id } }
    guard state.viewer != nil else {
      return effects + [.open(.landingPage(DeferredAction(.reply, answered?.id ?? id)))]
    }
    if let answered, state.isOwn(answered.sender) {
      askDeletion(&state, answered.id, answered.text, answered.createdAt)
      return effects
    }
    guard comment == nil || answered != nil else { return effects }
    let answeredID = answered?.id ?? id
    let draft = state.commentDrafts[commentKey(answeredID)] ?? ""
    state.writing.commenting = Commenting(
      key: key, answered: answeredID, receiver: answered?.sender, draft: draft,
      picture: storedPicture(state, answering: answeredID))
    guard let picture = state.writing.commenting?.picture else { return effects }
    return effects + [.pictures(.send(picture))]
  }

  static func commentKey(_ answered: String) -> String { "comment " + answered }

  static func storeDraft(_ state: inout State, _ answered: String, _ text: String?) -> Effect {
    let key = commentKey(answered)
    state.commentDrafts[key] = text
    return .remember(key: key, text)
  }

  static func sendComment(_ state: inout State) -> [Effect] {
    guard let commenting = state.writing.commenting, commenting.canSend, let post = state.post(commenting.key)
    else {
      return []
    }
    state.writing.commenting = nil
    let answered = post.comments.first { $0.id == commenting.answered }
    let sender = answered?.sender ?? post.sender
    // The server decides the audience: everyone who may see the post.
    var draft = Draft(
      text: commenting.text, visibility: nil,
      replyTo: Draft.Quoted(
        id: commenting.answered, nick: sender.nick, handle: sender.username, text: answered?.text ?? post.text
      ),
      isComment: true)
    var effects = [storeDraft(&state, commenting.answered, nil)]
    if let picture = commenting.picture {
      draft.pictures = [picture]
      effects.append(storeDraft(&state, nil, answering: commenting.answered))
    }
    return effects + [.post(draft)]
  }

  /// Applies a change that another screen, or the app, made.
  static func apply(_ state: inout State, _ change: Change) -> [Effect] {
    switch change {
    case .itemWaiting(let item): waits(&state, item)
    case .itemCancelled(let id):
      state.writing.removeComment(id)
      state.writing.posts.remove(id)
    case .itemSent(let item, let post, _, let time): return sent(&state, item, post, time)
    case .memberActed(let change):
      if let me = state.viewer?.account { state.writing.store.confirm(change, by: me) }
    case .profileChanged(let profile, _): changed(&state, profile)
    case .entryArrived(let item, _):
      if item.entry.reposter == nil { arrived(&state, item.entry.post, isAtHome: true) }
    case .notificationArrived(let notification, _, _): arrived(&state, notification)
    case .messagesArrived(let notifications, let count): told(&state, notifications, of: count)
    case .notificationsRead: told(&state, [], of: 0)
    case .likersArrived: expectLateResponse(&state)
    default: break
    }
    return []
  }

  /// Applies a new name or picture of the viewer. The store has that of posts and comments.
  @inline(never)
  private static func changed(_ state: inout State, _ profile: Profile) {
    guard profile.id == state.viewer?.id else { return }
    state.viewer = profile
    let account = profile.account
    guard let shown = state.profile, shown.username == account.username else { return }
    state.profile = account
    state.profile?.cover = account.cover?.wholeCover(shown: shown.cover)
  }

  static func waits(_ state: inout State, _ item: OutboxItem) {
    guard item.isNewPost, let draft = item.draft else { return }
    guard let answered = draft.replyTo?.id else {
      // Direct posts appear on no Moments page.
      if draft.visibility != .direct { state.writing.posts.update(item) }
      return
    }
    if case .failed = item.state {
      state.writing.removeComment(item.id)
    } else if !state.writing.waiting.contains(where: { $0.id == item.id }) {
      state.writing.waiting.append(
        WaitingComment(
          id: item.id, answered: answered, text: draft.text, picture: draft.pictures.first?.picture))
    }
  }

  @inline(never)
  private static func sent(
    _ state: inout State, _ item: OutboxItem, _ post: Post?, _ time: Timestamp
  ) -> [Effect] {
    guard let me = state.viewer?.account, item.draft != nil else { return [] }
    guard state.writing.removeComment(item.id) != nil else {
      // A new post of the viewer belongs on top of their own page, and a changed one replaces the old. A
      // response on its way may lack it.
      guard state.isOwnPage else { return [] }
      let isShown = state.writing.posts.contains { $0.id == item.id }
      state.writing.posts.remove(item.id)
      if let post, isShown { insert(&state, MomentsPost(item, of: me, as: post, at: time)) }
      let isLate = state.loading != .no
      state.decoding = nil
      return (isLate ? [.cancel(Request.posts)] : []) + reduce(&state, .hydrated)
    }
    if post != nil { return [] }
    // The store has the comment, unless the response was unreadable.
    state.isOutdated = true
    return reloadOutdated(&state)
  }

  // Deleting the viewer's own posts and comments.

  static func askDeletion(_ state: inout State, ofPost key: String) {
    guard let post = state.post(key), state.isOwn(post.sender) else { return }
    askDeletion(&state, post.id, post.text, post.createdAt)
  }

  private static func askDeletion(
    _ state: inout State, _ id: String?, _ text: String, _ time: Timestamp?
  ) {
    guard let me = state.viewer, let id else { return }
    state.writing.asked = Post(id: id, author: me, content: .text(text), createdAt: time)
  }

  static func deleteAsked(_ state: inout State) -> [Effect] {
    guard let asked = state.writing.asked else { return [] }
    state.writing.asked = nil
    return [.delete(asked)]
  }
}

extension Moments.State {
  /// Returns the page for the viewer: with their permissions, their drafts, and their comments on the way.
  func seen(by context: ScreenContext) -> Moments.State {
    var state = self
    state.isMember = context.isMember
    guard let session = context.session, session.origin == origin else { return state }
    state.viewer = session.me
    state.session = session.key
    state.commentDrafts = context.memory
    state.writing.store = context.store
    var posts: [MomentsPost] = []
    for stored in records { posts.append(stored.post) }
    state.records = context.store.receive(posts, asked: Timestamp(milliseconds: 0))
    for item in context.outbox { Moments.waits(&state, item) }
    return state
  }

  /// True if the viewer can like and comment here, or could after signing in.
  var offersActions: Bool {
    if case .own = origin { return true }
    return viewer != nil
  }

  /// True if it is the viewer's own page.
  var isOwnPage: Bool { viewer?.account.username == username }

  /// Returns true if the viewer is the account.
  func isOwn(_ account: Account) -> Bool { viewer?.account.username == account.username }

  func isLiked(_ post: MomentsPost) -> Bool {
    post.likes.contains { isOwn($0) }
  }

  /// Returns a post with the viewer's like, which its response may lack.
  func current(_ stored: MomentsRecord) -> MomentsPost {
    var post = stored.post
    if let me = viewer?.account, let id = post.id,
      let isOn = writing.store.changes.override(.post(.favourite), id, asked: stored.asked)
    {
      post.setLike(of: me, isOn)
    }
    return post
  }

  /// Returns a post with the viewer's changes.
  func overlaid(_ stored: MomentsRecord) -> MomentsPost {
    var post = current(stored)
    guard let me = viewer?.account, post.id != nil else { return post }
    for comment in writing.waiting {
      guard let target = post.target(of: comment.answered) else { continue }
      post.comments.append(
        Comment(sender: me, text: comment.text, replyTo: target.reply, picture: comment.picture))
    }
    if !writing.store.removed.isEmpty {
      post.comments.removeAll { comment in comment.id.map { writing.store.removed.contains($0) } ?? false }
    }
    return post
  }
}
