/// A post as the Moments page shows it: text, pictures, or both.
public struct MomentsPost: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String?
    var sender: Account
    var text: String
    var warning: String
    var isSensitive: Bool
    var pictures: [Picture]
    var comments: [Comment]
    var likes: [Account]
    var createdAt: Timestamp?
    var location: String?
    var language: String?
    var editedAt: Timestamp?
    var linkPreview: LinkPreview?
    var visibility: Visibility
    var circles: [Post.ChosenCircle]
    var hasPoll: Bool
  }

  @Shared private var parts: Parts

  /// The maximum number of pictures of a post.
  public static let maxPictures = 9

  /// Decimal digits, sortable by time; `nil` if the source has no ids (the Moments API).
  public var id: String? {
    get { parts.id }
    set { parts.id = newValue }
  }
  public var sender: Account {
    get { parts.sender }
    set { parts.sender = newValue }
  }
  /// Plain text with line breaks; empty if the post only has pictures.
  public var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// The content warning. If it isn't empty, text and pictures are hidden until the viewer asks for them.
  public var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  /// True if the pictures are hidden until the viewer asks for them.
  public var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  public var pictures: [Picture] {
    get { parts.pictures }
    set { parts.pictures = newValue }
  }
  /// The comments, oldest first.
  public var comments: [Comment] {
    get { parts.comments }
    set { parts.comments = newValue }
  }
  /// The accounts that like the post, in the order of their likes.
  public var likes: [Account] {
    get { parts.likes }
    set { parts.likes = newValue }
  }
  /// The time of publication; `nil` if the source has no dates.
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }
  /// The place that the sender named, in their words. Only Swiftlet servers send it.
  public var location: String? {
    get { parts.location }
    set { parts.location = newValue }
  }
  /// The language of the text, as a BCP 47 tag; `nil` if it isn't known. Only Swiftlet servers send it.
  public var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }

  /// The time of the last edit; `nil` if the post was never edited. Only Swiftlet servers send it.
  public var editedAt: Timestamp? {
    get { parts.editedAt }
    set { parts.editedAt = newValue }
  }
  /// The preview of the text's first link; `nil` if the text has no link or its page gives no title. Only
  /// Swiftlet servers send it.
  public var linkPreview: LinkPreview? {
    get { parts.linkPreview }
    set { parts.linkPreview = newValue }
  }
  /// The audience. Only Swiftlet servers send it, to their members.
  public var visibility: Visibility {
    get { parts.visibility }
    set { parts.visibility = newValue }
  }
  /// The circles that the author chose; empty for everybody else, and for other audiences.
  public var circles: [Post.ChosenCircle] {
    get { parts.circles }
    set { parts.circles = newValue }
  }
  /// True if the post has a poll, which its thread shows. Only Swiftlet servers send it.
  public var hasPoll: Bool {
    get { parts.hasPoll }
    set { parts.hasPoll = newValue }
  }

  public init(
    id: String? = nil, sender: Account, text: String = "", warning: String = "", isSensitive: Bool = false,
    pictures: [Picture] = [], comments: [Comment] = [], likes: [Account] = [], createdAt: Timestamp? = nil,
    location: String? = nil, language: String? = nil,
    editedAt: Timestamp? = nil, linkPreview: LinkPreview? = nil, visibility: Visibility = .everybody,
    circles: [Post.ChosenCircle] = [], hasPoll: Bool = false
  ) {
    parts = Parts(
      id: id, sender: sender, text: text, warning: warning, isSensitive: isSensitive, pictures: pictures,
      comments: comments, likes: likes, createdAt: createdAt, location: location,
      language: language, editedAt: editedAt, linkPreview: linkPreview, visibility: visibility,
      circles: circles, hasPoll: hasPoll)
  }

  /// As much of `Post.LinkPreview` as a Moments page shows.
  public struct LinkPreview: Equatable, Sendable {
    public let url: String
    /// The title, which is never empty.
    public let title: String
    /// A small copy of the picture.
    public let picture: Picture?

    public init(url: String, title: String, picture: Picture? = nil) {
      (self.url, self.title, self.picture) = (url, title, picture)
    }
  }
}

/// A comment on a post.
public struct Comment: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String?
    var sender: Account
    var text: String
    var replyTo: Reply?
    var picture: Picture?
    var createdAt: Timestamp?
    var language: String?
  }

  @Shared private var parts: Parts

  /// The id; `nil` if the source has no ids.
  public var id: String? {
    get { parts.id }
    set { parts.id = newValue }
  }
  public var sender: Account {
    get { parts.sender }
    set { parts.sender = newValue }
  }
  public var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// The picture; `nil` if the comment only has text.
  public var picture: Picture? {
    get { parts.picture }
    set { parts.picture = newValue }
  }
  /// The comment of the same post that this one replies to; `nil` if it replies to the post.
  public var replyTo: Reply? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }
  /// The language of the text, as a BCP 47 tag; `nil` if it isn't known. Only Swiftlet servers send it.
  public var language: String? {
    get { parts.language }
    set { parts.language = newValue }
  }

  public init(
    id: String? = nil, sender: Account, text: String, replyTo: Reply? = nil, picture: Picture? = nil,
    createdAt: Timestamp? = nil, language: String? = nil
  ) {
    parts = Parts(
      id: id, sender: sender, text: text, replyTo: replyTo, picture: picture, createdAt: createdAt,
      language: language)
  }

  /// The parent of a comment and the parent's author: "A replied to B".
  public struct Reply: Equatable, Sendable {
    public var id: String
    public var sender: Account

    public init(id: String, sender: Account) {
      self.id = id
      self.sender = sender
    }
  }
}
