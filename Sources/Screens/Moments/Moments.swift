import Contracts
import JSON
import Social

/// The Moments page of one person: cover, avatar, nick, and the posts.
enum Moments: Screen {
  static let name: StaticString = "moments"
  static let isFeed = true
  /// How many posts show at first, and how many more each time the end is pulled up.
  static let pageLength = 5
  /// The spinner at the end turns at least for this time: shorter would be a flicker, not an answer.
  static let spinnerMilliseconds = 300

  struct State: Equatable, Sendable {
    let username: String
    let origin: Origin
    /// The first screen of the app, from which nothing leads back.
    var isRoot: Bool

    var profile: Account?
    /// All posts of the page, newest first.
    var posts: [Post] = []
    /// How many of them show.
    var shownCount = Moments.pageLength
    /// Those of them that are not deleted.
    var rows = ShownRows()
    /// `posts` holds all that the server has.
    var isComplete = false
    var unfolded: Set<String> = []
    /// Keys of posts of which shows what is covered at first.
    var uncovered: Set<String> = []
    var loading: Loading = .no
    var isLoadingMore = false
    /// Why the last loading failed.
    var trouble: LoadTrouble?
    /// The trouble is said over the posts.
    var saysTrouble = false
    /// Why one of the two responses is none, until the other is there.
    var profileTrouble: LoadTrouble?
    var postsTrouble: LoadTrouble?
    /// The posts are there, and the person is not.
    var isPartial = false
    /// No network: what was seen last is shown.
    var isOffline = false
    /// Posts as they came, of which the first part is decoded.
    var decoding: Decoding?
    /// The answer to the request for the profile, until that for the posts is there too.
    var receivedProfile: Account?
    /// What the stored copy was when it was read, so that the same bytes are not written again.
    var isStoredCopy = false
    /// Somebody is signed in, wherever.
    var isMember = false
    /// Who looks, if they are signed in to the server of this page; nil: a stranger.
    var viewer: Profile?
    /// The key of their session.
    var session: String?
    var writing = Writing()
    /// What was typed for comments and not sent, by the names under which the device keeps it.
    var commentDrafts = Memory()

    init(username: String, origin: Origin, isRoot: Bool = false) {
      self.username = username
      self.origin = origin
      self.isRoot = isRoot
    }

    /// A page that nothing is known of yet.
    init(loading username: String, origin: Origin, isRoot: Bool = false) {
      self.init(username: username, origin: origin, isRoot: isRoot)
      loading = .first
    }

    /// The root of the Moments tab: of the person who looks, else of the community's first; nil: only the server knows
    /// whose that is.
    init?(ofTabIn context: ScreenContext) {
      let member = context.session.flatMap { $0.isOwnServer ? $0.me.account.username : nil }
      guard let username = member ?? context.homeUsername else { return nil }
      self = State(loading: username, origin: .own(context.server), isRoot: context.isRoot).seen(by: context)
    }

    /// The state that the server rendered: the first posts, and whether they are all.
    init(
      rendered profile: Account, posts: [Post], isComplete: Bool, origin: Origin, isRoot: Bool,
      shownCount: Int = Moments.pageLength
    ) {
      self.init(username: profile.username, origin: origin, isRoot: isRoot)
      self.profile = profile
      self.posts = posts
      self.isComplete = isComplete
      self.shownCount = shownCount
    }
  }

  enum Loading: Equatable, Sendable {
    case no
    /// Nothing is on the screen yet.
    case first
    /// The person pulled.
    case refresh
    /// The rest of the page that the server rendered.
    case rest
  }

  struct Decoding: Equatable, Sendable {
    var reader: JSONArrayReader
    var posts: [Post] = []
    var identifiers: Set<String> = []
    var droppedCount = 0
    /// When the posts were asked for.
    let asked: Timestamp

    static func == (left: Decoding, right: Decoding) -> Bool {
      left.posts.count == right.posts.count && left.droppedCount == right.droppedCount
    }
  }

  enum Request: Equatable, Sendable {
    case profile
    case posts
  }

