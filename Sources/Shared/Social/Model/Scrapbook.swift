/// A named album that a member makes of own posts with pictures. Each post keeps its audience: a scrapbook holds
/// what its viewer may see, and only its owner learns of one without such a post.
public struct Scrapbook: Equatable, Sendable {
  public let id: String
  /// The id of the member who made it.
  public let owner: String
  public var title: String
  /// The number of its posts that the viewer may see.
  public var postsCount: Int
  /// The first picture of the newest post without a content warning; `nil` if all posts have one.
  public var cover: Post.Attachment?

  public init(id: String, owner: String, title: String, postsCount: Int = 0, cover: Post.Attachment? = nil) {
    self.id = id
    self.owner = owner
    self.title = title
    self.postsCount = postsCount
    self.cover = cover
  }
}
