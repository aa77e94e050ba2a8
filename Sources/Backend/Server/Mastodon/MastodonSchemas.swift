import Localization
import Social

extension API {
  /// Adds the schemas of the entities (docs.joinmastodon.org/entities).
  mutating func addMastodonSchemas() {
    schemas["Account"] = .object(Self.account)
    schemas["OwnAccount"] = .object(Self.account + Self.ownAccount)
    schemas["Status"] = .object(Self.status)
    schemas["StatusEdit"] = .object([
      .init("content", .string), .init("spoiler_text", .string), .init("sensitive", .boolean),
      .init("created_at", .date), .init("account", .account),
      .init("poll", .nullable(.object([.init("options", .array(.object([.init("title", .string)])))]))),
      .init("media_attachments", .array(.reference("MediaAttachment"))), .init("emojis", .array(.any)),
      .init("location", .string, isOptional: true),
    ])
    schemas["StatusSource"] = .object([
      .init("id", .identifier), .init("text", .string), .init("spoiler_text", .string),
    ])
    schemas["MediaAttachment"] = .object(Self.attachment)
    schemas["PreviewCard"] = .object(Self.card)
    schemas["Context"] = .object([.init("ancestors", .statuses), .init("descendants", .statuses)])
    schemas["Tag"] = .object([
      .init("name", .string), .init("url", .url), .init("history", .array(.any)),
      .init("following", .boolean),
    ])
    schemas["Notification"] = .object([
      .init("id", .identifier),
      .init("type", .choice(Notification.Kind.allCases.map(\.rawValue))),
      .init("created_at", .date), .init("account", .account), .init("status", .nullable(.status)),
      .init("report", .reference("Report"), isOptional: true),
      .init(
        "moderation_warning", .object([.init("id", .identifier), .init("action", .string)]), isOptional: true),
      .init("join_request", .boolean, isOptional: true),
    ])
    schemas["Relationship"] = .object(
      [.init("id", .identifier), .init("languages", .nullable(.array(.string))), .init("note", .string)]
        + Self.relationship.map { .init($0, .boolean) })
    let marker = Schema.object([
      .init("last_read_id", .identifier), .init("version", .integer), .init("updated_at", .date),
    ])
    schemas["Markers"] = .object([
      .init("home", marker, isOptional: true), .init("notifications", marker, isOptional: true),
    ])
    schemas["Search"] = .object([
      .init("accounts", .accounts), .init("statuses", .statuses),
      .init("hashtags", .array(.reference("Tag"))),
    ])
    schemas["SearchV1"] = .object([
      .init("accounts", .accounts), .init("statuses", .statuses), .init("hashtags", .array(.string)),
    ])
    schemas["Preferences"] = .object([
      .init("posting:default:visibility", Self.visibility),
      .init("posting:default:audience", Self.audience, isOptional: true),
      .init("posting:default:sensitive", .boolean),
      .init("posting:default:language", .nullable(.string)), .init("reading:expand:media", .string),
      .init("reading:expand:spoilers", .boolean), .init("reading:autoplay:gifs", .boolean),
    ])
    addInstanceSchemas()
  }

  private static let visibility = Schema.choice(["public", "unlisted", "private", "direct"])

  /// An extension of Swiftlet: the audience, if `visibility` has no name for it.
  private static let audience = Schema.choice(["members", "circles"])

  private static let field = Schema.object([
    .init("name", .string), .init("value", .string), .init("verified_at", .nullable(.date)),
  ])

  private static let account: [Schema.Member] =
    ProfileText.allCases.map { .init($0.apiName, .string) }
    + ProfileFlag.allCases.map { .init($0.rawValue, .boolean) }
    + [
      .init("id", .identifier), .init("username", .string), .init("acct", .string), .init("group", .boolean),
      .init("noindex", .boolean), .init("created_at", .date), .init("url", .url), .init("uri", .url),
      .init("avatar", .url), .init("avatar_static", .url), .init("header", .url),
      .init("header_static", .url), .init("followers_count", .integer), .init("following_count", .integer),
      .init("statuses_count", .integer), .init("last_status_at", .nullable(.string)),
      .init("hide_collections", .nullable(.boolean)), .init("moved", .nullable(.object([]))),
      .init("emojis", .array(.any)), .init("roles", .array(.any)), .init("fields", .array(field)),
    ]

  private static let ownAccount: [Schema.Member] = [
    .init(
      "source",
      .object([
        .init("note", .string), .init("fields", .array(field)), .init("privacy", visibility),
        .init("audience", audience, isOptional: true),
        .init("sensitive", .boolean), .init("language", .nullable(.string)),
        .init("follow_requests_count", .integer), .init("discoverable", .nullable(.boolean)),
        .init("hide_collections", .nullable(.boolean)), .init("indexable", .nullable(.boolean)),
      ])),
    .init("role", .reference("Role")),
    .init("swiftlet", .object([.init("newcomer", .boolean)]), isOptional: true),
  ]

  private static let mention = Schema.object([
    .init("id", .identifier), .init("username", .string), .init("url", .url), .init("acct", .string),
  ])

