public import Social

/// A timeline in a file: `{"timeline":[{"id","author","content","date"…}]}`.
public struct TimelineFile: Equatable, Sendable {
  /// The posts in the order of the file, each id once.
  public var posts: [Post] = []
  public var leftOut: [LeftOut] = []

  public init() {}

  public struct Post: Equatable, Sendable {
    /// The position in the file, from 0.
    public var index: Int
    /// An opaque id; not blank.
    public var id: String
    /// The author's handle without `@`; not blank.
    public var handle: String
    /// Plain text with line breaks. It is empty only if there are images.
    public var text: String
    /// The date; `nil` if the file has no valid one.
    public var createdAt: Timestamp?
    /// An `http` or `https` URL.
    public var avatar: String?
    /// The id of the parent, which may be missing from the file.
    public var replyTo: String?
    /// `http` or `https` URLs, at most as many as a post can have.
    public var images: [String]
    /// The number of images in the file that are left out, because they are too many or aren't URLs.
    public var droppedImages: Int

    public init(
      index: Int, id: String, handle: String, text: String, createdAt: Timestamp? = nil,
      avatar: String? = nil,
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

  /// An item that isn't a valid post.
  public struct LeftOut: Error, Equatable, Sendable {
    /// The position in the file, from 0.
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
    /// An earlier item has the same id.
    case sameID
  }
}
