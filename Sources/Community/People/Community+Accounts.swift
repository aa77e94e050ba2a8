public import Social
import Storage

extension Community {
  /// nil for who is not there, or suspended.
  public func profile(_ id: Int64, asker: Asker?) async throws -> Profile? {
    try await store.profiles([id]).first
  }

  /// By the username, in whatever case; nil for who is not there, or suspended.
  public func profile(named username: String, asker: Asker?) async throws -> Profile? {
    try await store.profile(named: username)
  }

  /// In the order of the ids; those who are not there are left out.
  public func profiles(_ ids: [Int64]) async throws -> [Profile] { try await store.profiles(ids) }

  /// - Throws: `CommunityError.notFound` for who is not there any more.
  public func ownProfile(_ asker: Asker) async throws -> OwnProfile {
    guard let profile = try await store.profiles([asker.account]).first,
      let settings = try await store.settings(of: asker.account)
    else { throw CommunityError.notFound }
    return OwnProfile(
      profile: profile, note: profile.bio.typed, fields: profile.fields, privacy: settings.visibility,
      isSensitive: settings.isSensitive, language: settings.language,
      followRequestsCount: settings.followRequestsCount, isOwner: settings.role == .owner)
  }

  /// - Throws: `CommunityError.invalid`, `CommunityError.notFound`.
  public func updateProfile(_ change: ProfileChange, asker: Asker) async throws -> OwnProfile {
    let change = try AccountChange(change)
    try await store.acting { try $0.update(asker.account, change) }
    return try await ownProfile(asker)
  }

  /// Accounts whose username or nick holds the text.
  public func searchAccounts(
    _ query: String, asker: Asker?, limit: Int, onlyFollowed: Bool
  ) async throws -> [Profile] {
    let name = query.first == "@" ? String(query.dropFirst()) : query
    guard !name.isBlank, name.utf8.count <= Self.longestQuery else { return [] }
    if onlyFollowed, asker == nil { return [] }
    return try await store.searchAccounts(
      name, asker: asker?.account, followedOnly: onlyFollowed, limit: max(0, limit))
  }

  /// Whom to ask about the community: its owner; nil if there is none.
  public func contact() async throws -> Profile? {
    try await store.owner()
  }

  public func statistics() async throws -> CommunityStatistics {
    let (members, posts) = try await store.statistics()
    return CommunityStatistics(members: members, posts: posts)
  }

  /// In bytes; what is longer finds nothing.
  static let longestQuery = 500
}
