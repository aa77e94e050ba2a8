import Media
public import Social
import Storage

/// A member's own data at one moment, read page by page. It can't be kept after the read.
public struct OwnData {
  /// The number of list items that are read at once.
  static let pageSize = 200

  let reader: OwnDataReader
  public let profile: Profile
  public let preferences: OwnPreferences

  /// Passes on the posts and reposts of every visibility, newest first.
  public func eachPost(_ take: (TimelineEntry) throws -> Void) throws {
    try each({ try reader.posts(after: $0, limit: Self.pageSize) }, take)
  }

  /// Passes on the ids and authors of the member's favourites, latest favourite first.
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

  /// Passes on the addresses of the pictures in the member's posts, each once: `/media/{hash}/{name}`.
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

/// The defaults of a member's new posts.
public struct OwnPreferences: Equatable, Sendable {
  public let visibility: Visibility
  public let isSensitive: Bool
  public let language: String?
}

extension Community {
  /// Returns a ticket with which a browser may download the member's data once, within a minute.
  ///
  /// - Throws: `CommunityError.notFound` for a token without a member, `.tooMany` while a download is running.
  public func exportTicket(_ access: TokenAccess) async throws -> String {
    guard let asker = access.asker else { throw CommunityError.notFound }
    guard !exportPlaces.has(asker.account) else { throw CommunityError.tooMany(retryAfter: .seconds(10)) }
    let ticket = try exportTickets.issue(account: asker.account, token: access.tokenID, now: clock().milliseconds)
    if let told = exportTickets.told(of: ticket) { await words.tell(.tickets, told) }
    return ticket
  }

  /// Redeems a ticket, which becomes invalid.
  ///
  /// - Returns: A place to hold until all data are sent; `nil` if the ticket or the token that requested it is
  ///   invalid.
  /// - Throws: `CommunityError.tooMany` while a download is running.
  public func export(ticket: String) async throws -> ExportPlace? {
    guard let found = exportTickets.use(ticket, now: clock().milliseconds) else { return nil }
    await words.tell(.tickets, exportTickets.told(ofUsed: ticket))
    guard try await store.hasToken(found.token, of: found.account) else { return nil }
    return try exportPlaces.take(for: found.account)
  }

  /// Reads a member's own data as they are at one moment, regardless of writes meanwhile.
  ///
  /// - Parameter body: runs on a thread of the database and may write files.
  /// - Returns: `nil` if the account is gone.
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

  /// Creates a file without a name, on the disk of the data.
  ///
  /// - Throws: A `DescribedError`.
  public func exportFile() throws -> ExportFile { try ExportFile(withoutNameAt: mediaStore.temporaryPath()) }
}