  indirect enum Tap: ScreenTap {
    case list(ListTap)
    /// Folds or unfolds a long text; posts go by the keys of their cells.
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
    case leaveComment
    case sendComment
    case delete(key: String)
    case deleteComment
    case keepComment
    case commentPicture(key: String, comment: String)
    /// Takes the picture out of the comment that is being written.
    case removePicture
    /// Sends that picture once more.
    case retryPicture
    /// What becomes of a post on its way.
    case outbox(OutboxRequest)

    private enum Verb: String {
      case fold, cover, picture, person, menu, like, comment, delete
      case reply = "answer"
      case leaveComment = "uncomment"
      case sendComment = "send-comment"
      case deleteComment = "delete-comment"
      case keepComment = "unask"
      case commentPicture = "comment-picture"
      case removePicture = "remove-picture"
      case retryPicture = "retry-picture"
    }

    var written: WrittenTap {
      switch self {
      case .list(let tap): tap.written
      case .fold(let key): WrittenTap(Verb.fold.rawValue, key)
      case .cover(let key): WrittenTap(Verb.cover.rawValue, key)
      case .picture(let key, let index): WrittenTap(Verb.picture.rawValue, key, "\(index)")
      case .person(let username): WrittenTap(Verb.person.rawValue, username)
      case .menu(let key): WrittenTap(Verb.menu.rawValue, key)
      case .like(let key): WrittenTap(Verb.like.rawValue, key)
      case .comment(let key): WrittenTap(Verb.comment.rawValue, key)
      case .reply(let key, let comment): WrittenTap(Verb.reply.rawValue, key, comment)
      case .leaveComment: WrittenTap(Verb.leaveComment.rawValue)
      case .sendComment: WrittenTap(Verb.sendComment.rawValue)
      case .delete(let key): WrittenTap(Verb.delete.rawValue, key)
      case .deleteComment: WrittenTap(Verb.deleteComment.rawValue)
      case .keepComment: WrittenTap(Verb.keepComment.rawValue)
      case .commentPicture(let key, let comment): WrittenTap(Verb.commentPicture.rawValue, key, comment)
      case .removePicture: WrittenTap(Verb.removePicture.rawValue)
      case .retryPicture: WrittenTap(Verb.retryPicture.rawValue)
      case .outbox(let request): StatusTap.outbox(request).written
      }
    }

    init?(_ tap: WrittenTap) {
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
      case .leaveComment: self = .leaveComment
      case .sendComment: self = .sendComment
      case .delete: self = .delete(key: key)
      case .deleteComment: self = .deleteComment
      case .keepComment: self = .keepComment
      case .commentPicture:
        guard tap.values.count == 2 else { return nil }
        self = .commentPicture(key: key, comment: tap.values[1])
      case .removePicture: self = .removePicture
      case .retryPicture: self = .retryPicture
      case nil:
        guard case .outbox(let request) = StatusTap(tap) else { return nil }
        self = .outbox(request)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tookOver
    case pulledDown
    case reachedEnd
    case moreIsDue
    case decodesOn
    case menuLeft(key: String)
    case tapped(Tap)
    case typedComment(String)
    /// nil: pictures are about to be chosen.
    case picked(String?)
    case pictureChanged(id: String, DraftPicture.State)
    case heard(Fact)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case loaded([UInt8]?)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .tookOver: self = .tookOver
      case .timerFired(.moreIsDue): self = .moreIsDue
      case .timerFired(.decodesOn): self = .decodesOn
      case .timerFired(.menuLeft(let key)): self = .menuLeft(key: key)
      case .pulledDown: self = .pulledDown
      case .reachedEnd: self = .reachedEnd
      case .loaded(_, let bytes, _): self = .loaded(bytes)
      case .typed(_, let text): self = .typedComment(text)
      case .picked(let id): self = .picked(id)
      case .pictureChanged(let id, let picture): self = .pictureChanged(id: id, picture)
      case .heard(let fact): self = .heard(fact)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { .pull }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    let effects = act(&state, action)
    switch action {
    // What comes for each tap and each letter adds and takes away no post.
    case .tapped(.like), .tapped(.menu), .tapped(.comment), .typedComment, .menuLeft, .heard(.marked): break
    default: state.rows = state.laid()
    }
    return effects
  }

  private static func act(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared:
      state.loading = .first
      return [.load(key: storageKey(state)), ask(state, .profile), ask(state, .posts)]
    case .tookOver:
      guard state.profile != nil else { return reduce(&state, .appeared) }
      state.loading = .rest
      return [ask(state, .posts)]
    case .pulledDown: return refresh(&state)
    case .reachedEnd: return reachedEnd(&state)
    case .moreIsDue:
      // Posts that are still on their way: the spinner stays until they are there.
      guard state.isLoadingMore, state.shownCount < state.posts.count || state.loading == .no else { return [] }
      return showMore(&state)
    case .decodesOn: return decodeOn(&state)
    case .menuLeft(let key):
      if state.writing.menu == Menu(key: key, isLeaving: true) { state.writing.menu = nil }
      return []
    case .tapped(let tap): return tapped(&state, tap)
    case .typedComment(let text): return typedComment(&state, text)
    case .picked(let id): return picked(&state, id)
    case .pictureChanged(let id, let picture): return pictureChanged(&state, id, picture)
    case .heard(let fact): return heard(&state, fact)
    case .received(.profile, let result, _): return receivedProfile(&state, result)
    case .received(.posts, let result, let time): return receivedPosts(&state, result, time)
    case .loaded(let bytes): return showStoredCopy(&state, bytes)
    }
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .list(.refresh): return refresh(&state)
    case .list(.more): return reachedEnd(&state)
    case .list(.retry):
      state.trouble = nil
      return state.posts.isEmpty && state.profile == nil ? reduce(&state, .appeared) : refresh(&state)
    case .list(.notice), .list(.new): state.saysTrouble = false
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
    case .leaveComment: state.writing.commenting = nil
    case .sendComment: return sendComment(&state)
    case .delete(let key): return deletePost(state, key)
    case .deleteComment: return deleteComment(&state)
    case .keepComment: state.writing.asked = nil
    case .commentPicture(let key, let comment): return openPicture(state, key, of: comment)
    case .removePicture: return removePicture(&state)
    case .retryPicture: return retryPicture(state)
    case .outbox(let request): return [.outbox(request)]
    }
    return []
  }

  /// In the name of the viewer, who may see more than strangers. Only Swiftlet has a word for what is covered.
  private static func ask(_ state: State, _ request: Request) -> Effect {
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
    state.trouble = nil
    (state.profileTrouble, state.postsTrouble, state.isPartial) = (nil, nil, false)
    state.isOffline = false
    state.decoding = nil
    state.receivedProfile = nil
    return [.cancel(Request.posts), ask(state, .profile), ask(state, .posts)]
  }

  private static func reachedEnd(_ state: inout State) -> [Effect] {
    guard !state.isLoadingMore, state.hasMore else { return [] }
    state.isLoadingMore = true
    var effects: [Effect] = [.after(milliseconds: spinnerMilliseconds, .moreIsDue)]
    if state.shownCount >= state.posts.count, state.loading == .no {
      state.loading = .rest
      effects.append(ask(state, .posts))
    }
    return effects
  }

  private static func showMore(_ state: inout State) -> [Effect] {
    state.isLoadingMore = false
    state.shownCount = min(state.shownCount + pageLength, max(state.posts.count, pageLength))
    return []
  }
}

extension Moments.State {
  /// There are posts that do not show yet.
  var hasMore: Bool { shownCount < posts.count || !isComplete && !posts.isEmpty }

  func laid() -> ShownRows {
    var rows = ShownRows()
    rows.isLaid = true
    for (index, post) in posts.prefix(shownCount).enumerated() where !isRemoved(post) {
      rows.append(index, key(of: post, at: index))
    }
    return rows
  }

  /// The key of a post: its id, or its place where the source gives it none.
  func key(of post: Post, at index: Int) -> String {
    post.id.map { "p" + $0 } ?? "n\(index)"
  }

  func post(_ key: String) -> Post? {
    for (index, post) in posts.prefix(shownCount).enumerated() where self.key(of: post, at: index) == key {
      return post
    }
    return nil
  }
}
