/// An account with everything that its profile page shows (Mastodon API, entities/Account).
public struct Profile: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String
    var account: Account
    var handle: String
    var url: String
    var bio: Content
    var fields: [Field]
    var flags: ProfileFlags
    var createdAt: Timestamp?
    var followersCount: Int
    var followingCount: Int
    var postsCount: Int
    var lastPostAt: Timestamp?
  }

  @Shared private var parts: Parts

  /// The id in decimal digits.
  public var id: String {
    get { parts.id }
    set { parts.id = newValue }
  }
  /// The username, display name, avatar and cover.
  public var account: Account {
    get { parts.account }
    set { parts.account = newValue }
  }
  /// The account's name on the server that sent it: `anna`, or `anna@example.org` if it belongs to another
  /// server.
  public var handle: String {
    get { parts.handle }
    set { parts.handle = newValue }
  }
  /// The address of the account's web page.
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
  public var flags: ProfileFlags {
    get { parts.flags }
    set { parts.flags = newValue }
  }
  /// True if follows have to be requested.
  public var isLocked: Bool { parts.flags[.locked] }
  public var isBot: Bool { parts.flags[.bot] }
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
  /// The time of the newest public post; `nil` if the account has none or the server doesn't send it.
  public var lastPostAt: Timestamp? {
    get { parts.lastPostAt }
    set { parts.lastPostAt = newValue }
  }
  /// True if searches may find the account.
  public var isDiscoverable: Bool { parts.flags[.discoverable] }

  public init(
    id: String, account: Account, handle: String? = nil, url: String = "", bio: Content = .text(""),
    fields: [Field] = [], flags: ProfileFlags = ProfileFlags(), createdAt: Timestamp? = nil,
    followersCount: Int = 0, followingCount: Int = 0, postsCount: Int = 0, lastPostAt: Timestamp? = nil
  ) {
    parts = Parts(
      id: id, account: account, handle: handle ?? account.username, url: url, bio: bio, fields: fields,
      flags: flags, createdAt: createdAt, followersCount: followersCount, followingCount: followingCount,
      postsCount: postsCount, lastPostAt: lastPostAt)
  }

  /// A row of the table below the bio.
  public struct Field: Equatable, Sendable {
    /// The number of rows that a member can have (Mastodon: 4).
    public static let maxCount = 4
    /// The maximum length of a name, and of a value, in code points (Mastodon: 255).
    public static let maxLength = 255

    public var name: String
    public var value: Content
    /// True if the account's server has seen that the linked page links back.
    public var isVerified: Bool

    public init(name: String, value: Content, isVerified: Bool = false) {
      self.name = name
      self.value = value
      self.isVerified = isVerified
    }
  }
}

/// The relationship between the viewer and another account (Mastodon API, entities/Relationship).
public struct Relationship: Equatable, Sendable {
  /// The id of the other account.
  public var id: String
  public var isFollowing = false
  /// True if the account's reposts appear in the viewer's home timeline.
  public var showsReposts = false
  public var notifies = false
  public var isFollowedBy = false
  public var isBlocking = false
  public var isBlockedBy = false
  public var isMuting = false
  public var mutesNotifications = false
  /// True if the viewer has asked to follow the account and has no response yet.
  public var isRequested = false
  /// True if the account has asked to follow the viewer.
  public var isRequestedBy = false
  /// The viewer's private note about the account.
  public var note = ""

  public init(id: String) { self.id = id }
}
