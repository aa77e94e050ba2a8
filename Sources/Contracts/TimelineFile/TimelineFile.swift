public import Social

/// A timeline that somebody keeps in a file: `{"timeline":[{"id","author","content","date"…}]}`.
public struct TimelineFile: Equatable, Sendable {
  /// In the order of the file, each id once.
  public var posts: [Post] = []
  public var leftOut: [LeftOut] = []

  public init() {}

  public struct Post: Equatable, Sendable {
    /// Counted from 0, as it stands in the file.
    public var index: Int
    /// Opaque; not blank.
    public var id: String
    /// The author's, without `@`; not blank.
    public var handle: String
    /// Plain text with line breaks; may be empty only if there are images.
    public var text: String
    /// nil: the file gives no date that there is.
    public var createdAt: Timestamp?
    /// `http` or `https`.
    public var avatar: String?
    /// The id of the post that this one answers, which the file may not have.
    public var replyTo: String?
    /// `http` or `https`, at most as many as a post holds.
    public var images: [String]
    /// How many more the file names: beyond those, or no addresses.
    public var droppedImages: Int

    public init(
      index: Int, id: String, handle: String, text: String, createdAt: Timestamp? = nil, avatar: String? = nil,
      replyTo: String? = nil, images: [String] = [], droppedImages: Int = 0
    ) {
      self.index = index
      self.id = id
      self.handle = handle
      self.text = text
      self.createdAt = createdAt
      self.avatar = avatar
      self.replyTo = replyTo
      self.images = images
      self.droppedImages = droppedImages
    }
  }

  /// An item that is no post.
  public struct LeftOut: Error, Equatable, Sendable {
    /// Counted from 0, as it stands in the file.
    public var index: Int
    public var reason: Reason

    public init(index: Int, reason: Reason) {
      self.index = index
      self.reason = reason
    }
  }

  public enum Reason: Equatable, Hashable, Sendable {
    case notAnObject
    case noID
    case noAuthor
    /// Neither text nor images.
    case empty
    /// An item before it has the same id.
    case sameID
  }
}