  private static let status: [Schema.Member] = [
    .init("id", .identifier), .init("created_at", .date), .init("edited_at", .nullable(.date)),
    .init("uri", .url),
    .init("url", .nullable(.url)), .init("visibility", visibility), .init("sensitive", .boolean),
    .init("spoiler_text", .string), .init("language", .nullable(.string)),
    .init(
      "application", .nullable(.object([.init("name", .string), .init("website", .nullable(.url))]))),
    .init("emojis", .array(.any)), .init("filtered", .array(.any)),
    .init("card", .nullable(.reference("PreviewCard"))),
    .init("poll", .nullable(.reference("Poll"))), .init("in_reply_to_id", .nullable(.identifier)),
    .init("in_reply_to_account_id", .nullable(.identifier)), .init("replies_count", .integer),
    .init("reblogs_count", .integer), .init("favourites_count", .integer), .init("favourited", .boolean),
    .init("reblogged", .boolean), .init("bookmarked", .boolean), .init("muted", .boolean),
    .init("pinned", .boolean),
    .init("reblog", .nullable(.status)), .init("account", .account), .init("content", .string),
    .init("media_attachments", .array(.reference("MediaAttachment"))),
    .init("mentions", .array(mention)), .init("reminded", .array(mention), isOptional: true),
    .init("tags", .array(.object([.init("name", .string), .init("url", .url)]))),
    .init("text", .string, isOptional: true), .init("comment_of", .identifier, isOptional: true),
    .init("local_only", .boolean, isOptional: true), .init("audience", audience, isOptional: true),
    .init("circles", .array(chosenCircle), isOptional: true), .init("location", .string, isOptional: true),
  ]

  /// A circle of an own post.
  private static let chosenCircle = Schema.object([
    .init("id", .identifier), .init("title", .string), .init("excluded", .boolean),
  ])

  private static let measures = Schema.object([
    .init("width", .integer), .init("height", .integer), .init("size", .string), .init("aspect", .number),
  ])

  private static let focus = Schema.object([.init("x", .number), .init("y", .number)])

  private static let attachment: [Schema.Member] = [
    .init("id", .identifier), .init("type", .choice(["image", "gifv", "video", "audio", "unknown"])),
    .init("url", .nullable(.url)), .init("preview_url", .nullable(.url)),
    .init("remote_url", .nullable(.url)),
    .init("preview_remote_url", .nullable(.url)), .init("text_url", .nullable(.url)),
    .init(
      "meta",
      .nullable(
        .object([
          .init("original", measures), .init("small", measures), .init("focus", focus, isOptional: true),
        ]))),
    .init("description", .nullable(.string)), .init("blurhash", .nullable(.string)),
  ]

  private static let card: [Schema.Member] = [
    .init("url", .url), .init("title", .string), .init("description", .string),
    .init("language", .nullable(.string)),
    .init("type", .choice(["link"])), .init("author_name", .string), .init("author_url", .string),
    .init("authors", .array(.any)), .init("provider_name", .string), .init("provider_url", .string),
    .init("html", .string), .init("width", .integer), .init("height", .integer),
    .init("image", .nullable(.url)),
    .init("image_description", .string), .init("embed_url", .string), .init("blurhash", .nullable(.string)),
    .init("published_at", .nullable(.date)),
  ]

  private static let relationship = [
    "following", "showing_reblogs", "notifying", "followed_by", "blocking", "blocked_by", "muting",
    "muting_notifications", "requested", "requested_by", "domain_blocking", "endorsed",
  ]
}

extension API {
  /// Adds the schemas of both versions of the instance (entities/Instance, V1_Instance).
  mutating func addInstanceSchemas() {
    schemas["InstanceV1"] = .object([
      .init("uri", .string), .init("title", .string), .init("short_description", .string),
      .init("description", .string), .init("email", .string), .init("version", .string),
      .init("stats", Self.numbers(["user_count", "status_count", "domain_count"])), .init("thumbnail", .url),
      .init("urls", .object([.init("streaming_api", .string)])), .init("languages", .array(.string)),
      .init("registrations", .boolean),
      .init("approval_required", .boolean),
      .init("invites_enabled", .boolean), .init("configuration", .object(Self.configuration)),
      .init("contact_account", .nullable(.account)), .init("rules", .array(.any)),
    ])
    schemas["Instance"] = .object([
      .init("domain", .string), .init("title", .string), .init("version", .string),
      .init("source_url", .nullable(.url)), .init("description", .string),
      .init("usage", .object([.init("users", Self.numbers(["active_month"]))])),
      .init(
        "thumbnail",
        .object([.init("url", .url), .init("blurhash", .nullable(.string)), .init("versions", .object([]))])),
      .init("languages", .array(.string)),
      .init(
        "configuration",
        .object(
          Self.configuration + [
            .init("urls", .object([.init("streaming", .string), .init("status", .nullable(.url))])),
            .init("translation", .object([.init("enabled", .boolean)])),
            .init("vapid", .object([.init("public_key", .string)]), isOptional: true),
          ])),
      .init(
        "registrations",
        .object([
          .init("enabled", .boolean), .init("approval_required", .boolean),
          .init("message", .nullable(.string)),
          .init("url", .nullable(.url)),
        ])),
      .init("contact", .object([.init("email", .string), .init("account", .nullable(.account))])),
      .init("rules", .array(.any)),
    ])
  }

  private static func numbers(_ names: [String]) -> Schema { .object(names.map { .init($0, .integer) }) }

  private static let configuration: [Schema.Member] = [
    .init("accounts", numbers(["max_featured_tags"])),
    .init("statuses", numbers(["max_characters", "max_media_attachments", "characters_reserved_per_url"])),
    .init(
      "media_attachments",
      .object([
        .init("supported_mime_types", .array(.string)), .init("image_size_limit", .integer),
        .init("image_matrix_limit", .integer), .init("description_limit", .integer),
        .init("video_size_limit", .integer),
        .init("video_frame_rate_limit", .integer), .init("video_matrix_limit", .integer),
      ])),
    .init(
      "polls", numbers(["max_options", "max_characters_per_option", "min_expiration", "max_expiration"])),
  ]
}
