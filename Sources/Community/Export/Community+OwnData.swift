import Media
public import Social
import Storage

/// All that is somebody's own, as it is at one moment, page by page. Not to be kept.
public struct OwnData {
  /// How much of a list is read at once.
  static let pageSize = 200

  let reader: OwnDataReader
  public let profile: Profile
  public let preferences: OwnPreferences

  /// Posts and reposts of every visibility, newest first.
  public func eachPost(_ take: (TimelineEntry) throws -> Void) throws {
    try each({ try reader.posts(after: $0, limit: Self.pageSize) }, take)
  }

  /// Where the posts are that they made favourites, the latest first.
  public func eachFavourite(_ take: (_ id: String, _ username: String) throws -> Void) throws {
    try each({ try reader.collected(.favourites, after: $0, limit: Self.pageSize) }) {
      try take("\($0.post)", $0.username)
    }
  }

  public func eachBookmark(_ take: (_ id: String, _ username: String) throws -> Void) throws {
    try each({ try reader.collected(.bookmarks, after: $0, limit: Self.pageSize) }) {
      try take("\($0.post)", $0.username)
    }
  }

  public func eachFollowed(_ take: (_ username: String, _ showsReposts: Bool, _ notifies: Bool) throws -> Void) throws {
    try each({ try reader.followed(after: $0, limit: Self.pageSize) }) {
      try take($0.username, $0.showsReposts, $0.notifies)
    }
  }

  /// The addresses of the pictures in their posts, each once: `/media/{hash}/{name}`.
  public func eachPicture(_ take: (String) throws -> Void) throws {
    try each({ try reader.pictures(after: $0, limit: Self.pageSize) }, take)
  }

  private func each<Item>(_ page: (Int64?) throws -> Slice<Item>, _ take: (Item) throws -> Void) throws {
    var last: Int64?
    repeat {
      let page = try page(last)
      for item in page.items { try take(item) }
      last = page.older
    } while last != nil
  }
}

/// How somebody's new posts begin.
public struct OwnPreferences: Equatable, Sendable {
  public let visibility: Visibility
  public let isSensitive: Bool
  public let language: String?
}

extension Community {
  /// A ticket with which a browser may fetch the asker's data once, within a minute.
  ///
  /// - Throws: `CommunityError.notFound` for a program's own token, `.tooMany` while the data are on their way already.
  public func exportTicket(_ access: TokenAccess) async throws -> String {
    guard let asker = access.asker else { throw CommunityError.notFound }
    guard !exportPlaces.has(asker.account) else { throw CommunityError.tooMany(retryAfter: .seconds(10)) }
    let ticket = try exportTickets.issue(account: asker.account, token: access.tokenID, now: clock().milliseconds)
    if let told = exportTickets.told(of: ticket) { await words.tell(.tickets, told) }
    return ticket
  }

  /// Whose data that ticket is for. It counts no longer.
  ///
  /// - Returns: a place, to be held until all of it is sent; nil if the ticket doesn't count, or the token no more with
  ///   which it was asked for.
  /// - Throws: `CommunityError.tooMany` while the data are on their way already.
  public func export(ticket: String) async throws -> ExportPlace? {
    guard let found = exportTickets.use(ticket, now: clock().milliseconds) else { return nil }
    await words.tell(.tickets, exportTickets.told(ofUsed: ticket))
    guard try await store.hasToken(found.token, of: found.account) else { return nil }
    return try exportPlaces.take(for: found.account)
  }

  /// Reads what is a member's own as it is at one moment, whoever writes meanwhile.
  ///
  /// - Parameter body: runs on a thread of the database's, and may write files.
  /// - Returns: nil if the account is gone.
  public func ownData<Value: Sendable>(
    _ place: ExportPlace, _ body: @escaping @Sendable (OwnData) throws -> Value
  ) async throws -> Value? {
    try await store.ownData(of: place.account) { reader in
      guard let (profile, settings) = try reader.profile() else { return nil }
      let preferences = OwnPreferences(
        visibility: settings.visibility, isSensitive: settings.isSensitive, language: settings.language)
      return try body(OwnData(reader: reader, profile: profile, preferences: preferences))
    }
  }

  /// A new file without a name, on the disk of the data.
  ///
  /// - Throws: a `DescribedError`.
  public func exportFile() throws -> ExportFile { try ExportFile(withoutNameAt: mediaStore.temporaryPath()) }
}
