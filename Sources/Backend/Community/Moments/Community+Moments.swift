public import Social
import Storage

extension Community {
  public var moments: Moments { Moments(store: store) }

  /// The Moments pages of members.
  public struct Moments: Sendable {
    let store: Store
  }
}

extension Community.Moments {
  /// The account whose page "/" shows: the first member who isn't suspended; `nil` in an empty community.
  public func home() async throws -> Account? { try await store.firstVisibleMember()?.account }

  /// Returns the Moments page of an account: its posts and those of the accounts that it follows, as far as
  /// the viewer may see them, newest first.
  ///
  /// The URLs of pictures are relative to the server's root (`/media/…`).
  /// - Parameters:
  ///   - username: in upper or lower case.
  ///   - viewer: the member who looks; `nil` for a stranger.
  ///   - id: limits the page to posts with a smaller id.
  ///   - limit: the maximum number of posts; `nil` for all.
  ///   - hasCovered: includes posts with a warning or sensitive pictures, which the caller has to hide.
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the viewer.
  public func page(
    of username: String, viewer: Viewer?, before id: Int64? = nil, limit: Int? = nil, hasCovered: Bool = false
  ) async throws -> [MomentsPost]? {
    guard let owner = try await store.visibleAccount(named: username, viewer: viewer?.account) else {
      return nil
    }
    return try await store.posts(
      MomentsPage(owner: owner.id, viewer: viewer?.account, before: id, limit: limit, hasCovered: hasCovered))
  }

  /// The posts of a whole page, to be read in parts (`posts(_:of:)`).
  ///
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the viewer.
  public func listing(of username: String, viewer: Viewer?, hasCovered: Bool) async throws -> PageListing? {
    guard let owner = try await store.visibleAccount(named: username, viewer: viewer?.account) else {
      return nil
    }
    let page = MomentsPage(owner: owner.id, viewer: viewer?.account, hasCovered: hasCovered)
    return PageListing(ids: try await store.ids(of: page), page: page)
  }

  /// Those of the posts that are on the page still, newest first.
  ///
  /// - Parameter ids: 512 at most.
  public func posts(_ ids: [Int64], of listing: PageListing) async throws -> [MomentsPost] {
    try await store.posts(ids, on: listing.page)
  }

  /// The authors of the newest posts on a public page, the latest first, without their covers.
  public func recentAuthors(ofPage username: String, limit: Int) async throws -> [Account] {
    guard let owner = try await store.visibleAccount(named: username) else { return [] }
    return try await store.authors(of: MomentsPage(owner: owner.id), limit: limit)
  }
}

/// The posts of a whole Moments page.
public struct PageListing: Sendable {
  /// Newest first.
  public let ids: [Int64]
  let page: MomentsPage
}
