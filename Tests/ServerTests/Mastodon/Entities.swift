/// The entities of the Mastodon API as clients require them (mastodon-api.md, "Fields that may not be
/// missing"; docs.joinmastodon.org/entities).
enum Entities {
  private static let visibility = Shape.oneOf(["public", "unlisted", "private", "direct"])

  private static let field = Shape.object([
    ("name", .text), ("value", .text), ("verified_at", .orNull(.date)),
  ])

  private static let accountMembers: [(String, Shape)] = [
    ("id", .id), ("username", .text), ("acct", .text), ("url", .url), ("uri", .url), ("display_name", .text),
    ("note", .text), ("avatar", .url), ("avatar_static", .url), ("header", .url), ("header_static", .url),
    ("created_at", .date), ("fields", .list(field)), ("locked", .bool), ("bot", .bool), ("group", .bool),
    ("discoverable", .orNull(.bool)), ("noindex", .orNull(.bool)), ("emojis", .emptyList),
    ("roles", .list(.text)),
    ("followers_count", .whole), ("following_count", .whole), ("statuses_count", .whole),
    ("last_status_at", .orNull(.text)), ("moved", .null),
  ]

  static let account = Shape.object(accountMembers)

  static let ownAccount = Shape.object(
    accountMembers + [
      (
        "source",
        .object([
          ("note", .text), ("fields", .list(field)), ("sensitive", .bool), ("privacy", visibility),
          ("language", .orNull(.text)), ("follow_requests_count", .whole),
        ])
      ),
      (
        "role",
        .object([
          ("id", .text), ("name", .text), ("permissions", .text), ("color", .text), ("highlighted", .bool),
        ])
      ),
    ])

  private static let measures = Shape.object([
    ("width", .whole), ("height", .whole), ("size", .text), ("aspect", .decimal),
  ])

  static let mediaAttachment = Shape.object([
    ("id", .id), ("type", .oneOf(["image", "gifv", "video", "audio", "unknown"])), ("url", .orNull(.url)),
    ("preview_url", .orNull(.url)), ("remote_url", .orNull(.url)), ("description", .orNull(.text)),
    ("blurhash", .orNull(.text)), ("meta", .orNull(.object([("original", measures), ("small", measures)]))),
  ])

  static let mention = Shape.object([("id", .id), ("username", .text), ("url", .url), ("acct", .text)])

  static let tag = Shape.object([("name", .text), ("url", .url)])

  static let foundTag = Shape.object([
    ("name", .text), ("url", .url), ("history", .emptyList), ("following", .bool),
  ])

  static let card = Shape.object([
    ("url", .url), ("title", .text), ("description", .text), ("language", .orNull(.text)),
    ("type", .oneOf(["link"])),
    ("author_name", .text), ("author_url", .text), ("provider_name", .text), ("provider_url", .text),
    ("html", .text),
    ("width", .whole), ("height", .whole), ("image", .orNull(.url)), ("image_description", .text),
    ("embed_url", .text), ("blurhash", .orNull(.text)), ("published_at", .null), ("authors", .emptyList),
  ])

  static let poll = Shape.object([
    ("id", .id), ("expires_at", .orNull(.date)), ("expired", .bool), ("multiple", .bool),
    ("votes_count", .whole),
    ("voters_count", .orNull(.whole)),
    ("options", .list(.object([("title", .text), ("votes_count", .orNull(.whole))]))), ("emojis", .emptyList),
    ("voted", .bool), ("own_votes", .list(.whole)),
  ])

  private static func statusMembers(reblog: Shape) -> [(String, Shape)] {
    [
      ("id", .id), ("uri", .url), ("url", .orNull(.url)), ("created_at", .date),
      ("edited_at", .orNull(.date)),
      ("account", account), ("content", .text), ("visibility", visibility), ("sensitive", .bool),
      ("spoiler_text", .text), ("media_attachments", .list(mediaAttachment)), ("mentions", .list(mention)),
      ("tags", .list(tag)), ("emojis", .emptyList), ("filtered", .emptyList), ("replies_count", .whole),
      ("reblogs_count", .whole), ("favourites_count", .whole), ("in_reply_to_id", .orNull(.id)),
      ("in_reply_to_account_id", .orNull(.id)), ("reblog", reblog), ("poll", .orNull(poll)),
      ("card", .orNull(card)),
      ("language", .orNull(.text)),
      ("application", .orNull(.object([("name", .text), ("website", .orNull(.url))]))),
      ("favourited", .bool), ("reblogged", .bool), ("bookmarked", .bool), ("muted", .bool), ("pinned", .bool),
    ]
  }

  /// A post that isn't a repost.
  static let plainStatus = Shape.object(statusMembers(reblog: .null))

  static let status = Shape.object(statusMembers(reblog: .orNull(plainStatus)))

  static let notification = Shape.object([
    (
      "type",
      .oneOf([
        "mention", "follow", "follow_request", "favourite", "reblog", "status", "update", "poll",
        "admin.sign_up",
        "admin.report", "moderation_warning", "swiftlet.report_resolved",
      ])
    ),
    ("id", .id), ("created_at", .date), ("account", account), ("status", .orNull(plainStatus)),
  ])

  static let relationship = Shape.object(
    [("id", .id), ("note", .text), ("languages", .null)]
      + [
        "following", "showing_reblogs", "notifying", "followed_by", "blocking", "blocked_by", "muting",
        "muting_notifications", "requested", "requested_by", "domain_blocking", "endorsed",
      ].map { ($0, .bool) })

  static let context = Shape.object([("ancestors", .list(plainStatus)), ("descendants", .list(plainStatus))])

  static let statusSource = Shape.object([("id", .id), ("text", .text), ("spoiler_text", .text)])

  static let statusEdit = Shape.object([
    ("content", .text), ("spoiler_text", .text), ("sensitive", .bool), ("created_at", .date),
    ("account", account),
    ("poll", .orNull(.object([("options", .list(.object([("title", .text)])))]))),
    ("media_attachments", .list(mediaAttachment)), ("emojis", .emptyList),
  ])

  static let marker = Shape.object([("last_read_id", .id), ("version", .whole), ("updated_at", .date)])

  static let search = Shape.object([
    ("accounts", .list(account)), ("statuses", .list(plainStatus)), ("hashtags", .list(foundTag)),
  ])

  static let searchV1 = Shape.object([
    ("accounts", .list(account)), ("statuses", .list(plainStatus)), ("hashtags", .list(.text)),
  ])

  static let preferences = Shape.object([
    ("posting:default:visibility", visibility), ("posting:default:sensitive", .bool),
    ("posting:default:language", .orNull(.text)),
    ("reading:expand:media", .oneOf(["default", "show_all", "hide_all"])),
    ("reading:expand:spoilers", .bool),
  ])

  static let error = Shape.object([("error", .text)])
}
