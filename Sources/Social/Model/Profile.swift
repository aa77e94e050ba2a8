/// An account with all that its own page shows (Mastodon API, entities/Account).
public struct Profile: Equatable, Sendable {
  /// Decimal digits.
  public var id: String
  /// Username, shown name, avatar and cover.
  public var account: Account
  /// How the server that answered calls the account: `anna`, or `anna@example.org` if it is another's.
  public var handle: String
  /// The page of the account, for people.
  public var url: String
  public var bio: Content
  public var fields: [Field]
  /// Who wants to follow has to ask first.
  public var isLocked: Bool
  public var isBot: Bool
  public var createdAt: Timestamp?
  public var followersCount: Int
  public var followingCount: Int
  public var postsCount: Int

  public init(
    id: String, account: Account, handle: String? = nil, url: String = "", bio: Content = .text(""),
    fields: [Field] = [], isLocked: Bool = false, isBot: Bool = false, createdAt: Timestamp? = nil,
    followersCount: Int = 0, followingCount: Int = 0, postsCount: Int = 0
  ) {
    self.id = id
    self.account = account
    self.handle = handle ?? account.username
    self.url = url
    self.bio = bio
    self.fields = fields
    self.isLocked = isLocked
    self.isBot = isBot
    self.createdAt = createdAt
    self.followersCount = followersCount
    self.followingCount = followingCount
    self.postsCount = postsCount
  }

  /// A line of the table that people put under their bio.
  public struct Field: Equatable, Sendable {
    public var name: String
    public var value: Content

    public init(name: String, value: Content) {
      self.name = name
      self.value = value
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

  public init(id: String) { self.id = id }
}
