import Contracts
import JSON
import Social

/// The Moments page of one person: cover, avatar, nick, and the posts.
enum Moments: Screen {
  static let name: StaticString = "moments"
  static let isFeed = true
  /// The number of posts that show at first, and the number added each time the end is pulled up.
  static let pageLength = 5
  /// The shortest time that the spinner at the end turns; anything shorter would look like a flicker.
  static let spinnerMilliseconds = 300

  struct State: Equatable, Sendable {
    let username: String
    let origin: Origin
    /// True if it is the first screen of the app, without a way back.
    var isRoot: Bool

    var profile: Account?
    /// All posts of the page, newest first.
    var records: [MomentsRecord] = []
    /// The number of posts that show.
    var shownCount = Moments.pageLength
    /// The rows of those that are not deleted.
    var rows = VisibleRows()
    /// True if `posts` has all that the server has.
    var isComplete = false
    /// True if changes on the server may be missing: the posts are loaded again when the page shows.
    var isOutdated = false
    /// The keys of unfolded texts, likes and comments.
    var unfolded: Set<String> = []
    /// The keys of posts whose covered content shows.
    var uncovered: Set<String> = []
    var loading: Loading = .no
    var isLoadingMore = false
    /// The reason why the last request failed.
    var failure: LoadFailure?
    /// True if the failure shows over the posts.
    var showsFailure = false
    /// The failure of one of the two requests, until the other is answered.
    var profileFailure: LoadFailure?
    var postsFailure: LoadFailure?
    /// True if the posts loaded and the profile didn't.
    var isPartial = false
    /// True without a network: the cached response shows.
    var isOffline = false
    /// The response with the posts, partly decoded.
    var decoding: Decoding?
    /// The response with the profile, until the posts are there too.
    var receivedProfile: Account?
    /// True if the cached response shows, so that the same bytes are not written again.
    var showsCached = false
    /// True if a member is signed in, on any server.
    var isMember = false
    /// The viewer, if they are signed in to the server of this page; `nil` for a stranger.
    var viewer: Profile?
    /// The key of the viewer's session.
    var session: String?
    var writing = Writing()
    /// The unsent texts of comments, by the names under which the device stores them.
    var commentDrafts = Memory()

    init(username: String, origin: Origin, isRoot: Bool = false) {
      self.username = username
      self.origin = origin
      self.isRoot = isRoot
    }

    /// Creates a page that is still empty.
    init(loading username: String, origin: Origin, isRoot: Bool = false) {
      self.init(username: username, origin: origin, isRoot: isRoot)
      loading = .first
    }

    /// Creates the root of the Moments tab: the viewer's page, else that of the community's first member.
    /// Fails if only the server knows who that is.
    init?(ofTabIn context: ScreenContext) {
      let member = context.session.flatMap { $0.isOwnServer ? $0.me.account.username : nil }
      // The server renders a closed community's frame for members without a name.
      let frame = context.isMember && context.session == nil ? "" : nil
      guard let username = member ?? context.homeUsername ?? frame else { return nil }
      self = State(loading: username, origin: .own(context.server), isRoot: context.isRoot).seen(by: context)
    }

    /// Creates the state that the server rendered: the first posts; `isComplete` if these are all.
    init(
      rendered profile: Account, posts: [MomentsPost], isComplete: Bool, origin: Origin, isRoot: Bool,
      shownCount: Int = Moments.pageLength
    ) {
      self.init(username: profile.username, origin: origin, isRoot: isRoot)
      self.profile = profile
      records = writing.store.receive(posts, asked: Timestamp(milliseconds: 0))
      self.isComplete = isComplete
      self.shownCount = shownCount
    }
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// Folds or unfolds a long text, or the likes or comments of a post. Posts are identified by the keys of
    /// their cells; likes and comments have keys of their own.
    case fold(key: String)
    /// Shows what is behind a warning, or sensitive pictures.
    case cover(key: String)
    case picture(key: String, index: Int)
    case person(username: String)
    case menu(key: String)
    case like(key: String)
    case comment(key: String)
    /// Replies to the comment with this id.
    case reply(key: String, comment: String)
    /// Writes, sends or leaves the comment.
    case writing(CommentTap)
    /// Asks before the post is deleted.
    case delete(key: String)
    case deleteAsked
    case keepAsked
    case commentPicture(key: String, comment: String)
    /// Opens the thread of a post.
    case thread(key: String)
    /// Opens the menu of the post or comment with this id.
    case options(id: String)
    /// Opens the notifications, which the pill announces.
    case messages
    /// Retries, edits or cancels a post on its way.
    case outbox(OutboxRequest)

