import Invalidation
public import Social

extension Store {
  /// Returns the viewer's direct conversations, the one with the newest post first. The cursor holds the ids
  /// of their newest posts. They are searched among the viewer's newest 2,000 direct posts, and those of the
  /// newest 5,000 posts that mention the viewer.
  ///
  /// - Parameter id: the only conversation to return; `nil` for all.
  public func directConversations(
    of viewer: Int64, id: Int64? = nil, _ cursor: Cursor
  ) async throws -> ListPage<DirectConversation> {
    try await driver.read(dependsOn: .declaredWhileReading) { connection in
      // New ones are written by the viewer or mention the viewer.
      connection.depend(on: .authored(viewer), .viewer(viewer), .interactions(viewer))
      let statement = DirectConversations.statement(viewer: viewer, id: id, cursor)
      let (rows, keys) = try connection.page(statement, cursor) { key, row in
        (last: key, id: try row.integer(), isNewer: try row.bool())
      }
      let reader = PostReader(connection: connection, memory: memory, viewer: viewer)
      let posts = try reader.read(keys).posts
      let others = posts.values.flatMap { post in post.mentions.compactMap { Int64($0.id) } }
      let profiles = try reader.read([], others: others + [viewer]).profiles
      let found = rows.compactMap { row -> DirectConversation? in
        guard let last = posts[row.last] else { return nil }
        let named = last.mentions.compactMap { mention in Int64(mention.id).flatMap { profiles[$0] } }
        let people = ([last.author] + named.filter { $0.id != last.author.id }).filter {
          $0.id != String(viewer)
        }
        return DirectConversation(
          id: String(row.id), isUnread: row.isNewer && last.author.id != String(viewer), last: last,
          people: people.isEmpty ? profiles[viewer].map { [$0] } ?? [] : people)
      }
      return ListPage(found, keys: keys, cursor: cursor)
    }
  }
}

/// The statement that finds direct conversations.
enum DirectConversations {
  /// Selects the newest post of each conversation, the conversation's id, and 1 if it is unread.
  static func statement(viewer: Int64, id: Int64?, _ cursor: Cursor) -> Statement {
    var statement: Statement = """
      SELECT d.last, d.conversation, CASE WHEN d.last > coalesce(k.read_up_to, 0) THEN 1 ELSE 0 END
      """
    let account = statement.identifier(viewer)
    let visible = Visibility.condition(viewer: viewer, in: &statement)
    statement.append(
      """
       FROM (SELECT max(p.id) AS last, p.conversation FROM (\
      SELECT * FROM (SELECT id FROM posts WHERE author = \(account) AND visibility = 'direct' \
      ORDER BY id DESC LIMIT 2000) own UNION \
      SELECT * FROM (SELECT post FROM mentions WHERE account = \(account) ORDER BY post DESC LIMIT 5000) named) c \
      CROSS JOIN posts p WHERE p.id = c.id AND p.visibility = 'direct' AND \(visible)
      """)
    if let id { statement.append(" AND p.conversation = \(id)") }
    statement.append(
      """
       GROUP BY p.conversation) d LEFT JOIN conversation_marks k \
      ON k.account = \(account) AND k.conversation = d.conversation WHERE d.last > coalesce(k.hidden_up_to, 0)
      """)
    let range = cursor.condition("d.last", in: &statement)
    let order = cursor.order("d.last", in: &statement)
    statement.append("\(range)\(order)")
    return statement
  }
}

extension WriteTransaction {
  /// Returns the newest direct post of a conversation that the viewer may see; `nil` if it has no such post
  /// since it was hidden.
  public func newestPost(ofConversation id: Int64, viewer: Int64) throws(StorageError) -> Int64? {
    let statement = DirectConversations.statement(viewer: viewer, id: id, Cursor(limit: 1))
    return try connection.integer(statement)
  }

  /// Marks a conversation as read.
  ///
  /// - Parameter post: the last post that the account has read.
  public func read(conversation: Int64, by account: Int64, upTo post: Int64) throws(StorageError) {
    try mark("read_up_to", conversation, account, post)
  }

  /// Hides a conversation until a newer post comes.
  ///
  /// - Parameter post: the newest post of the conversation.
  public func hide(conversation: Int64, from account: Int64, upTo post: Int64) throws(StorageError) {
    try mark("hidden_up_to", conversation, account, post)
  }

  private func mark(_ column: SQL, _ conversation: Int64, _ account: Int64, _ post: Int64)
    throws(StorageError)
  {
    try connection.execute(
      """
      INSERT INTO conversation_marks (account, conversation, \(column)) VALUES (\(account), \(conversation), \(post))
      ON CONFLICT (account, conversation) DO UPDATE SET \(column) = excluded.\(column)
      """)
  }
}
