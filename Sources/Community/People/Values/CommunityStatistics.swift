/// How large the community is.
public struct CommunityStatistics: Equatable, Sendable {
  public var members: Int
  public var posts: Int
}
