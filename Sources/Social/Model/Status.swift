/// A post as timelines show it (Mastodon API, entities/Status). `Post` is how the Moments page shows one.
public struct Status: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String
    var url: String
    var author: Profile
    var content: Content
    var warning: String
    var isSensitive: Bool
    var visibility: Visibility
    var language: String?
    var createdAt: Timestamp?
    var editedAt: Timestamp?
    var replyTo: Reply?
    var attachments: [Attachment]
    var mentions: [Mention]
    var tags: [Tag]
    var repliesCount: Int
    var repostsCount: Int
    var favouritesCount: Int
    var application: Application?
    var commentOf: String?
    var card: Card?
    var filter: String
    var emojis: [CustomEmoji]
    var hasPoll: Bool
    var quote: Quote?
  }

  @Shared private var parts: Parts

  /// Decimal digits, sortable by time.
  public var id: String {
    get { parts.id }
    set { parts.id = newValue }
  }
  /// The page of the post, for people; empty if there is none.
  public var url: String {
    get { parts.url }
    set { parts.url = newValue }
  }
  public var author: Profile {
    get { parts.author }
    set { parts.author = newValue }
  }
  public var content: Content {
    get { parts.content }
    set { parts.content = newValue }
  }
  /// What to say before showing the content; empty: it is shown at once.
  public var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  /// The attachments are hidden until asked for.
  public var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  public var visibility: Visibility {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// BCP 47.
  public var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }
  public var editedAt: Timestamp? {
    get { parts.editedAt }
    set { parts.editedAt = newValue }
  }
  public var replyTo: Reply? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }
  public var attachments: [Attachment] {
    get { parts.attachments }
    set { parts.attachments = newValue }
  }
  public var mentions: [Mention] {
    get { parts.mentions }
    set { parts.mentions = newValue }
  }
  public var tags: [Tag] {
    get { parts.tags }
    set { parts.tags = newValue }
  }
  public var repliesCount: Int {
    get { parts.repliesCount }
    set { parts.repliesCount = newValue }
  }
  public var repostsCount: Int {
    get { parts.repostsCount }
    set { parts.repostsCount = newValue }
  }
  public var favouritesCount: Int {
    get { parts.favouritesCount }
    set { parts.favouritesCount = newValue }
  }
  /// What the asker did with it; all false for somebody who is not signed in. Not among the parts, which are the same
  /// whoever asks.
  public var viewer: Viewer
  /// The program that it was written with.
  public var application: Application? {
    get { parts.application }
    set { parts.application = newValue }
  }
  /// The id of the post under which it stands as a comment of a Moments page; nil: it stands for itself. Only Swiftlet's
  /// servers say it.
  public var commentOf: String? {
    get { parts.commentOf }
    set { parts.commentOf = newValue }
  }
  /// What the first link of its text leads to, as far as that is known.
  public var card: Card? {
    get { parts.card }
    set { parts.card = newValue }
  }

  /// The title of the reader's filter that hides this post until they ask for it; empty if no filter matches.
  public var filter: String {
    get { parts.filter }
    set { parts.filter = newValue }
  }

  /// Those of its text and its warning.
  public var emojis: [CustomEmoji] { parts.emojis }
  /// People vote in it, which the app can't show.
  public var hasPoll: Bool { parts.hasPoll }
  /// The post that it quotes, which the app can't show in it.
  public var quote: Quote? { parts.quote }

  public init(
    id: String, url: String = "", author: Profile, content: Content, warning: String = "", isSensitive: Bool = false,
    visibility: Visibility = .everybody, language: String? = nil, createdAt: Timestamp? = nil,
    editedAt: Timestamp? = nil, replyTo: Reply? = nil, attachments: [Attachment] = [], mentions: [Mention] = [],
    tags: [Tag] = [], repliesCount: Int = 0, repostsCount: Int = 0, favouritesCount: Int = 0,
    viewer: Viewer = Viewer(), application: Application? = nil, commentOf: String? = nil, card: Card? = nil,
    filter: String = "", emojis: [CustomEmoji] = [], hasPoll: Bool = false, quote: Quote? = nil
  ) {
    parts = Parts(
      id: id, url: url, author: author, content: content, warning: warning, isSensitive: isSensitive,
      visibility: visibility, language: language, createdAt: createdAt, editedAt: editedAt, replyTo: replyTo,
      attachments: attachments, mentions: mentions, tags: tags, repliesCount: repliesCount, repostsCount: repostsCount,
      favouritesCount: favouritesCount, application: application, commentOf: commentOf, card: card, filter: filter,
      emojis: emojis, hasPoll: hasPoll, quote: quote)
    self.viewer = viewer
  }

  /// A program that posts are written with.
  public struct Application: Equatable, Sendable {
    public var name: String
    /// Its page, as it registered it.
    public var website: String?

    public init(name: String, website: String? = nil) {
      self.name = name
      self.website = website
    }
  }

  public struct Quote: Equatable, Sendable {
    /// Empty if the server doesn't say it, or doesn't show the post to the viewer.
    public var id: String
    /// As `Profile.handle`.
    public var handle: String
    /// The page of the quoted post, else of the post that quotes it.
    public var url: String

    public init(id: String, handle: String, url: String) {
      self.id = id
      self.handle = handle
      self.url = url
    }
  }

  /// The post that this one answers. Either may be gone.
  public struct Reply: Equatable, Sendable {
    public var id: String
    /// The id of who wrote it.
    public var author: String?

    public init(id: String, author: String?) {
      self.id = id
      self.author = author
    }
  }

  public struct Viewer: Equatable, Sendable {
    public var isFavourite = false
    public var isReposted = false
    public var isBookmarked = false
    /// The asker hears nothing more of the conversation.
    public var isMuted = false
    /// On top of the asker's own page.
    public var isPinned = false

    public init() {}
  }

  /// An account that the content names.
  public struct Mention: Equatable, Sendable {
    public var id: String
    public var username: String
    /// As `Profile.handle`.
    public var handle: String
    public var url: String

    public init(id: String, username: String, handle: String, url: String) {
      self.id = id
      self.username = username
      self.handle = handle
      self.url = url
    }
  }

  public struct Tag: Equatable, Sendable {
    /// Without `#`, in lower case.
    public var name: String
    public var url: String

    public init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// A picture, film or sound of a post.
  public struct Attachment: Equatable, Sendable {
    public enum Kind: String, Sendable {
      case image
      case animation = "gifv"
      case video
      case audio
      case unknown
    }

    private struct Parts: Equatable, Sendable {
      var id: String
      var kind: Kind
      var picture: Picture
      var url: String
      var blurhash: String?
      var thumbnail: Picture?
    }

    @Shared private var parts: Parts

    public var id: String { parts.id }
    public var kind: Kind { parts.kind }
    /// Of a film: its preview.
    public var picture: Picture {
      get { parts.picture }
      set { parts.picture = newValue }
    }
    /// Where the whole thing is.
    public var url: String { parts.url }
    /// Some 30 characters from which a blur is drawn until the picture is there (blurha.sh).
    public var blurhash: String? { parts.blurhash }
    /// What its author chose to be shown in its place at first.
    public var thumbnail: Picture? { parts.thumbnail }

    public init(
      id: String, kind: Kind, picture: Picture, url: String, blurhash: String? = nil,
      thumbnail: Picture? = nil
    ) {
      parts = Parts(id: id, kind: kind, picture: picture, url: url, blurhash: blurhash, thumbnail: thumbnail)
    }
  }
}