    private enum Verb: String {
      case fold, cover, picture, person, menu, like, comment, delete, messages, options, thread
      case reply = "answer"
      case deleteAsked = "delete-asked"
      case keepAsked = "unask"
      case commentPicture = "comment-picture"
      // Those of `CommentTap`, which is in the second part: a tap that isn't this screen's must not need it.
      case leaveComment = "uncomment"
      case sendComment = "send-comment"
      case removePicture = "remove-picture"
      case retryPicture = "retry-picture"
      case complete, emoji
    }

    var encoded: EncodedTap {
      switch self {
      case .list(let tap): tap.encoded
      case .fold(let key): EncodedTap(Verb.fold.rawValue, key)
      case .cover(let key): EncodedTap(Verb.cover.rawValue, key)
      case .picture(let key, let index): EncodedTap(Verb.picture.rawValue, key, "\(index)")
      case .person(let username): EncodedTap(Verb.person.rawValue, username)
      case .menu(let key): EncodedTap(Verb.menu.rawValue, key)
      case .like(let key): EncodedTap(Verb.like.rawValue, key)
      case .comment(let key): EncodedTap(Verb.comment.rawValue, key)
      case .reply(let key, let comment): EncodedTap(Verb.reply.rawValue, key, comment)
      case .writing(let tap): tap.encoded
      case .delete(let key): EncodedTap(Verb.delete.rawValue, key)
      case .deleteAsked: EncodedTap(Verb.deleteAsked.rawValue)
      case .keepAsked: EncodedTap(Verb.keepAsked.rawValue)
      case .commentPicture(let key, let comment): EncodedTap(Verb.commentPicture.rawValue, key, comment)
      case .thread(let key): EncodedTap(Verb.thread.rawValue, key)
      case .options(let id): EncodedTap(Verb.options.rawValue, id)
      case .messages: EncodedTap(Verb.messages.rawValue)
      case .outbox(let request): PostTap.outbox(request).encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let list = ListTap(tap) {
        self = .list(list)
        return
      }
      let key = tap.value
      switch Verb(rawValue: tap.verb) {
      case .fold: self = .fold(key: key)
      case .cover: self = .cover(key: key)
      case .picture:
        guard let index = tap.number(1) else { return nil }
        self = .picture(key: key, index: index)
      case .person: self = .person(username: key)
      case .menu: self = .menu(key: key)
      case .like: self = .like(key: key)
      case .comment: self = .comment(key: key)
      case .reply:
        guard tap.values.count == 2 else { return nil }
        self = .reply(key: key, comment: tap.values[1])
      case .delete: self = .delete(key: key)
      case .deleteAsked: self = .deleteAsked
      case .keepAsked: self = .keepAsked
      case .commentPicture:
        guard tap.values.count == 2 else { return nil }
        self = .commentPicture(key: key, comment: tap.values[1])
      case .thread: self = .thread(key: key)
      case .options: self = .options(id: key)
      case .messages: self = .messages
      case .leaveComment, .sendComment, .removePicture, .retryPicture, .complete, .emoji:
        guard let writing = CommentTap(tap) else { return nil }
        self = .writing(writing)
      case nil:
        guard case .outbox(let request) = PostTap(tap) else { return nil }
        self = .outbox(request)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case hydrated
    /// It shows again, or the clock went on.
    case returned
    case missedEvents
    case pulledDown
    case reachedEnd
    case moreIsDue
    case decodesOn
    case menuLeft(key: String)
    case tapped(Tap)
    case typed(field: String, text: String)
    /// The viewer has paused typing.
    case paused
    /// The chosen picture's id; `nil` announces that ids follow.
    case picked(String?)
    case pictureChanged(id: String, DraftPicture.State, PixelSize? = nil)
    case changed(Change)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .hydrated: self = .hydrated
      case .returned, .ticked: self = .returned
      case .missedEvents: self = .missedEvents
      case .timerFired(.moreIsDue): self = .moreIsDue
      case .timerFired(.decodesOn): self = .decodesOn
      case .timerFired(.menuLeft(let key)): self = .menuLeft(key: key)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .typed(let field, let text): self = .typed(field: field, text: text)
      case .timerFired(.typingPaused): self = .paused
      case .picked(let id): self = .picked(id)
      case .pictureChanged(let id, let picture, let size): self = .pictureChanged(id: id, picture, size)
      case .changed(let change): self = .changed(change)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    let effects = act(&state, action)
    switch action {
    // These actions, which come with each tap and each letter, add and remove no post.
    case .tapped(.like), .tapped(.menu), .tapped(.comment), .typed, .paused, .menuLeft,
      .changed(.memberActed):
      break
    default: state.rows = state.visibleRows()
    }
    return effects
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      state.loading = .first
      state.isOutdated = false
      return [.load(key: storageKey(state)), ask(state, .profile), ask(state, .posts)]
    case .hydrated:
      guard state.profile != nil else { return reduce(&state, .appeared) }
      return reload(&state)
    case .returned: return reloadOutdated(&state)
    case .missedEvents: state.isOutdated = true
    case .pulledDown: return refresh(&state)
    case .reachedEnd: return reachedEnd(&state)
    case .moreIsDue:
      // Posts are still loading: the spinner stays until they are there.
      guard state.isLoadingMore, state.shownCount < state.records.count || state.loading == .no else {
        return []
      }
      return showMore(&state)
    case .decodesOn: return decodeOn(&state)
    case .menuLeft(let key):
      if state.writing.menu == ActionMenu(key: key, isLeaving: true) { state.writing.menu = nil }
      return []
    case .tapped(let tap): return tapped(&state, tap)
    case .typed(let field, let text): return typed(&state, field, text)
    case .paused: return askCompletions(&state)
    case .picked(let id): return picked(&state, id)
    case .pictureChanged(let id, let picture, let size):
      return pictureChanged(&state, id, picture, size)
    case .changed(let change): return apply(&state, change)
    case .received(.profile, let result, _): return receivedProfile(&state, result)
    case .received(.posts, let result, let time): return receivedPosts(&state, result, time)
    case .received(.completions, let result, _): return receivedCompletions(&state, result)
    case .loaded(let bytes): return showCached(&state, bytes)
    }
    return []
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .list(.refresh): return refresh(&state)
    case .list(.more): return reachedEnd(&state)
    case .list(.retry):
      state.failure = nil
      return state.records.isEmpty && state.profile == nil ? reduce(&state, .appeared) : refresh(&state)
    case .list(.notice), .list(.new): state.showsFailure = false
    case .fold(let key):
      guard state.unfolded.remove(key) == nil else { return [.reveal(key: key)] }
      state.unfolded.insert(key)
    case .cover(let key):
      if state.uncovered.remove(key) == nil { state.uncovered.insert(key) }
    case .picture(let key, let index):
      guard let post = state.post(key), post.pictures.indices.contains(index) else { return [] }
      return [.open(.viewer(PictureSet(pictures: post.pictures, index: index)))]
    case .person(let username):
      guard username != state.username else { return [.scrollToTop] }
      return [.open(.moments(username: username, state.origin))]
    case .menu(let key): return toggleMenu(&state, key)
    case .like(let key): return toggleLike(&state, key)
    case .comment(let key): return startComment(&state, key, answering: nil)
    case .reply(let key, let comment): return startComment(&state, key, answering: comment)
    case .writing(let tap): return tapped(&state, tap)
    case .delete(let key): askDeletion(&state, ofPost: key)
    case .deleteAsked: return deleteAsked(&state)
    case .keepAsked: state.writing.asked = nil
    case .commentPicture(let key, let comment): return openPicture(state, key, of: comment)
    case .thread(let key): return openThread(state, key)
    case .options(let id): return openOptions(&state, id)
    case .messages:
      state.writing.messages = []
      return [.open(.tab(.notifications))]
    case .outbox(let request): return [.outbox(request)]
    }
    return []
  }

