/// Something that a person published: text, pictures, or both.
public struct Post: Equatable, Sendable {
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
  }

  @Shared private var parts: Parts

  /// At most this many pictures belong to a post.
  public static let maximumPictures = 9

  /// Decimal digits, sortable by time; nil where the source has no ids (the Moments origin).
  public var id: String? {
    get { parts.id }
    set { parts.id = newValue }
  }
  public var sender: Account {
    get { parts.sender }
    set { parts.sender = newValue }
  }
  /// Plain text with line breaks; empty where there are only pictures.
  public var text: String {
    get { parts.text }
    set { parts.text = newValue }
  }
  /// What stands before a text and pictures that show when they are asked for; empty: they show at once.
  public var warning: String {
    get { parts.warning }
    set { parts.warning = newValue }
  }
  /// The pictures show when they are asked for.
  public var isSensitive: Bool {
    get { parts.isSensitive }
    set { parts.isSensitive = newValue }
  }
  public var pictures: [Picture] {
    get { parts.pictures }
    set { parts.pictures = newValue }
  }
  /// Oldest first.
  public var comments: [Comment] {
    get { parts.comments }
    set { parts.comments = newValue }
  }
  /// Who likes it, in the order in which they did.
  public var likes: [Account] {
    get { parts.likes }
    set { parts.likes = newValue }
  }
  /// nil where the source gives no date.
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }

  public init(
    id: String? = nil, sender: Account, text: String = "", warning: String = "", isSensitive: Bool = false,
    pictures: [Picture] = [], comments: [Comment] = [], likes: [Account] = [], createdAt: Timestamp? = nil
  ) {
    parts = Parts(
      id: id, sender: sender, text: text, warning: warning, isSensitive: isSensitive, pictures: pictures,
      comments: comments, likes: likes, createdAt: createdAt)
  }
}

/// An answer under a post.
public struct Comment: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String?
    var sender: Account
    var text: String
    var replyTo: Reply?
    var picture: Picture?
    var createdAt: Timestamp?
  }

  @Shared private var parts: Parts

  /// nil where the source has no ids.
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
  /// nil where there are only words.
  public var picture: Picture? {
    get { parts.picture }
    set { parts.picture = newValue }
  }
  /// The comment of the same post that this one answers; nil: it answers the post.
  public var replyTo: Reply? {
    get { parts.replyTo }
    set { parts.replyTo = newValue }
  }
  public var createdAt: Timestamp? {
    get { parts.createdAt }
    set { parts.createdAt = newValue }
  }

  public init(
    id: String? = nil, sender: Account, text: String, replyTo: Reply? = nil, picture: Picture? = nil,
    createdAt: Timestamp? = nil
  ) {
    parts = Parts(
      id: id, sender: sender, text: text, replyTo: replyTo, picture: picture, createdAt: createdAt)
  }

  /// Which comment is answered, and whose it is: "A replied to B".
  public struct Reply: Equatable, Sendable {
    public var id: String
    public var sender: Account

    public init(id: String, sender: Account) {
      self.id = id
      self.sender = sender
    }
  }
}
