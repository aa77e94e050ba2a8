import Media
public import Social
import Storage

/// Pages of all that is a member's own. No page holds a reader of the database longer than it takes to read
/// it.
public struct OwnData: Sendable {
  /// The number of rows of a list that one read takes.
  static let pageSize = 200
  /// The number of named albums, with all their posts, that one read takes.
  static let scrapbooksAtOnce = 4

  let store: Store
  let reads: ExportReads
  let account: Int64
  public let profile: Profile
  public let preferences: OwnPreferences
  /// `nil` without one.
  public let email: String?
  /// The push services that get messages for the member, with what they send.
  public let push: [(host: String, subscription: PushSubscription)]

  /// Posts and reposts of every visibility, newest first.
  public func eachPage(ofPosts take: ([TimelineEntry]) async throws -> Void) async throws {
    try await each({ try $0.posts(after: $1, limit: Self.pageSize) }, take)
  }

  /// The posts that the member made favourites, the latest first.
  public func eachPage(ofFavourites take: ([(post: String, username: String)]) async throws -> Void)
    async throws
  {
    try await each({ try $0.collected(.favourites, after: $1, limit: Self.pageSize) }) { page in
      try await take(page.map { ("\($0.post)", $0.username) })
    }
  }

  public func eachPage(ofBookmarks take: ([(post: String, username: String)]) async throws -> Void)
    async throws
  {
    try await each({ try $0.collected(.bookmarks, after: $1, limit: Self.pageSize) }) { page in
      try await take(page.map { ("\($0.post)", $0.username) })
    }
  }

  public func eachPage(
    ofFollowed take: ([(username: String, showsReposts: Bool, notifies: Bool)]) async throws -> Void
  ) async throws {
    try await each({ try $0.followed(after: $1, limit: Self.pageSize) }) { page in
      try await take(page.map { ($0.username, $0.showsReposts, $0.notifies) })
    }
  }

  /// The people in the member's circles, the last added first.
  public func eachPage(
    ofPeopleInCircles take: ([(circle: String, username: String)]) async throws -> Void
  ) async throws {
    try await each({ try $0.peopleInCircles(after: $1, limit: Self.pageSize) }) { page in
      try await take(page.map { ($0.circle, $0.username) })
    }
  }

  /// The member's named albums, the last made first, each with the ids of its posts.
  public func eachPage(
    ofScrapbooks take: ([(title: String, posts: [String])]) async throws -> Void
  ) async throws {
    try await each({ try $0.scrapbooks(after: $1, limit: Self.scrapbooksAtOnce) }) { page in
      try await take(page.map { ($0.title, $0.posts.map { String($0) }) })
    }
  }

  /// The addresses of the pictures in their posts, each once: `/media/{hash}/{name}`.
  public func eachPage(ofPictures take: ([String]) async throws -> Void) async throws {
    try await each({ try $0.pictures(after: $1, limit: Self.pageSize) }, take)
  }

  private func each<Item: Sendable>(
    _ page: @escaping @Sendable (OwnDataReader, _ last: Int64?) throws -> ListPage<Item>,
    _ take: ([Item]) async throws -> Void
  ) async throws {
    var last: Int64?
    repeat {
      let end = last
      let page = try await reads.run { [store, account] in
        try await store.ownData(of: account) { try page($0, end) }
      }
      if !page.items.isEmpty { try await take(page.items) }
      last = page.older
    } while last != nil
  }
}

/// The defaults of a member's new posts.
public struct OwnPreferences: Equatable, Sendable {
  public let visibility: Visibility
  public let isSensitive: Bool
  public let language: String?
}

extension Community {
  public var exports: Exports {
    Exports(
      store: store, clock: clock, mediaStore: mediaStore, messages: messages, tickets: exportTickets,
      slots: exportSlots, reads: exportReads)
  }

  /// Downloads of a member's own data.
  public struct Exports: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let mediaStore: MediaStore
    let messages: MessageBus
    let tickets: ExportTickets
    let slots: ExportSlots
    let reads: ExportReads
  }
}

extension Community.Exports {
  /// Returns a ticket with which a browser may download the member's data once, within a minute.
  ///
  /// - Parameter scrapbook: Limits the download to the pictures of a named album.
  /// - Throws: `CommunityError.notFound` for a token without a member, and for another member's album,
  ///   `.tooMany` while a download is running.
  public func ticket(_ access: TokenAccess, scrapbook: Int64? = nil) async throws -> String {
    guard let viewer = access.viewer else { throw CommunityError.notFound }
    if let scrapbook {
      let found = try await store.scrapbook(scrapbook, viewer: viewer.account)
      guard found?.owner == String(viewer.account) else { throw CommunityError.notFound }
    }
    guard !slots.has(viewer.account) else { throw CommunityError.tooMany(retryAfter: .seconds(10)) }
    let ticket = try tickets.issue(
      account: viewer.account, token: access.tokenID, scrapbook: scrapbook, now: clock().milliseconds)
    if let message = tickets.message(of: ticket) { await messages.publish(.tickets, message) }
    return ticket
  }

  /// Redeems a ticket, which becomes invalid.
  ///
  /// - Returns: A slot to hold until all data are sent; `nil` if the ticket or the token that requested it is
  ///   invalid.
  /// - Throws: `CommunityError.tooMany` while a download is running.
  public func redeem(_ ticket: String) async throws -> ExportSlot? {
    guard let found = tickets.use(ticket, now: clock().milliseconds) else { return nil }
    await messages.publish(.tickets, tickets.message(ofUsed: ticket))
    guard try await store.hasToken(found.token, of: found.account) else { return nil }
    return try slots.take(for: found.account, scrapbook: found.scrapbook)
  }

  /// Begins to read what is a member's own.
  ///
  /// - Returns: nil if the account is gone.
  public func ownData(_ slot: ExportSlot) async throws -> OwnData? {
    let (store, reads, account) = (store, reads, slot.account)
    let found = try await reads.run { try await store.ownData(of: account) { try $0.profile() } }
    guard let (profile, settings) = found else { return nil }
    return OwnData(
      store: store, reads: reads, account: account, profile: profile,
      preferences: OwnPreferences(
        visibility: settings.visibility, isSensitive: settings.isSensitive, language: settings.language),
      email: try await store.email(of: account, now: clock().milliseconds).address,
      push: try await store.pushSubscriptions(ofAccount: account).map { ($0.host, $0.subscription) })
  }

  /// Returns the named album of a download, with the posts of its owner that have pictures, newest first.
  ///
  /// - Returns: `nil` if it was deleted.
  public func scrapbook(_ slot: ExportSlot) async throws -> (scrapbook: Scrapbook, posts: [Post])? {
    let (store, reads, account) = (store, reads, slot.account)
    guard let id = slot.scrapbook, let found = try await store.scrapbook(id, viewer: account),
      found.owner == String(account)
    else { return nil }
    var posts: [Post] = []
    var last: Int64?
    repeat {
      let cursor = Cursor(maxID: last, limit: OwnData.pageSize)
      let page = try await reads.run {
        try await store.posts(ofScrapbook: id, viewer: account, cursor)
      }
      posts += page?.items.map(\.post) ?? []
      last = page?.older
    } while last != nil && posts.count < Community.Scrapbooks.maxPosts
    return (found, posts)
  }

  /// Creates a file without a name, on the disk of the data.
  ///
  /// - Throws: a `DescribedError`.
  public func file() async throws -> ExportFile {
    try await mediaStore.fileWork.run { [mediaStore] in
      try ExportFile(withoutNameAt: mediaStore.temporaryPath())
    }
  }
}
