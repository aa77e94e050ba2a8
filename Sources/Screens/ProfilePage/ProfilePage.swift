public import Contracts
public import Social

/// A person: who they are, and what they post.
public enum ProfilePage {
  public struct State: Equatable, Sendable {
    /// As the page was asked for: an id, a handle, or both.
    var id: String?
    let handle: String?
    public internal(set) var board: StatusBoard
    public internal(set) var profile: Profile?
    /// nil: not known, as for strangers.
    public internal(set) var relationship: Relationship?
    /// What the running request asks for; nil: none runs.
    var sentFollow: Bool?
    public internal(set) var selection = MastodonRequests.Selection.posts
    var lists: [List] = [List(), List(), List()]
    public internal(set) var isRefreshing = false
    public internal(set) var trouble: LoadTrouble?

    public init(id: String?, handle: String?, _ profile: Profile?, _ context: ScreenContext) {
      self.id = id
      self.handle = handle
      self.profile = profile
      board = StatusBoard(context)
    }

    var isOwn: Bool { id != nil && id == board.session?.me.id }

    var list: List {
      get { lists[selection.index] }
      set { lists[selection.index] = newValue }
    }
  }

  /// The posts of one selection.
  struct List: Equatable, Sendable {
    var entries = EntryList()
    var isLoading = false
    var isComplete = false
    var trouble: LoadTrouble?
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case pulledDown
    case reachedEnd
    case chose(MastodonRequests.Selection)
    case tappedFollow
    case tapped(StatusTap)
    case tappedRetry
    case tappedBack
    case answered(RequestName, Result<Answer, RequestFailure>)
    case heard(Fact)
  }
}

extension MastodonRequests.Selection {
  var index: Int {
    switch self {
    case .posts: 0
    case .withReplies: 1
    case .media: 2
    }
  }

  var title: Phrase {
    switch self {
    case .posts: .tabPosts
    case .withReplies: .tabReplies
    case .media: .tabMedia
    }
  }
}

extension ProfilePage.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .pulledDown: self = .pulledDown
    case .reachedEnd: self = .reachedEnd
    case .answered(let name, let result): self = .answered(name, result)
    case .heard(let fact): self = .heard(fact)
    case .tapped(let tap): self.init(tap: tap)
    default: return nil
    }
  }

  /// Reads what the view wrote into `data-tap`.
  init?(tap: String) {
    switch tap {
    case "back": self = .tappedBack
    case "retry": self = .tappedRetry
    case "refresh": self = .pulledDown
    case "more": self = .reachedEnd
    case "follow": self = .tappedFollow
    case "posts": self = .chose(.posts)
    case "replies": self = .chose(.withReplies)
    case "media": self = .chose(.media)
    default:
      guard let tap = StatusTap(tap) else { return nil }
      self = .tapped(tap)
    }
  }
}
