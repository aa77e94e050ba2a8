public import Social
import Storage

extension Community {
  /// Who follows an account, the latest first. Empty for whom the account blocked.
  public func followers(of id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await list(.followers, of: id, asker: asker, cursor)
  }

  /// Whom an account follows, the latest first. Empty for whom the account blocked.
  public func following(of id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await list(.following, of: id, asker: asker, cursor)
  }

  /// Who wants to follow the asker and waits, the latest first.
  public func followRequests(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await own(.requests, asker, cursor)
  }

  /// Whom the asker blocked, the latest first.
  public func blocks(_ asker: Asker, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await own(.blocked, asker, cursor)
  }

  /// Whom the asker muted, the latest first.
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
