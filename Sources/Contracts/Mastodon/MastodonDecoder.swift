public import JSON
public import Social

/// Reads the answers of the Mastodon client API into the domain.
///
/// Servers differ: what may be missing may be missing, ids may be numbers, and one bad item never costs the others.
/// URLs are taken only if they are http or https.
public struct MastodonDecoder: Sendable {
  /// What references are relative to.
  public let origin: Origin
  /// The list that is read; `nil` where the reader's filters hide nothing.
  public let context: FilterContext?

  public init(origin: Origin, context: FilterContext? = nil) {
    self.origin = origin
    self.context = context
  }

  /// entities/Account; nil without an id or a name.
  @inline(never)
  public func profile(_ json: JSON) -> Profile? {
    guard let id = identifier(json["id"]), let username = text(json["username"]) else { return nil }
    let account = Account(
      username: username, nick: text(json["display_name"]) ?? username,
      avatar: own(json["avatar"]), cover: own(json["header"]), emojis: emojis(json["emojis"]))
    return Profile(
      id: id, account: account, handle: text(json["acct"]), url: url(json["url"]) ?? "",
      bio: .html(json["note"]?.string ?? ""), fields: fields(json["fields"]),
      isLocked: json["locked"]?.bool ?? false, isBot: json["bot"]?.bool ?? false,
      createdAt: date(json["created_at"]), followersCount: count(json["followers_count"]),
      followingCount: count(json["following_count"]), postsCount: count(json["statuses_count"]))
  }

  /// nil for what a Swiftlet shows for somebody who has no picture: the app draws that, a different one for each person.
  private func own(_ json: JSON?) -> Picture? {
    let ends = [MastodonEncoder.defaultAvatar, MastodonEncoder.defaultHeader]
    return picture(json).flatMap { picture in
      ends.contains { Array(picture.url.utf8).suffix(Array($0.utf8).count).elementsEqual(Array($0.utf8)) }
        ? nil : picture
    }
  }

  /// entities/Relationship; nil without an id.
  @inline(never)
  public func relationship(_ json: JSON) -> Relationship? {
    guard let id = identifier(json["id"]) else { return nil }
    func flag(_ name: String) -> Bool { json[name]?.bool ?? false }
    var relationship = Relationship(id: id)
    relationship.isFollowing = flag("following")
    relationship.showsReposts = flag("showing_reblogs")
    relationship.notifies = flag("notifying")
    relationship.isFollowedBy = flag("followed_by")
    relationship.isBlocking = flag("blocking")
    relationship.isBlockedBy = flag("blocked_by")
    relationship.isMuting = flag("muting")
    relationship.mutesNotifications = flag("muting_notifications")
    relationship.isRequested = flag("requested")
    relationship.isRequestedBy = flag("requested_by")
    relationship.note = json["note"]?.string ?? ""
    return relationship
  }

  /// entities/Notification; nil for kinds that the app does not know.
  public func notification(_ json: JSON) -> Notification? {
    guard let id = identifier(json["id"]), let kind = json["type"]?.string.flatMap({ Notification.Kind(rawValue: $0) }),
      let actor = json["account"].flatMap({ profile($0) })
    else { return nil }
    return Notification(
      id: id, kind: kind, createdAt: date(json["created_at"]), actor: actor,
      status: json["status"].flatMap { status($0) })
  }

  private func fields(_ json: JSON?) -> [Profile.Field] {
    (json?.array ?? []).prefix(Self.maximumFields).compactMap { item in
      guard let name = text(item["name"]) else { return nil }
      return Profile.Field(
        name: name, value: .html(item["value"]?.string ?? ""), isVerified: item["verified_at"]?.string != nil)
    }
  }

  /// More rows under a bio are left out.
  static let maximumFields = 16
}

/// What all entities are made of.
extension MastodonDecoder {
  /// Ids are strings; numbers are taken too.
  @inline(never)
  func identifier(_ json: JSON?) -> String? {
    if case .number(let number)? = json { return number.text }
    return text(json)
  }

  /// A text that says something.
  @inline(never)
  func text(_ json: JSON?) -> String? {
    guard let text = json?.string, !Array(text.utf8).allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else { return nil }
    return text
  }

  @inline(never)
  func url(_ json: JSON?) -> String? { json?.string.flatMap { origin.url($0) } }

  @inline(never)
  func date(_ json: JSON?) -> Timestamp? { json?.string.flatMap { Timestamp(iso8601: $0) } }

  /// Never below zero.
  @inline(never)
  func count(_ json: JSON?) -> Int { max(0, json?.int ?? 0) }

  /// A picture that is given as its bare URL.
  @inline(never)
  func picture(_ json: JSON?) -> Picture? { url(json).map { Picture(url: $0) } }

  @inline(never)
  func size(_ json: JSON?) -> PixelSize? {
    guard let width = json?["width"]?.int, let height = json?["height"]?.int, max(width, height) < 1 << 20 else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }
}
