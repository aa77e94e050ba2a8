/// The size of the community.
public struct CommunityStatistics: Equatable, Sendable {
  public var members: Int
  public var posts: Int

  public init(members: Int, posts: Int) {
    self.members = members
    self.posts = posts
  }
}
