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
}

extension Store {
  /// What a post answers, the oldest first, and what answers it, each answer before the next one to the same post; nil
  /// if the asker may not see the post itself.
  public func context(
    of id: Int64, asker: Int64?, _ limits: ContextLimits
  ) async throws -> (ancestors: [Status], descendants: [Status])? {
    try await driver.read { connection in
      let above = try connection.ancestors(of: id, limits)
      let below = try connection.descendants(of: id, limits)
      let found = try StatusReader(connection: connection, asker: asker).read([id] + above + below).statuses
      guard found[id] != nil else { return nil }
      return (above.compactMap { found[$0] }, below.compactMap { found[$0] })
    }
  }
}

extension DatabaseConnection {
  fileprivate func ancestors(of id: Int64, _ limits: ContextLimits) throws -> [Int64] {
    let sql = """
      WITH RECURSIVE above (id, reply_to, depth) AS (
        SELECT id, reply_to, 0 FROM posts WHERE id = $1
        UNION ALL
        SELECT p.id, p.reply_to, above.depth + 1 FROM above JOIN posts p ON p.id = above.reply_to
        WHERE above.depth < $2)
      SELECT id FROM above WHERE depth > 0 ORDER BY depth DESC
      """
    return try rows(Statement(sql, .integer(id), .integer(Int64(limits.ancestors)))).map { try $0.integer(0) }
  }

  fileprivate func descendants(of id: Int64, _ limits: ContextLimits) throws -> [Int64] {
    let sql = """
      WITH RECURSIVE below (id, reply_to, depth) AS (
        SELECT id, reply_to, 1 FROM posts WHERE reply_to = $1
        UNION ALL
        SELECT p.id, p.reply_to, below.depth + 1 FROM below JOIN posts p ON p.reply_to = below.id
        WHERE below.depth < $2)
      SELECT id, reply_to FROM below LIMIT $3
      """
    let found = try rows(
      Statement(sql, .integer(id), .integer(Int64(limits.depth)), .integer(Int64(limits.descendants))))
    var answers: [Int64: [Int64]] = [:]
    for row in found { answers[try row.integer(1), default: []].append(try row.integer(0)) }
    var order: [Int64] = []
    var waiting = [id]
    while let next = waiting.popLast() {
      if next != id { order.append(next) }
      waiting += answers[next, default: []].sorted(by: >)
    }
    return order
  }
}