/// One line of a timeline: a post, or that somebody reposted it.
public struct TimelineEntry: Equatable, Sendable {
  /// Of the entry itself: for a repost another one than the post's. Timelines are ordered and paged by it.
  public var id: String
  public var createdAt: Timestamp?
  public var status: Status
  /// nil: the author published it.
  public var reposter: Profile?
  /// Of the repost; `nil` if it is the post's own, or not known.
  public var visibility: Visibility?

  public init(
    id: String, createdAt: Timestamp?, status: Status, reposter: Profile? = nil, visibility: Visibility? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.status = status
    self.reposter = reposter
    self.visibility = visibility
  }

  /// The post itself, as its author published it.
  public init(_ status: Status) {
    self.init(id: status.id, createdAt: status.createdAt, status: status)
  }
}

/// Something that happened to the asker (Mastodon API, entities/Notification).
public struct Notification: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case mention
    case follow
    case followRequest = "follow_request"
    case favourite
    case repost = "reblog"
    /// Somebody whom the asker wants to hear of published something.
    case post = "status"
    /// A post that the asker reposted was changed.
    case update
    /// Somebody has joined: by the asker's invitation here, at all on servers that tell it to who runs them.
    case signUp = "admin.sign_up"
  }

  private struct Parts: Equatable, Sendable {
    var id: String
    var kind: Kind
    var createdAt: Timestamp?
    var actor: Profile
    var status: Status?
  }

  @Shared private var parts: Parts

  /// Decimal digits, sortable by time.
  public var id: String { parts.id }
  public var kind: Kind { parts.kind }
  public var createdAt: Timestamp? { parts.createdAt }
  public var actor: Profile {
    get { parts.actor }
    set { parts.actor = newValue }
  }
  public var status: Status? {
    get { parts.status }
    set { parts.status = newValue }
  }

  public init(id: String, kind: Kind, createdAt: Timestamp?, actor: Profile, status: Status? = nil) {
    parts = Parts(id: id, kind: kind, createdAt: createdAt, actor: actor, status: status)
  }
}
