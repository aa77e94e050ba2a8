/// A member's report about an account, for the owner of the community (Mastodon API, entities/Report).
public struct Report: Equatable, Sendable {
  public enum Category: String, CaseIterable, Sendable {
    case spam, legal, violation, other
  }

  public let id: String
  public let target: Profile
  public let category: Category
  public let comment: String
  /// The ids of the reported posts.
  public let posts: [String]
  public let createdAt: Timestamp

  public init(
    id: String, target: Profile, category: Category, comment: String, posts: [String], createdAt: Timestamp
  ) {
    self.id = id
    self.target = target
    self.category = category
    self.comment = comment
    self.posts = posts
    self.createdAt = createdAt
  }
}
