/// A list of people that a member keeps (a list of the Mastodon API). Only its owner knows that it exists.
public struct Circle: Equatable, Sendable {
  /// The replies that show in the circle's timeline, beside those to its owner and within one's own thread.
  public enum RepliesPolicy: String, CaseIterable, Sendable {
    /// Replies to accounts that the owner follows, or that are in the circle.
    case followed
    /// Replies to people of the circle.
    case people = "list"
    case none
  }

  public let id: String
  public var name: String
  public var repliesPolicy: RepliesPolicy
  /// True if posts of its people don't show in the owner's home timeline.
  public var isExclusive: Bool
  /// The number of its people, without suspended ones; `nil` if the server doesn't say.
  public var peopleCount: Int?

  public init(
    id: String, name: String, repliesPolicy: RepliesPolicy = .people, isExclusive: Bool = false,
    peopleCount: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.repliesPolicy = repliesPolicy
    self.isExclusive = isExclusive
    self.peopleCount = peopleCount
  }
}
