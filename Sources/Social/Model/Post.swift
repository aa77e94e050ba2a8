/// Something that a person published: text, pictures, or both.
public struct Post: Equatable, Sendable {
  /// At most this many pictures belong to a post.
  public static let maximumPictures = 9

  /// Decimal digits, sortable by time; nil where the source has no ids (the Moments origin).
  public var id: String?
  public var sender: Account
  /// Plain text with line breaks; empty where there are only pictures.
  public var text: String
  public var pictures: [Picture]
  /// Oldest first.
  public var comments: [Comment]
  /// Who likes it, in the order in which they did.
  public var likes: [Account]
  /// nil where the source gives no date.
  public var createdAt: Timestamp?

  public init(
    id: String? = nil, sender: Account, text: String = "", pictures: [Picture] = [], comments: [Comment] = [],
    likes: [Account] = [], createdAt: Timestamp? = nil
  ) {
    self.id = id
    self.sender = sender
    self.text = text
    self.pictures = pictures
    self.comments = comments
    self.likes = likes
    self.createdAt = createdAt
  }
}

/// An answer under a post.
public struct Comment: Equatable, Sendable {
  /// nil where the source has no ids.
  public var id: String?
  public var sender: Account
  public var text: String
  /// The comment of the same post that this one answers; nil: it answers the post.
  public var replyTo: Reply?
  public var createdAt: Timestamp?

  public init(
    id: String? = nil, sender: Account, text: String, replyTo: Reply? = nil, createdAt: Timestamp? = nil
  ) {
    self.id = id
    self.sender = sender
    self.text = text
    self.replyTo = replyTo
    self.createdAt = createdAt
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
