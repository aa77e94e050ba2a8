public import Contracts
import JSON
public import Social

/// The Moments page of one person: cover, avatar, nick, and the posts.
public enum Moments {
  /// So many posts show at first, and so many more each time the end is pulled up.
  public static let pageLength = 5
  /// The spinner at the end turns at least so long: shorter would be a flicker, not an answer.
  static let spinnerMilliseconds = 300

  public struct State: Equatable, Sendable {
    public let username: String
    public let origin: Origin
    /// The first screen of the app, from which nothing leads back.
    public var isRoot: Bool

    public internal(set) var profile: Account?
    /// All posts of the page, newest first.
    public internal(set) var posts: [Post] = []
    /// How many of them show.
    public internal(set) var shownCount = Moments.pageLength
    /// `posts` holds all that the server has.
    var isComplete = false
    var unfolded: Set<String> = []
    var loading: Loading = .no
    var isLoadingMore = false
    public internal(set) var notice: Notice?
    /// Posts as they came, of which the first part is decoded.
    var decoding: Decoding?
    /// The answer to the request for the profile, until that for the posts is there too.
    var receivedProfile: Account?
    /// What the stored copy was when it was read, so that the same bytes are not written again.
    var isStoredCopy = false
    /// Who looks, if they are signed in to the server of this page; nil: a stranger.
    var asker: Profile?
    var writing = Writing()
    /// What was typed for comments and not sent, by the names under which the device keeps it.
    var commentDrafts = Memory()

    public init(username: String, origin: Origin, isRoot: Bool = false) {
      self.username = username
      self.origin = origin
      self.isRoot = isRoot
    }

    /// A page that nothing is known of yet.
    public init(loading username: String, origin: Origin, isRoot: Bool = false) {
      self.init(username: username, origin: origin, isRoot: isRoot)
      loading = .first
    }

    /// The state that the server rendered: the first posts, and whether they are all.
    public init(
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

  /// What went wrong, or is out of the ordinary, in words for the person.
  public enum Notice: Equatable, Sendable {
    case unreachable
    case unreadable
    case serverFailed(status: Int)
    case nobody
    /// No network: what was seen last is shown.
    case offlineCopy
  }

  struct Decoding: Equatable, Sendable {
    var reader: JSONArrayReader
    var posts: [Post] = []
    var identifiers: Set<String> = []
    var droppedCount = 0

    static func == (left: Decoding, right: Decoding) -> Bool {
      left.posts.count == right.posts.count && left.droppedCount == right.droppedCount
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case tookOver
    case pulledDown
    case reachedEnd
    case moreIsDue
    case decodesOn
    case tappedFold(key: String)
    case tappedPicture(key: String, index: Int)
    case tappedPerson(username: String)
    case tappedRetry
    case tappedNotice
    case tappedSettings
    case tappedBack
    case tappedMenu(key: String)
    case menuLeft(key: String)
    case tappedLike(key: String)
    case tappedComment(key: String)
    /// `comment` is its id.
    case tappedAnswer(key: String, comment: String)
    case tappedOutsideComment
    case typedComment(String)
    case tappedSendComment
    case tappedDelete(key: String)
    case tappedDeleteComment
    case tappedKeepComment
    case tappedCompose
    case heard(Fact)
    case answered(RequestName, Result<Answer, RequestFailure>)
    case loaded(key: String, [UInt8]?)
  }
}
