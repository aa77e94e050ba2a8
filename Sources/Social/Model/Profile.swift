/// An account with all that its own page shows (Mastodon API, entities/Account).
public struct Profile: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String
    var account: Account
    var handle: String
    var url: String
    var bio: Content
    var fields: [Field]
    var isLocked: Bool
    var isBot: Bool
    var createdAt: Timestamp?
    var followersCount: Int
    var followingCount: Int
    var postsCount: Int
    var lastPostAt: Timestamp?
    var isDiscoverable = true
  }

  @Shared private var parts: Parts

  /// Decimal digits.
  public var id: String {
    get { parts.id }
    set { parts.id = newValue }
  }
  /// Username, shown name, avatar and cover.
  public var account: Account {
    get { parts.account }
    set { parts.account = newValue }
  }
  /// How the server that answered calls the account: `anna`, or `anna@example.org` if it is another's.
  public var handle: String {
    get { parts.handle }
    set { parts.handle = newValue }
  }
  /// The page of the account, for people.
  public var url: String {
    get { parts.url }
    set { parts.url = newValue }
  }
  public var bio: Content {
    get { parts.bio }
    set { parts.bio = newValue }
  }
  public var fields: [Field] {
    get { parts.fields }
    set { parts.fields = newValue }
  }
  /// Who wants to follow has to ask first.
  public var isLocked: Bool {
    get { parts.isLocked }
    set { parts.isLocked = newValue }
  }
  public var isBot: Bool {
    get { parts.isBot }
    set { parts.isBot = newValue }
  }
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }
  public var followersCount: Int {
    get { parts.followersCount }
    set { parts.followersCount = newValue }
  }
  public var followingCount: Int {
    get { parts.followingCount }
    set { parts.followingCount = newValue }
  }
  public var postsCount: Int {
    get { parts.postsCount }
    set { parts.postsCount = newValue }
  }
  /// When the newest post that everybody may see was published; nil: there is none, or nobody said.
  public var lastPostAt: Timestamp? {
    get { parts.lastPostAt }
    set { parts.lastPostAt = newValue }
  }
  /// Everybody may find the account in searches.
  public var isDiscoverable: Bool {
    get { parts.isDiscoverable }
    set { parts.isDiscoverable = newValue }
  }

  public init(
    id: String, account: Account, handle: String? = nil, url: String = "", bio: Content = .text(""),
    fields: [Field] = [], isLocked: Bool = false, isBot: Bool = false, createdAt: Timestamp? = nil,
    followersCount: Int = 0, followingCount: Int = 0, postsCount: Int = 0, lastPostAt: Timestamp? = nil
  ) {
    parts = Parts(
      id: id, account: account, handle: handle ?? account.username, url: url, bio: bio, fields: fields,
      isLocked: isLocked, isBot: isBot, createdAt: createdAt, followersCount: followersCount,
      followingCount: followingCount, postsCount: postsCount, lastPostAt: lastPostAt)
  }

  /// A line of the table that people put under their bio.
  public struct Field: Equatable, Sendable {
    public var name: String
    public var value: Content
    /// Its server has seen that the page it links to links back.
    public var isVerified: Bool

    public init(name: String, value: Content, isVerified: Bool = false) {
      self.name = name
      self.value = value
      self.isVerified = isVerified
    }
  }
}

/// How the asker stands to an account (Mastodon API, entities/Relationship).
public struct Relationship: Equatable, Sendable {
  /// Of the other account.
  public var id: String
  public var isFollowing = false
  /// Reposts of theirs show in the asker's home timeline.
  public var showsReposts = false
  public var notifies = false
  public var isFollowedBy = false
  public var isBlocking = false
  public var isBlockedBy = false
  public var isMuting = false
  public var mutesNotifications = false
  /// The asker wants to follow, and has not been accepted yet.
  public var isRequested = false
  /// They want to follow the asker.
  public var isRequestedBy = false
  /// What the asker keeps in mind of them, for nobody else.
  public var note = ""

  public init(id: String) { self.id = id }
}
