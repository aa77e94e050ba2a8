public import Social
import Storage

extension Community {
  public var conversations: Conversations { Conversations(store: store) }

  /// Conversations of direct posts.
  public struct Conversations: Sendable {
    let store: Store
  }
}

extension Community.Conversations {
  /// Returns the viewer's conversations, the one with the newest post first.
  public func list(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<DirectConversation> {
    try await store.directConversations(of: viewer.account, cursor)
  }

  /// Marks a whole conversation as read by the viewer.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer isn't part of it.
  public func read(_ id: Int64, _ viewer: Viewer) async throws -> DirectConversation {
    try await store.write { transaction in
      guard let newest = try transaction.newestPost(ofConversation: id, viewer: viewer.account) else {
        throw CommunityError.notFound
      }
      try transaction.read(conversation: id, by: viewer.account, upTo: newest)
    }
    let found = try await store.directConversations(of: viewer.account, id: id, Cursor(limit: 1))
    guard let conversation = found.items.first else { throw CommunityError.notFound }
    return conversation
  }

  /// Removes a conversation from the viewer's list until it has a new post. The posts stay.
  ///
  /// - Throws: `CommunityError.notFound` if the viewer isn't part of it.
  public func hide(_ id: Int64, _ viewer: Viewer) async throws {
    try await store.write { transaction in
      guard let newest = try transaction.newestPost(ofConversation: id, viewer: viewer.account) else {
        throw CommunityError.notFound
      }
      try transaction.hide(conversation: id, from: viewer.account, upTo: newest)
    }
  }
}
