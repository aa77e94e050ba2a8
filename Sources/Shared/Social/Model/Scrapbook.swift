/// A named album that a member makes of own posts with pictures. Each post keeps its audience: a scrapbook holds
/// what its viewer may see, and only its owner learns of one without such a post.
public struct Scrapbook: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var id: String
    var owner: String
    var title: String
    var postsCount: Int
    var cover: Post.Attachment?
  }

  @Shared private var parts: Parts

  public var id: String { parts.id }
  /// The id of the member who made it.
  public var owner: String { parts.owner }
  public var title: String { parts.title }
  /// The number of its posts that the viewer may see.
  public var postsCount: Int { parts.postsCount }
  /// The first picture of the newest post without a content warning; `nil` if all posts have one.
  public var cover: Post.Attachment? { parts.cover }

  public init(id: String, owner: String, title: String, postsCount: Int = 0, cover: Post.Attachment? = nil) {
    parts = Parts(id: id, owner: owner, title: title, postsCount: postsCount, cover: cover)
  }
}
