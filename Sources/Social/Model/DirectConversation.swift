/// Direct posts that belong together, as one of those sees them whom they are for (Mastodon API, entities/Conversation).
public struct DirectConversation: Equatable, Sendable {
  /// Of the post that it began with, which may be gone.
  public var id: String
  public var isUnread: Bool
  /// The newest post.
  public var last: Status
  /// Who else the last post is from and for; of somebody who writes to nobody else, themselves.
  public var people: [Profile]

  public init(id: String, isUnread: Bool, last: Status, people: [Profile]) {
    self.id = id
    self.isUnread = isUnread
    self.last = last
    self.people = people
  }
}
