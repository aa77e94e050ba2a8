import Media
public import Social
import Storage

extension Community {
  public var accounts: Accounts {
    Accounts(
      store: store, clock: clock, identifiers: identifiers, mediaStore: mediaStore, newPictures: newPictures,
      unusedPictures: unusedPictures)
  }

  /// Profiles, the viewer's own among them.
  public struct Accounts: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let mediaStore: MediaStore
    let newPictures: NewPictures
    let unusedPictures: UnusedPictures
  }
}

extension Community.Accounts {
  /// Finds an account by its username, ignoring case.
  ///
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the viewer.
  public func account(_ username: String, viewer: Viewer?) async throws -> Account? {
    try await store.visibleAccount(named: username, viewer: viewer?.account)?.account
  }

  /// Returns an account's profile; `nil` if it doesn't exist or is suspended.
  public func profile(_ id: Int64, viewer: Viewer?) async throws -> Profile? {
    try await store.profiles([id]).first
  }

  /// Finds a profile by the username, ignoring case; `nil` if it doesn't exist or is suspended.
  public func profile(named username: String, viewer: Viewer?) async throws -> Profile? {
    try await store.profile(named: username)
  }

  /// Returns profiles in the order of the ids. Accounts that don't exist are left out.
  public func profiles(_ ids: [Int64]) async throws -> [Profile] { try await store.profiles(ids) }

  /// - Throws: `CommunityError.notFound` if the account doesn't exist any more.
  public func ownProfile(_ viewer: Viewer) async throws -> OwnProfile {
    guard let profile = try await store.profiles([viewer.account]).first,
      let settings = try await store.settings(of: viewer.account)
    else { throw CommunityError.notFound }
    return OwnProfile(
      profile: profile, note: profile.bio.typed, fields: profile.fields, privacy: settings.visibility,
      isSensitive: settings.isSensitive, language: settings.language,
      followRequestsCount: settings.followRequestsCount, role: settings.role,
      permissions: Permissions(
        of: settings.role, membersInvite: settings.invitations == InvitationPolicy.members.rawValue),
      isNewcomer: settings.isNewcomer)
  }

  /// Notes that the member has seen the first steps.
  public func welcome(_ viewer: Viewer) async throws { try await store.welcome(viewer.account) }

  /// Changes texts and pictures all together, or nothing.
  ///
  /// - Throws: `CommunityError.invalid`, `CommunityError.notFound`.
  public func updateProfile(_ change: ProfileChange, viewer: Viewer) async throws -> OwnProfile {
    let words = try StoredProfileChange(change)
    var wanted: [(kind: AccountPicture, file: ProfileChange.PictureFile)] = []
    if let avatar = change.avatar { wanted.append((.avatar, avatar)) }
    if let header = change.header { wanted.append((.cover, header)) }
    let (now, store, identifiers, mediaStore) = (clock().milliseconds, store, identifiers, mediaStore)
    let pictures = wanted.compactMap { kind, file -> NewPicture? in
      guard let path = file.path else { return nil }
      return kind == .cover
        ? NewPicture(
          path: path, scope: .cover(of: viewer.account),
          label: PictureLabel(name: "header", refusal: .unusableCover))
        : NewPicture(
          path: path, scope: .member(viewer.account),
          label: PictureLabel(name: "avatar", refusal: .unusableAvatar))
    }
    let unused = try await newPictures.make(pictures) { [wanted] made in
      try await store.write { transaction -> [String] in
        try transaction.update(viewer.account, words)
        var old: [Int64] = []
        var rest = made[...]
        for (kind, file) in wanted {
          let record = file == .standard ? nil : rest.popFirst()
          let media = try record.map {
            try transaction.addMedia($0, id: identifiers.next(milliseconds: now), mediaStore.has)
          }
          if let replaced = try transaction.set(kind, of: viewer.account, to: media) { old.append(replaced) }
        }
        return try transaction.removeUnused(old)
      }
    }
    unusedPictures.discard(unused)
    return try await ownProfile(viewer)
  }

  /// Returns the owner, who is the contact for the community; `nil` if it doesn't have one.
  public func owner() async throws -> Profile? {
    try await store.owner()
  }

  /// Lists members who agreed to be found, without those that the viewer follows already. Friends of friends
  /// come first, then members with the most followers.
  public func suggestions(_ viewer: Viewer, limit: Int) async throws -> [Suggestion] {
    try await store.suggestions(for: viewer.account, limit: limit).map {
      Suggestion(profile: $0.profile, isOfFriends: $0.friends > 0)
    }
  }

  /// Lists members who agreed to be found.
  ///
  /// - Parameter isByActivity: true puts the latest post first, false the newest member.
  public func directory(isByActivity: Bool, viewer: Viewer?, offset: Int, limit: Int) async throws
    -> [Profile]
  {
    try await store.directory(
      isByActivity: isByActivity, viewer: viewer?.account, offset: offset, limit: limit)
  }
}

/// A member that the viewer might want to follow.
public struct Suggestion: Equatable, Sendable {
  public let profile: Profile
  /// True if accounts that the viewer follows follow this member.
  public let isOfFriends: Bool
}
