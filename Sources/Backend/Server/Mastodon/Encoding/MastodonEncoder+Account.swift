import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes the public view of an account (entities/Account).
  func account(_ profile: Profile, _ writer: inout JSONWriter) {
    writer.object { writer in members(of: profile, &writer) }
  }

  /// Encodes the viewer's own account (entities/Account, "CredentialAccount").
  func ownAccount(_ profile: Profile, _ settings: AccountSource, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: profile, &writer)
      writer.object("source") { writer in
        writer.member("note", settings.note)
        writer.name("fields")
        writer.array(settings.fields) { writer, field in
          writer.object { writer in
            writer.member("name", field.name)
            writer.member("value", field.value.source)
            writer.null("verified_at")
          }
        }
        writer.defaultAudience(settings.privacy, "privacy", extension: "audience")
        writer.member("sensitive", settings.isSensitive)
        writer.member("language", orNull: settings.language)
        writer.member("follow_requests_count", settings.followRequestsCount)
        writer.member("discoverable", profile.isDiscoverable)
        writer.null("hide_collections")
        writer.null("indexable")
      }
      writer.name("role")
      role(settings.role, settings.permissions, &writer)
      // Our app shows the first steps once. Other clients ignore it.
      if settings.isNewcomer { writer.object("swiftlet") { $0.member("newcomer", true) } }
    }
  }

  /// Encodes the followers that the viewer shares with several accounts (entities/FamiliarFollowers), always
  /// empty.
  func familiarFollowers(of ids: [String], _ writer: inout JSONWriter) {
    writer.array(ids) { writer, id in
      writer.object { writer in
        writer.member("id", id)
        writer.emptyArray("accounts")
      }
    }
  }

  private func members(of profile: Profile, _ writer: inout JSONWriter) {
    let username = profile.account.username
    writer.member("id", profile.id)
    writer.member("username", username)
    writer.member("acct", profile.handle)
    for text in ProfileText.allCases {
      writer.name(of: text.apiName)
      switch text {
      // Without a chosen name the display name is empty; clients show the username then.
      case .nick: writer.string(profile.account.nick == username ? "" : profile.account.nick)
      case .note: content(profile.bio, mentions: [], &writer)
      }
    }
    writer.flags(profile.flags)
    writer.member("group", false)
    writer.member("noindex", false)
    writer.member("created_at", profile.createdAt ?? Timestamp(milliseconds: 0))
    address("url", of: profile, &writer)
    address("uri", of: profile, &writer)
    picture(("avatar", "avatar_static"), profile.account.avatar, default: DefaultPicture.avatar, &writer)
    picture(("header", "header_static"), profile.account.cover, default: DefaultPicture.header, &writer)
    writer.member("followers_count", profile.followersCount)
    writer.member("following_count", profile.followingCount)
    writer.member("statuses_count", profile.postsCount)
    writer.member("last_status_at", orNull: profile.lastPostAt.map { date(of: $0) })
    writer.null("hide_collections")
    writer.null("moved")
    writer.emptyArray("emojis")
    writer.emptyArray("roles")
    writer.name("fields")
    writer.array(profile.fields) { writer, field in
      writer.object { writer in
        writer.member("name", field.name)
        writer.name("value")
        content(field.value, mentions: [], isInline: true, &writer)
        writer.null("verified_at")
      }
    }
  }

  /// Returns `2026-11-21`, in UTC.
  private func date(of moment: Timestamp) -> String {
    String(decoding: moment.iso8601.utf8.prefix(10), as: UTF8.self)
  }

  private func address(_ name: StaticString, of profile: Profile, _ writer: inout JSONWriter) {
    guard !isAddress(profile.url) else { return url(name, profile.url, &writer) }
    writer.name(name)
    writer.string { writer in profileAddress(of: profile.account.username, &writer) }
  }

  /// Writes the same picture under two names. Clients use the second one for a version without animation.
  private func picture(
    _ names: (StaticString, StaticString), _ picture: Picture?, default defaultPath: String,
    _ writer: inout JSONWriter
  ) {
    let address = picture.map { isAddress($0.url) ? $0.url : defaultPath } ?? defaultPath
    url(names.0, address, &writer)
    url(names.1, address, &writer)
  }
}

/// The parts of an account that only its owner sees (entities/Account, `source` and `role`).
struct AccountSource: Equatable, Sendable {
  /// The bio as typed.
  var note: String
  /// The fields as typed.
  var fields: [Profile.Field]
  var privacy: Visibility
  var isSensitive: Bool
  /// A BCP 47 tag.
  var language: String?
  var followRequestsCount: Int
  var role: Role?
  var permissions: Permissions
  /// True until the member has seen the first steps.
  var isNewcomer: Bool

  init(
    note: String, fields: [Profile.Field] = [], privacy: Visibility = .everybody, isSensitive: Bool = false,
    language: String? = nil, followRequestsCount: Int = 0, role: Role? = .member,
    permissions: Permissions = Permissions(of: .member), isNewcomer: Bool = false
  ) {
    self.note = note
    self.fields = fields
    self.privacy = privacy
    self.isSensitive = isSensitive
    self.language = language
    self.followRequestsCount = followRequestsCount
    self.role = role
    self.permissions = permissions
    self.isNewcomer = isNewcomer
  }
}
