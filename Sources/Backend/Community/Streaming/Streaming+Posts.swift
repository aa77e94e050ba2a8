import Social
import Storage

extension Community.Streaming {
  /// Returns the events about a post, a repost or an edit for the streams that have it.
  func deliveries(
    ofPost id: Int64, isEdit: Bool, to audience: StreamAudience
  ) async throws -> [StreamDelivery] {
    guard let post = try await store.streamedPost(id) else { return [] }
    let streams = Self.streams(of: post)
    let subscribers = streams.reduce(into: Set<Int64>()) { $0.formUnion(audience[$1]) }
    let viewers = try await viewers(of: id, among: subscribers)
    var entries = StreamEntries(store: store, post: post, isEdit: isEdit)
    var deliveries: [StreamDelivery] = []
    for stream in streams {
      let receivers = viewers.filter { viewer in
        guard audience[stream].contains(viewer.account) else { return false }
        return switch stream {
        case .user: viewer.isAtHome || isEdit && viewer.isMentioned
        case .direct: !isEdit && (viewer.isMentioned || viewer.account == post.author)
        default: !viewer.isMuting
        }
      }
      if stream == .direct {
        deliveries += try await conversations(post.conversation, receivers.map(\.account))
      } else {
        for (entry, accounts) in try await entries.entries(for: receivers) {
          deliveries.append(
            StreamDelivery(
              stream: stream, accounts: accounts, event: isEdit ? .edit(entry) : .update(entry)))
        }
      }
    }
    return try await deliveries + lists(post, isEdit: isEdit, audience)
  }

  /// Returns the streams that may have a post, but for circles.
  private static func streams(of post: StreamedPost) -> [StreamName] {
    var streams = [StreamName.user]
    if post.isListed, !post.isCommentOrReply {
      streams.append(.publicPosts(onlyMedia: false))
      if post.hasMedia { streams.append(.publicPosts(onlyMedia: true)) }
    }
    streams += post.tags.map { .tag($0) }
    if post.visibility == .direct { streams.append(.direct) }
    return streams
  }

  private func conversations(_ id: Int64, _ accounts: [Int64]) async throws -> [StreamDelivery] {
    var deliveries: [StreamDelivery] = []
    for account in accounts {
      let found = try await store.directConversations(of: account, id: id, Cursor(limit: 1))
      guard let conversation = found.items.first else { continue }
      deliveries.append(
        StreamDelivery(stream: .direct, accounts: [account], event: .conversation(conversation)))
    }
    return deliveries
  }

  /// Asks the timelines of the author's circles for the post. Few subscribe to them.
  private func lists(
    _ post: StreamedPost, isEdit: Bool, _ audience: StreamAudience
  ) async throws -> [StreamDelivery] {
    var deliveries: [StreamDelivery] = []
    guard post.id < .max, post.id > .min else { return [] }
    let only = Cursor(maxID: post.id + 1, sinceID: post.id - 1, limit: 1)
    for list in try await store.circles(audience.lists, with: post.author) {
      for account in audience[.list(list)].sorted() {
        let page = try await store.circleTimeline(list, of: account, only, now: clock().milliseconds)
        guard let entry = page?.items.first else { continue }
        deliveries.append(
          StreamDelivery(
            stream: .list(list), accounts: [account], event: isEdit ? .edit(entry) : .update(entry)))
      }
    }
    return deliveries
  }
}

/// Reads a post once for all who see the same. Its author sees more, also in another's repost, and so do reminded
/// people and those who voted in its poll.
private struct StreamEntries {
  let store: Store
  let post: StreamedPost
  let isEdit: Bool
  private var shared: TimelineEntry?
  private var own: [Int64: TimelineEntry] = [:]

  init(store: Store, post: StreamedPost, isEdit: Bool) {
    self.store = store
    self.post = post
    self.isEdit = isEdit
  }

  mutating func entries(for viewers: [PostViewer]) async throws -> [(TimelineEntry, [Int64])] {
    var entries: [(TimelineEntry, [Int64])] = []
    var groups: [(interactions: Post.Interactions, accounts: [Int64])] = []
    for viewer in viewers {
      if seesMore(viewer) {
        if let entry = try await entry(for: viewer.account) { entries.append((entry, [viewer.account])) }
      } else if let index = groups.firstIndex(where: { $0.interactions == viewer.interactions }) {
        groups[index].accounts.append(viewer.account)
      } else {
        groups.append((viewer.interactions, [viewer.account]))
      }
    }
    for group in groups {
      guard var entry = try await sharedEntry(for: group.accounts[0]) else { continue }
      entry.post.interactions = group.interactions
      entries.append((entry, group.accounts))
    }
    return entries
  }

  private func seesMore(_ viewer: PostViewer) -> Bool {
    viewer.account == post.author || viewer.knowsReminders
      || post.hasPoll && (isEdit || post.repostOf != nil)
  }

  private mutating func entry(for account: Int64) async throws -> TimelineEntry? {
    if let known = own[account] { return known }
    own[account] = try await store.entry(post.id, viewer: account)
    return own[account]
  }

  private mutating func sharedEntry(for account: Int64) async throws -> TimelineEntry? {
    if shared == nil { shared = try await store.entry(post.id, viewer: account) }
    return shared
  }
}
