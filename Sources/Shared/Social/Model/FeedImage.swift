/// A picture of an image feed.
public struct FeedImage: Equatable, Sendable {
  /// A UUID in upper case, even if the server wrote it in lower case, so that equal ids are equal strings.
  public var id: String
  public var description: String?
  /// The place where the picture was taken, in words.
  public var location: String?
  public var url: String
  /// The post that the picture belongs to. Only Swiftlet servers send it.
  public var postID: String?
  /// The post's author. Only Swiftlet servers send it.
  public var author: Account?

  public init(
    id: String, description: String? = nil, location: String? = nil, url: String, postID: String? = nil,
    author: Account? = nil
  ) {
    self.id = id
    self.description = description
    self.location = location
    self.url = url
    self.postID = postID
    self.author = author
  }
}

/// A comment on a picture of an image feed.
public struct ImageComment: Equatable, Sendable {
  /// A UUID in upper case.
  public var id: String
  /// Plain text with line breaks.
  public var message: String
  public var createdAt: Timestamp
  /// The author's username.
  public var author: String
  /// The author's account. Only Swiftlet servers send it.
  public var person: Account?

  public init(id: String, message: String, createdAt: Timestamp, author: String, person: Account? = nil) {
    self.id = id
    self.message = message
    self.createdAt = createdAt
    self.author = author
    self.person = person
  }
}
