/// A member's report about an account, for those who look after the community (Mastodon API,
/// entities/Report).
public struct Report: Equatable, Sendable {
  public enum Category: String, CaseIterable, Sendable {
    case spam, legal, violation, other
  }

  /// An end that a report came to.
  public enum Decision: String, CaseIterable, Sendable {
    case dismissed
    /// The account was told what it should not do, in the moderator's words.
    case warned
    /// The reported posts were removed.
    case hidden
    /// The account was suspended.
    case suspended
  }

  public let id: String
  public let target: Profile
  public let category: Category
  public let comment: String
  /// The ids of the reported posts.
  public let posts: [String]
  /// The ids of the rules that it names.
  public let rules: [String]
  public let createdAt: Timestamp
  /// The decision and its time; `nil` while the report is open.
  public var resolution: Resolution?

  public struct Resolution: Equatable, Sendable {
    public let decision: Decision
    public let date: Timestamp

    public init(decision: Decision, date: Timestamp) {
      self.decision = decision
      self.date = date
    }
  }

  public init(
    id: String, target: Profile, category: Category, comment: String, posts: [String], rules: [String] = [],
    createdAt: Timestamp, resolution: Resolution? = nil
  ) {
    self.id = id
    self.target = target
    self.category = category
    self.comment = comment
    self.posts = posts
    self.rules = rules
    self.createdAt = createdAt
    self.resolution = resolution
  }
}
