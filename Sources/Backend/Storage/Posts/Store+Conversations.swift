import Invalidation
public import Social

/// The limits for reading a conversation.
public struct ConversationLimits: Equatable, Sendable {
  public var ancestors: Int
  public var descendants: Int
  /// The maximum depth of replies.
  public var depth: Int

  public init(ancestors: Int, descendants: Int, depth: Int) {
    self.ancestors = ancestors
    self.descendants = descendants
    self.depth = depth
  }

  /// Mastodon gives members 4,096 of each, and strangers 40, 60 and 20. A post costs about 100 µs and 2 KB to
  /// encode. So a member's longest response takes half a second of a processor, a stranger's a twentieth.
  public static let forMembers = ConversationLimits(ancestors: 1000, descendants: 3000, depth: 3000)
  public static let forStrangers = ConversationLimits(ancestors: 100, descendants: 300, depth: 300)
}

extension Store {
  /// Returns the posts above a post, the first one first, and the replies below it at any depth. Each post's
  /// replies stand right behind it, the oldest first. Returns `nil` if the viewer may not see the post
  /// itself. Costs eight statements at most, whatever the length of the conversation, and one more if
  /// dependencies are gathered.
  ///
  /// The limits cut off the posts that are furthest from the post.
  public func context(
    of id: Int64, viewer: Int64?, _ limits: ConversationLimits
  ) async throws -> (ancestors: [Post], descendants: [Post])? {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      if isGathered { connection.depend(on: .post(id), .conversation(try connection.conversation(of: id))) }
      let above = try connection.ancestors(of: id, limits)
      let below = try connection.descendants(of: id, limits)
      let found = try PostReader(connection: connection, memory: memory, viewer: viewer).read(
        [id] + above + below.map(\.id)
      )
      .posts
      guard found[id] != nil else { return nil }
      return (above.compactMap { found[$0] }, Conversation.inOrder(below, under: id).compactMap { found[$0] })
    }
  }
}

extension DatabaseConnection {
  /// Returns the id of the conversation, which is the dependency for posts that join or leave it.
  fileprivate func conversation(of id: Int64) throws -> Int64 {
    try integer("SELECT conversation FROM posts WHERE id = \(id)") ?? id
  }

  fileprivate func ancestors(of id: Int64, _ limits: ConversationLimits) throws -> [Int64] {
    try integers(Conversation.ancestors(of: id, limits))
  }

  fileprivate func descendants(of id: Int64, _ limits: ConversationLimits) throws -> [Conversation.Reply] {
    try rows(Conversation.descendants(of: id, limits)) { row in
      Conversation.Reply(id: try row.integer(), replyTo: try row.integer())
    }
  }
}

/// The statements that follow replies. They can't run in circles: a post replies to an older one, and imports
/// bring no circles.
enum Conversation {
  struct Reply {
    let id: Int64
    let replyTo: Int64
  }

  /// Orders replies depth first, so that each stands right behind its parent. Of two replies to the same
  /// post, the older one with all its replies comes first. It uses no recursion.
  static func inOrder(_ replies: [Reply], under root: Int64) -> [Int64] {
    var below: [Int64: [Int64]] = [:]
    for reply in replies { below[reply.replyTo, default: []].append(reply.id) }
    var order: [Int64] = []
    order.reserveCapacity(replies.count)
    var waiting = [root]
    while let id = waiting.popLast() {
      if id != root { order.append(id) }
      waiting += (below[id] ?? []).sorted(by: >)
    }
    return order
  }

  static func ancestors(of id: Int64, _ limits: ConversationLimits) -> Statement {
    """
    WITH RECURSIVE above (id, reply_to, depth) AS (
      SELECT id, reply_to, 0 FROM posts WHERE id = \(id)
      UNION ALL
      SELECT p.id, p.reply_to, above.depth + 1 FROM above JOIN posts p ON p.id = above.reply_to
      WHERE above.depth < \(limits.ancestors))
    SELECT id FROM above WHERE depth > 0 ORDER BY depth DESC
    """
  }

  /// Reads level by level, so that parents come before their replies, and the limit cuts off the deepest.
  static func descendants(of id: Int64, _ limits: ConversationLimits) -> Statement {
    """
    WITH RECURSIVE below (id, reply_to, depth) AS (
      SELECT id, reply_to, 1 FROM posts WHERE reply_to = \(id)
      UNION ALL
      SELECT p.id, p.reply_to, below.depth + 1 FROM below JOIN posts p ON p.reply_to = below.id
      WHERE below.depth < \(limits.depth))
    SELECT id, reply_to FROM below LIMIT \(limits.descendants)
    """
  }
}
