import Freshness
public import Social

/// How much of a conversation is read.
public struct ContextLimits: Equatable, Sendable {
  public var ancestors: Int
  public var descendants: Int
  /// How many answers deep.
  public var depth: Int

  public init(ancestors: Int, descendants: Int, depth: Int) {
    self.ancestors = ancestors
    self.descendants = descendants
    self.depth = depth
  }

  /// Mastodon gives members 4,096 of each, and strangers 40, 60 and 20. A post costs about 100 µs and 2 KB to encode: a
  /// member's longest answer half a second of a processor, a stranger's a twentieth.
  public static let forMembers = ContextLimits(ancestors: 1000, descendants: 3000, depth: 3000)
  public static let forStrangers = ContextLimits(ancestors: 100, descendants: 300, depth: 300)
}

extension Store {
  /// What a post answers, the first post first, and what answers it at any depth, each one's answers right behind it,
  /// the oldest first; nil if the asker may not see the post itself. Costs eight statements at most, however long the conversation is, and one more if
  /// it is gathered what that depends on.
  ///
  /// What exceeds the limits lies furthest from the post.
  public func context(
    of id: Int64, asker: Int64?, _ limits: ContextLimits
  ) async throws -> (ancestors: [Status], descendants: [Status])? {
    let isGathered = Dependencies.current != nil
    return try await driver.read(dependsOn: .declaredWhileReading) { connection in
      if isGathered { connection.depend(on: .post(id), .conversation(try connection.conversation(of: id))) }
      let above = try connection.ancestors(of: id, limits)
      let below = try connection.descendants(of: id, limits)
      let found = try StatusReader(connection: connection, memory: memory, asker: asker).read(
        [id] + above + below.map(\.id)
      )
      .statuses
      guard found[id] != nil else { return nil }
      return (above.compactMap { found[$0] }, Conversation.inOrder(below, under: id).compactMap { found[$0] })
    }
  }
}

extension DatabaseConnection {
  /// The id under which everything is noted that joins or leaves the thread of a post.
  fileprivate func conversation(of id: Int64) throws -> Int64 {
    try integer("SELECT conversation FROM posts WHERE id = \(id)") ?? id
  }

  fileprivate func ancestors(of id: Int64, _ limits: ContextLimits) throws -> [Int64] {
    try integers(Conversation.ancestors(of: id, limits))
  }

  fileprivate func descendants(of id: Int64, _ limits: ContextLimits) throws -> [Conversation.Answer] {
    try rows(Conversation.descendants(of: id, limits)) { row in
      Conversation.Answer(id: try row.integer(), replyTo: try row.integer())
    }
  }
}

/// The statements that follow replies. A post answers one that was there before it, and imports bring no circles.
enum Conversation {
  struct Answer {
    let id: Int64
    let replyTo: Int64
  }

  /// Depth first: whoever reads from top to bottom finds an answer right behind what it answers, and of two answers to
  /// the same post the older one with all that follows from it first. Nothing recurses.
  static func inOrder(_ answers: [Answer], under root: Int64) -> [Int64] {
    var below: [Int64: [Int64]] = [:]
    for answer in answers { below[answer.replyTo, default: []].append(answer.id) }
    var order: [Int64] = []
    order.reserveCapacity(answers.count)
    var waiting = [root]
    while let id = waiting.popLast() {
      if id != root { order.append(id) }
      waiting += (below[id] ?? []).sorted(by: >)
    }
    return order
  }

  static func ancestors(of id: Int64, _ limits: ContextLimits) -> Statement {
    """
    WITH RECURSIVE above (id, reply_to, depth) AS (
      SELECT id, reply_to, 0 FROM posts WHERE id = \(id)
      UNION ALL
      SELECT p.id, p.reply_to, above.depth + 1 FROM above JOIN posts p ON p.id = above.reply_to
      WHERE above.depth < \(limits.ancestors))
    SELECT id FROM above WHERE depth > 0 ORDER BY depth DESC
    """
  }

  /// Level by level, so that each one's parent comes before it, and the limit cuts the deepest.
  static func descendants(of id: Int64, _ limits: ContextLimits) -> Statement {
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
