public import Social
import Storage

extension Community {
  /// Returns the followers of an account, latest first. Empty if the account blocked the viewer.
  public func followers(of id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await list(.followers, of: id, asker: asker, cursor)
  }

  /// Returns the accounts that an account follows, latest first. Empty if the account blocked the viewer.
  public func following(of id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await list(.following, of: id, asker: asker, cursor)
  }

  /// Returns the accounts whose follow requests to the viewer are open, latest first.
  public func followRequests(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await own(.requests, asker, cursor)
  }

  /// Returns the accounts that the viewer blocked, latest first.
  public func blocks(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await own(.blocked, asker, cursor)
  }

  /// Returns the accounts that the viewer muted, latest first.
  public func mutes(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await own(.muted, asker, cursor)
  }

  private func own(_ list: AccountList, _ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await store.accounts(
      list, of: asker.account, asker: asker.account, cursor, now: clock().milliseconds)
  }

  private func list(
    _ list: AccountList, of id: Int64, asker: Asker?, _ cursor: Cursor
  ) async throws -> Slice<Profile> {
    guard try await store.profiles([id]).first != nil else { throw CommunityError.notFound }
    if let asker, try await relationships(of: asker, to: [id]).first?.isBlockedBy == true { return Slice(items: []) }
    return try await store.accounts(list, of: id, asker: asker?.account, cursor, now: clock().milliseconds)
  }
}
