/// A post as timelines show it (Mastodon API, entities/Status). The Moments page shows a `MomentsPost`.
public struct Post: Equatable, Sendable {
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
    var client: Client?
    var commentOf: String?
    var linkPreview: LinkPreview?
    var filters: [PostFilter]
    var emojis: [CustomEmoji]
    var hasPoll: Bool
    var poll: Poll?
    var quote: Quote?
    var circles: [ChosenCircle]
    var location: String?
    var reminded: [Mention]
  }

  @Shared private var parts: Parts

  /// The id in decimal digits, sortable by time.
  public var id: String {
    get { parts.id }
    set { parts.id = newValue }
  }
  /// The address of the post's web page; empty if it doesn't have one.
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
  /// The content warning. If it isn't empty, the content is hidden until the viewer asks for it.
  public var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  /// True if the attachments are hidden until the viewer asks for them.
  public var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  public var visibility: Visibility {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// The language as a BCP 47 tag.
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
  /// The viewer's interactions with the post; all false for strangers. Not in `parts`, which are the same for
  /// all viewers.
  public var interactions: Interactions
  /// The circles that the author chose; empty for everybody else, and for other audiences.
  public var circles: [ChosenCircle] {
    get { parts.circles }
    set { parts.circles = newValue }
  }
  /// The client that the post was written with.
  public var client: Client? {
    get { parts.client }
    set { parts.client = newValue }
  }
  /// The id of the post that this one comments on a Moments page; `nil` if it isn't such a comment. Only
  /// Swiftlet servers send it.
  public var commentOf: String? {
    get { parts.commentOf }
    set { parts.commentOf = newValue }
  }
  /// The place that the author named, in their words. Only Swiftlet servers send it.
  public var location: String? {
    get { parts.location }
    set { parts.location = newValue }
  }
  /// The people that the author reminded of the post: all of them for the author, for a reminded person only
  /// themselves. Empty for all others.
  public var reminded: [Mention] {
    get { parts.reminded }
    set { parts.reminded = newValue }
  }
  /// The preview of the first link in the text, if it is known.
  public var linkPreview: LinkPreview? {
    get { parts.linkPreview }
    set { parts.linkPreview = newValue }
  }

  /// The viewer's filters that match it.
  public var filters: [PostFilter] {
    get { parts.filters }
    set { parts.filters = newValue }
  }

  /// The custom emojis of the text and the content warning.
  public var emojis: [CustomEmoji] { parts.emojis }
  /// True if the post has a poll. Its `poll` is `nil` if the app can't show it.
  public var hasPoll: Bool { parts.hasPoll }
  public var poll: Poll? {
    get { parts.poll }
    set { parts.poll = newValue }
  }
  /// The quoted post. The app can't show it within this one.
  public var quote: Quote? { parts.quote }

  public init(
    id: String, url: String = "", author: Profile, content: Content, warning: String = "",
    isSensitive: Bool = false,
    visibility: Visibility = .everybody, language: String? = nil, createdAt: Timestamp? = nil,
    editedAt: Timestamp? = nil, replyTo: Reply? = nil, attachments: [Attachment] = [],
    mentions: [Mention] = [],
    tags: [Tag] = [], repliesCount: Int = 0, repostsCount: Int = 0, favouritesCount: Int = 0,
    interactions: Interactions = Interactions(), client: Client? = nil, commentOf: String? = nil,
    linkPreview: LinkPreview? = nil,
    filters: [PostFilter] = [], emojis: [CustomEmoji] = [], hasPoll: Bool = false, poll: Poll? = nil,
    quote: Quote? = nil, circles: [ChosenCircle] = [], location: String? = nil, reminded: [Mention] = []
  ) {
    parts = Parts(
      id: id, url: url, author: author, content: content, warning: warning, isSensitive: isSensitive,
      visibility: visibility, language: language, createdAt: createdAt, editedAt: editedAt, replyTo: replyTo,
      attachments: attachments, mentions: mentions, tags: tags, repliesCount: repliesCount,
      repostsCount: repostsCount,
      favouritesCount: favouritesCount, client: client, commentOf: commentOf, linkPreview: linkPreview,
      filters: filters,
      emojis: emojis, hasPoll: hasPoll, poll: poll, quote: quote, circles: circles, location: location,
      reminded: reminded)
    self.interactions = interactions
  }

  /// A client that posts are written with.
  public struct Client: Equatable, Sendable {
    public var name: String
    /// The client's web page, as it was registered.
    public var website: String?

    public init(name: String, website: String? = nil) {
      self.name = name
      self.website = website
    }
  }

  /// A circle that the author chose for the post.
  public struct ChosenCircle: Equatable, Sendable {
    public var id: String
    public var name: String
    /// True if the circle's people don't see the post.
    public var isExcepted: Bool
    /// True if the others who see the post are the author's followers, not all members.
    public var isOfFollowers: Bool

    public init(id: String, name: String, isExcepted: Bool, isOfFollowers: Bool = false) {
      self.id = id
      self.name = name
      self.isExcepted = isExcepted
      self.isOfFollowers = isOfFollowers
    }
  }

  public struct Quote: Equatable, Sendable {
    /// The id of the quoted post; empty if the server doesn't send it or doesn't show that post to the
    /// viewer.
    public var id: String
    /// The author's handle, as in `Profile.handle`.
    public var handle: String
    /// The page of the quoted post, or else of the quoting one.
    public var url: String

    public init(id: String, handle: String, url: String) {
      self.id = id
      self.handle = handle
      self.url = url
    }
  }

  /// The parent of a reply. The post or its author may be deleted.
  public struct Reply: Equatable, Sendable {
    public var id: String
    /// The id of the parent's author.
    public var author: String?

    public init(id: String, author: String?) {
      self.id = id
      self.author = author
    }
  }

  public struct Interactions: Equatable, Sendable {
    public var isFavourite = false
    public var isReposted = false
    public var isBookmarked = false
    /// True if the viewer muted the conversation.
    public var isMuted = false
    /// True if the viewer pinned the post to their profile.
    public var isPinned = false

    public init() {}
  }

  /// An account that the content mentions.
  public struct Mention: Equatable, Sendable {
    public var id: String
    public var username: String
    /// The account's handle, as in `Profile.handle`.
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
    /// The tag without `#`, in lower case.
    public var name: String
    public var url: String

    public init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// A picture, video or sound of a post.
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
    /// The picture; for a video, its preview.
    public var picture: Picture {
      get { parts.picture }
      set { parts.picture = newValue }
    }
    /// The address of the full file.
    public var url: String { parts.url }
    /// About 30 characters that encode a blurred preview, which shows until the picture is loaded
    /// (blurha.sh).
    public var blurhash: String? { parts.blurhash }
    /// The preview picture that the author chose.
    public var thumbnail: Picture? { parts.thumbnail }

    public init(
      id: String, kind: Kind, picture: Picture, url: String, blurhash: String? = nil,
      thumbnail: Picture? = nil
    ) {
      parts = Parts(id: id, kind: kind, picture: picture, url: url, blurhash: blurhash, thumbnail: thumbnail)
    }
  }
}

/// An entry of a timeline: a post or a repost.
public struct TimelineEntry: Equatable, Sendable {
  /// The id of the entry itself. A repost's id differs from its post's. Timelines are ordered and paged by
  /// it.
  public var id: String
  public var createdAt: Timestamp?
  public var post: Post
  /// The account that reposted the post; `nil` if the entry is the post itself.
  public var reposter: Profile?
  /// The visibility of the repost; `nil` if it is the post's own or isn't known.
  public var visibility: Visibility?

  public init(
    id: String, createdAt: Timestamp?, post: Post, reposter: Profile? = nil, visibility: Visibility? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.post = post
    self.reposter = reposter
    self.visibility = visibility
  }

  /// An entry for the post itself, as its author published it.
  public init(_ post: Post) {
    self.init(id: post.id, createdAt: post.createdAt, post: post)
  }
}