  /// Sends a request under the viewer's session, as they may see more than strangers. Only Swiftlet's own
  /// contract can mark covered content.
  static func ask(_ state: State, _ request: Request) -> Effect {
    .ask(
      request,
      request == .profile
        ? MomentsRequests.profile(of: state.username)
        : MomentsRequests.posts(of: state.username, withCovered: state.offersActions),
      as: state.viewer == nil ? .stranger(state.origin) : .viewer)
  }

  private static func refresh(_ state: inout State) -> [Effect] {
    guard state.loading == .no || state.loading == .rest else { return [] }
    state.loading = .refresh
    state.isOutdated = false
    state.failure = nil
    (state.profileFailure, state.postsFailure, state.isPartial) = (nil, nil, false)
    state.isOffline = false
    state.decoding = nil
    state.receivedProfile = nil
    return [.cancel(Request.posts), ask(state, .profile), ask(state, .posts)]
  }

  private static func reachedEnd(_ state: inout State) -> [Effect] {
    guard !state.isLoadingMore, state.hasMore else { return [] }
    state.isLoadingMore = true
    var effects: [Effect] = [.after(milliseconds: spinnerMilliseconds, .moreIsDue)]
    if state.shownCount >= state.records.count, state.loading == .no {
      effects += reload(&state)
    }
    return effects
  }

  private static func showMore(_ state: inout State) -> [Effect] {
    state.isLoadingMore = false
    state.shownCount = min(state.shownCount + pageLength, max(state.records.count, pageLength))
    return []
  }
}
