/// A conversation of direct posts, as one of its participants sees it (Mastodon API, entities/Conversation).
public struct DirectConversation: Equatable, Sendable {
  /// The id of the conversation's first post, which may be deleted.
  public var id: String
  public var isUnread: Bool
  /// The newest post.
  public var last: Post
  /// The author and the recipients of the last post, without the viewer. If the viewer is the only one, the
  /// viewer.
  public var people: [Profile]

  public init(id: String, isUnread: Bool, last: Post, people: [Profile]) {
    self.id = id
    self.isUnread = isUnread
    self.last = last
    self.people = people
  }
}
