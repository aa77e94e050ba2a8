public import Social

/// A stream to which a member subscribes.
public enum StreamName: Hashable, Sendable {
  /// The member's home and notifications.
  case user
  case notifications
  /// Public posts, and those for members.
  case publicPosts(onlyMedia: Bool)
  /// Posts of other servers. It stays silent.
  case remotePosts
  /// Public posts with a tag, which is in lower case.
  case tag(String)
  /// A circle of the member's.
  case list(Int64)
  /// Conversations of direct posts.
  case direct
}

/// Something that a stream shows.
public enum StreamEvent: Sendable {
  case update(TimelineEntry)
  case edit(TimelineEntry)
  case delete(Int64)
  case notification(Notification)
  case conversation(DirectConversation)
  case announcement(Announcement)
  case announcementRemoved(Int64)
  /// The numbers of a post's favourites, reposts and replies, which are the same for all who see it.
  case counts(Post)
}

/// An event for those of the stream's subscribers who may see it.
public struct StreamDelivery: Sendable {
  public let stream: StreamName
  public let accounts: [Int64]
  public let event: StreamEvent
}

/// The accounts that subscribe to each stream through this process.
public struct StreamAudience: Sendable {
  public private(set) var accounts: [StreamName: Set<Int64>]

  public init(_ accounts: [StreamName: Set<Int64>] = [:]) { self.accounts = accounts }

  subscript(stream: StreamName) -> Set<Int64> { accounts[stream] ?? [] }

  /// The ids of the circles to which a client subscribes.
  var lists: [Int64] {
    accounts.keys.compactMap { stream in
      if case .list(let id) = stream { id } else { nil }
    }
  }

  /// The tags to which a client subscribes.
  var tags: [String] {
    accounts.keys.compactMap { stream in
      if case .tag(let name) = stream { name } else { nil }
    }
  }
}
