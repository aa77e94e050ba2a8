public import Social
import Storage

extension Community {
  public var scrapbooks: Scrapbooks { Scrapbooks(store: store, clock: clock, identifiers: identifiers) }

  /// The named albums that members make of their own posts (docs/decisions/0088). A viewer who may see none of
  /// its posts gets `CommunityError.notFound`, like for one that doesn't exist.
  public struct Scrapbooks: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Scrapbooks {
  /// The maximum number of a member's scrapbooks.
  public static let maxScrapbooks = 100
  /// The maximum number of posts in a scrapbook.
  public static let maxPosts = 500
  /// The maximum length of a title, in characters.
  static let longestTitle = 60

  /// Returns an account's scrapbooks that the viewer may see, the last made first.
  public func all(of owner: Int64, viewer: Viewer?) async throws -> [Scrapbook] {
    try await store.scrapbooks(of: owner, viewer: viewer?.account)
  }

  /// Returns the viewer's scrapbooks that hold a post.
  public func all(with post: Int64, _ viewer: Viewer) async throws -> [Scrapbook] {
    try await store.scrapbooks(of: viewer.account, viewer: viewer.account, with: post)
  }

  public func find(_ scrapbook: Int64, viewer: Viewer?) async throws -> Scrapbook {
    guard let found = try await store.scrapbook(scrapbook, viewer: viewer?.account) else {
      throw CommunityError.notFound
    }
    return found
  }

  /// Returns a page of a scrapbook's posts, newest first, as far as the viewer may see them.
  public func posts(
    of scrapbook: Int64, viewer: Viewer?, _ cursor: Cursor
  ) async throws -> ListPage<TimelineEntry> {
    _ = try await find(scrapbook, viewer: viewer)
    let page = try await store.posts(ofScrapbook: scrapbook, viewer: viewer?.account, cursor)
    guard let page else { throw CommunityError.notFound }
    return page
  }

  /// - Throws: `CommunityError.invalid` for a title that is blank or too long, and if the viewer has 100
  ///   scrapbooks.
  public func create(_ title: String, _ viewer: Viewer) async throws -> Scrapbook {
    let title = try Self.title(title)
    let (id, owner) = (identifiers.next(milliseconds: clock().milliseconds), viewer.account)
    try await store.write { transaction in
      guard try transaction.countScrapbooks(of: owner) < Self.maxScrapbooks else {
        throw CommunityError.invalid(
          "Validation failed: You have as many albums as possible (maximum is \(Self.maxScrapbooks))",
          .tooManyAlbums)
      }
      try transaction.insertScrapbook(id, owner: owner, title: title)
    }
    return try await find(id, viewer: viewer)
  }

  public func rename(_ scrapbook: Int64, to title: String, _ viewer: Viewer) async throws -> Scrapbook {
    let title = try Self.title(title)
    try await changing(scrapbook, viewer) { transaction in
      try transaction.rename(scrapbook: scrapbook, to: title)
    }
    return try await find(scrapbook, viewer: viewer)
  }

  public func delete(_ scrapbook: Int64, _ viewer: Viewer) async throws {
    try await changing(scrapbook, viewer) { transaction in try transaction.deleteScrapbook(scrapbook) }
  }

  /// Adds posts to a scrapbook: all of them, or none if one can't be added. Those that are there already stay.
  ///
  /// - Throws: `CommunityError.notFound` for a post that the viewer may not see; `CommunityError.invalid` for
  ///   another author's post, one without pictures, and beyond 500 posts.
  public func add(_ posts: [Int64], to scrapbook: Int64, _ viewer: Viewer) async throws {
    let (now, owner, identifiers) = (clock().milliseconds, viewer.account, identifiers)
    try await changing(scrapbook, viewer) { transaction in
      for post in posts {
        guard let facts = try transaction.post(post, viewer: owner) else { throw CommunityError.notFound }
        guard facts.author == owner, facts.repostOf == nil else {
          throw CommunityError.invalid("Validation failed: An album holds posts of its owner")
        }
        guard try transaction.hasPictures(post) else {
          throw CommunityError.invalid("Validation failed: The post has no pictures")
        }
        let id = identifiers.next(milliseconds: now)
        try transaction.add(post: post, toScrapbook: scrapbook, owner: owner, id: id)
      }
      guard try transaction.countPosts(ofScrapbook: scrapbook) <= Self.maxPosts else {
        throw CommunityError.invalid(
          "Validation failed: The album has as many posts as possible (maximum is \(Self.maxPosts))",
          .albumFull)
      }
    }
  }

  /// Removes posts from a scrapbook. Those that aren't in it are left out.
  public func remove(_ posts: [Int64], from scrapbook: Int64, _ viewer: Viewer) async throws {
    try await changing(scrapbook, viewer) { transaction in
      try transaction.remove(posts: posts, fromScrapbook: scrapbook)
    }
  }

  private func changing(
    _ scrapbook: Int64, _ viewer: Viewer, _ change: @escaping @Sendable (WriteTransaction) throws -> Void
  ) async throws {
    try await store.write { transaction in
      guard try transaction.hasScrapbook(scrapbook, owner: viewer.account) else {
        throw CommunityError.notFound
      }
      try change(transaction)
    }
  }

  /// Returns a title as it is stored.
  private static func title(_ title: String) throws(CommunityError) -> String {
    guard !title.isBlank else { throw .invalid("Validation failed: Title can't be blank") }
    let cleaned = title.cleanedName
    guard cleaned.unicodeScalars.count <= longestTitle else {
      throw .invalid(
        "Validation failed: Title is too long (maximum is \(longestTitle) characters)", .textTooLong)
    }
    return cleaned
  }
}
