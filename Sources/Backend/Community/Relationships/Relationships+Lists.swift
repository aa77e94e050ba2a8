public import Social
import Storage

extension Community.Relationships {
  /// Returns the followers of an account, latest first. Empty if the account blocked the viewer.
  public func followers(of id: Int64, viewer: Viewer?, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await list(.followers, of: id, viewer: viewer, cursor)
  }

  /// Returns the accounts that an account follows, latest first. Empty if the account blocked the viewer.
  public func following(of id: Int64, viewer: Viewer?, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await list(.following, of: id, viewer: viewer, cursor)
  }

  /// Returns the accounts whose follow requests to the viewer are open, latest first.
  public func followRequests(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await own(.requests, viewer, cursor)
  }

  /// Returns the accounts that the viewer blocked, latest first.
  public func blocks(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await own(.blocked, viewer, cursor)
  }

  /// Returns the accounts that the viewer muted, latest first.
  public func mutes(_ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await own(.muted, viewer, cursor)
  }

  private func own(_ list: AccountList, _ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<Profile>
  {
    try await store.accounts(
      list, of: viewer.account, viewer: viewer.account, cursor, now: clock().milliseconds)
  }

  private func list(
    _ list: AccountList, of id: Int64, viewer: Viewer?, _ cursor: Cursor
  ) async throws -> ListPage<Profile> {
    guard try await store.profiles([id]).first != nil else { throw CommunityError.notFound }
    if let viewer, try await of(viewer, to: [id]).first?.isBlockedBy == true {
      return ListPage(items: [])
    }
    return try await store.accounts(list, of: id, viewer: viewer?.account, cursor, now: clock().milliseconds)
  }
}
