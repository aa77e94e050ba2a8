import Invalidation
import Social
import Storage

extension Community {
  public var streaming: Streaming { Streaming(store: store, clock: clock) }

  /// Tells events to those who may see them while they are connected (decision 0070).
  public struct Streaming: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
  }
}

extension Community.Streaming {
  /// Calls `listener` with the notes of all processes from now on, in the order of their commits, on a thread
  /// that it must not block.
  public func subscribe(_ listener: @escaping @Sendable (StreamNews) -> Void) {
    store.events.subscribe { listener(StreamNews($0)) }
  }

  /// Returns true if the viewer owns a circle, to whose stream only they may subscribe.
  public func owns(list: Int64, _ viewer: Viewer) async throws -> Bool {
    try await store.owner(ofCircle: list) == viewer.account
  }

  /// Returns those of the tokens that are still valid.
  public func validTokens(_ tokens: [Int64]) async throws -> Set<Int64> {
    Set(try await store.validTokens(tokens))
  }

  /// Returns the events that follow from a note. Everything is read now: who may see a post is decided when
  /// it is sent.
  public func deliveries(
    of note: StreamNote, to audience: StreamAudience
  ) async throws -> [StreamDelivery] {
    switch note.note {
    case .published(let id): return try await deliveries(ofPost: id, isEdit: false, to: audience)
    case .edited(let id): return try await deliveries(ofPost: id, isEdit: true, to: audience)
    case .counted(let id): return try await counts(of: id, to: audience)
    case .removed(let post): return try await removal(of: post, to: audience)
    case .notified(let id, let account): return try await notification(id, to: account, audience)
    case .announced(let id):
      guard !audience[.user].isEmpty, let record = try await store.announcement(id) else { return [] }
      return [delivery(.user, audience[.user], .announcement(Announcement(record)))]
    case .announcementRemoved(let id): return [delivery(.user, audience[.user], .announcementRemoved(id))]
    case .accessChanged: return []
    }
  }

  func delivery(_ stream: StreamName, _ accounts: Set<Int64>, _ event: StreamEvent) -> StreamDelivery {
    StreamDelivery(stream: stream, accounts: accounts.sorted(), event: event)
  }

  private func notification(
    _ id: Int64, to account: Int64, _ audience: StreamAudience
  ) async throws -> [StreamDelivery] {
    let streams = [StreamName.user, .notifications].filter { audience[$0].contains(account) }
    guard !streams.isEmpty else { return [] }
    let found = try await store.notifications(
      of: account, NotificationFilter(id: id), Cursor(limit: 1), now: clock().milliseconds
    ).items.first
    guard let found else { return [] }
    return streams.map { StreamDelivery(stream: $0, accounts: [account], event: .notification(found)) }
  }

  private func counts(of id: Int64, to audience: StreamAudience) async throws -> [StreamDelivery] {
    let viewers = try await viewers(of: id, among: audience[.user]).filter(\.isAtHome)
    guard let first = viewers.first,
      let post = try await store.posts([id], viewer: first.account).first
    else { return [] }
    return [StreamDelivery(stream: .user, accounts: viewers.map(\.account), event: .counts(post))]
  }

  func viewers(of post: Int64, among accounts: Set<Int64>) async throws -> [PostViewer] {
    try await store.viewers(of: post, among: accounts.sorted(), now: clock().milliseconds)
  }

  /// Tells those who may have seen a post that they can't see it any more. The row is gone, so the note says
  /// who they are, beside the author's followers.
  private func removal(of post: RemovedPost, to audience: StreamAudience) async throws -> [StreamDelivery] {
    let followers = Set(
      post.visibility == .circles || post.visibility == .direct
        ? [] : try await store.followers(of: post.author, among: audience.everybody))
    let named = followers.union(post.accounts).union([post.author])
    var streams: [(StreamName, Set<Int64>)] = [
      (.user, named), (.direct, post.visibility == .direct ? named : []),
    ]
    if post.isListed {
      streams += [.publicPosts(onlyMedia: false), .publicPosts(onlyMedia: true)].map { ($0, audience[$0]) }
      streams += audience.tags.filter { post.tags.contains(CacheTag.hash($0)) }.map {
        (.tag($0), audience[.tag($0)])
      }
    }
    for list in try await store.circles(audience.lists, with: post.author) {
      streams.append((.list(list), post.visibility.isForFew ? named : audience[.list(list)]))
    }
    let told = streams.map { ($0, audience[$0].intersection($1)) }.filter { !$1.isEmpty }
    let all = told.reduce(into: Set<Int64>()) { $0.formUnion($1.1) }
    guard !all.isEmpty else { return [] }
    let seeing = try await viewers(of: post.id, among: all).map(\.account)
    let others = Set(try await store.accounts(all.sorted(), withoutBlocksOf: post.author)).subtracting(seeing)
    return told.map { delivery($0, $1.intersection(others), .delete(post.id)) }
  }
}

extension StreamAudience {
  /// All accounts that subscribe to something.
  fileprivate var everybody: [Int64] {
    accounts.values.reduce(into: Set<Int64>()) { $0.formUnion($1) }.sorted()
  }
}
