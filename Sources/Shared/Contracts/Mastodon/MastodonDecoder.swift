public import JSON
public import Social

/// Decodes the responses of the Mastodon client API.
///
/// Servers differ: optional values may be missing, ids may be numbers, and an unreadable item doesn't affect
/// the others. URLs are accepted only with http or https.
public struct MastodonDecoder: Sendable {
  /// The base of relative URLs.
  public let origin: Origin
  /// The list that is decoded; `nil` if the viewer's filters hide nothing in it.
  public let context: FilterContext?

  public init(origin: Origin, context: FilterContext? = nil) {
    self.origin = origin
    self.context = context
  }

  /// Decodes entities/Account; `nil` without an id or a name.
  @inline(never)
  public func profile(_ json: JSON) -> Profile? {
    guard let id = identifier(json["id"]), let username = name(json["username"]) else { return nil }
    let account = Account(
      username: username, nick: name(json["display_name"]) ?? username,
      avatar: own(json["avatar"]), cover: own(json["header"]), emojis: emojis(json["emojis"]))
    return Profile(
      id: id, account: account, handle: name(json["acct"]), url: url(json["url"]) ?? "",
      bio: .html(json["note"]?.string ?? ""), fields: fields(json["fields"]),
      flags: ProfileFlags { json[$0.rawValue]?.bool }, createdAt: date(json["created_at"]),
      followersCount: count(json["followers_count"]), followingCount: count(json["following_count"]),
      postsCount: count(json["statuses_count"]))
  }

  /// Decodes an account's picture; `nil` for Swiftlet's default picture, because the app draws a different
  /// one for each account.
  private func own(_ json: JSON?) -> Picture? {
    let ends = [DefaultPicture.avatar, DefaultPicture.header]
    return picture(json).flatMap { picture in
      ends.contains { Array(picture.url.utf8).suffix(Array($0.utf8).count).elementsEqual(Array($0.utf8)) }
        ? nil : picture
    }
  }

  /// Decodes entities/Relationship; `nil` without an id.
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
    relationship.note = text(json["note"]) ?? ""
    return relationship
  }

  /// Decodes entities/Notification; `nil` for kinds that the app doesn't know.
  public func notification(_ json: JSON) -> Notification? {
    guard let id = identifier(json["id"]),
      let kind = json["type"]?.string.flatMap({ Notification.Kind(rawValue: $0) }),
      let actor = json["account"].flatMap({ profile($0) })
    else { return nil }
    return Notification(
      id: id, kind: kind, createdAt: date(json["created_at"]), actor: actor,
      post: json["status"].flatMap { status($0) }, report: json["report"].flatMap { report($0) },
      warning: json["moderation_warning"].map { warning($0) },
      isJoinRequest: json["join_request"]?.bool == true)
  }

  /// Decodes entities/AccountWarning. Actions that this server doesn't have count as a warning alone.
  private func warning(_ json: JSON) -> AccountWarning {
    AccountWarning(
      action: json["action"]?.string.flatMap { AccountWarning.Action(rawValue: $0) } ?? .warned,
      text: text(json["text"]) ?? "")
  }

  /// Decodes entities/Report as far as a notification shows it; `nil` without an id or an account.
  private func report(_ json: JSON) -> Report? {
    guard let id = identifier(json["id"]), let target = json["target_account"].flatMap({ profile($0) }) else {
      return nil
    }
    let decision = json["decision"]?.string.flatMap { Report.Decision(rawValue: $0) }
    let epoch = Timestamp(milliseconds: 0)
    return Report(
      id: id, target: target, category: .other, comment: text(json["comment"]) ?? "", posts: [],
      createdAt: epoch,
      resolution: decision.map {
        Report.Resolution(decision: $0, date: date(json["action_taken_at"]) ?? epoch)
      })
  }

  private func fields(_ json: JSON?) -> [Profile.Field] {
    (json?.array ?? []).prefix(Self.maxFields).compactMap { item in
      guard let name = name(item["name"]) else { return nil }
      return Profile.Field(
        name: name, value: .html(item["value"]?.string ?? ""), isVerified: item["verified_at"]?.string != nil)
    }
  }

  /// The number of profile fields that are decoded; the rest is left out.
  static let maxFields = 16
}

/// Decodes the parts that entities share.
extension MastodonDecoder {
  /// Decodes an id, a string or a number.
  func identifier(_ json: JSON?) -> String? { json?.identifier }

  /// Decodes a text; `nil` if it would be invisible.
  @inline(never)
  func text(_ json: JSON?) -> String? {
    guard let text = json?.string, !CleanText.showsNothing(text) else { return nil }
    return CleanText.text(text)
  }

  /// Decodes a text of one line; `nil` if it would be invisible.
  @inline(never)
  func name(_ json: JSON?) -> String? {
    guard let name = json?.string.map({ CleanText.name($0) }), !CleanText.showsNothing(name) else {
      return nil
    }
    return name
  }

  @inline(never)
  func url(_ json: JSON?) -> String? { json?.string.flatMap { origin.url($0) } }

  @inline(never)
  func date(_ json: JSON?) -> Timestamp? { json?.string.flatMap { Timestamp(iso8601: $0) } }

  func count(_ json: JSON?) -> Int { json?.count ?? 0 }

  /// Decodes a picture from its bare URL.
  @inline(never)
  func picture(_ json: JSON?) -> Picture? { url(json).map { Picture(url: $0) } }

  func size(_ json: JSON?) -> PixelSize? { json?.pixelSize }
}

/// The paths of the pictures that our server names for an account without its own, because clients don't
/// accept null.
public enum DefaultPicture {
  public static let avatar = "/icons/avatar-default.png"
  public static let header = "/icons/header-default.png"
}
