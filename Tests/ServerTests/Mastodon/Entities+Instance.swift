extension Entities {
  private static let configuration: [(String, Shape)] = [
    ("accounts", .object([("max_featured_tags", .whole)])),
    (
      "statuses",
      .object([
        ("max_characters", .whole), ("max_media_attachments", .whole),
        ("characters_reserved_per_url", .whole),
      ])
    ),
    (
      "media_attachments",
      .object([
        ("supported_mime_types", .list(.text)), ("image_size_limit", .whole), ("image_matrix_limit", .whole),
        ("description_limit", .whole),
        ("video_size_limit", .whole), ("video_frame_rate_limit", .whole), ("video_matrix_limit", .whole),
      ])
    ),
    (
      "polls",
      .object([
        ("max_options", .whole), ("max_characters_per_option", .whole), ("min_expiration", .whole),
        ("max_expiration", .whole),
      ])
    ),
  ]

  static let instanceV1 = Shape.object([
    ("uri", .text), ("title", .text), ("short_description", .text), ("description", .text), ("email", .text),
    ("version", .text),
    ("stats", .object([("user_count", .whole), ("status_count", .whole), ("domain_count", .whole)])),
    ("thumbnail", .orNull(.url)), ("languages", .list(.text)), ("registrations", .bool),
    ("approval_required", .bool),
    ("invites_enabled", .bool), ("configuration", .object(configuration)),
    ("contact_account", .orNull(account)),
    ("rules", .emptyList),
  ])

  static let instanceV2 = Shape.object([
    ("domain", .text), ("title", .text), ("version", .text), ("source_url", .orNull(.url)),
    ("description", .text),
    ("usage", .object([("users", .object([("active_month", .whole)]))])),
    ("thumbnail", .object([("url", .url), ("blurhash", .orNull(.text)), ("versions", .object([]))])),
    ("languages", .list(.text)),
    (
      "configuration",
      .object(
        configuration + [
          ("urls", .object([])), ("translation", .object([("enabled", .bool)])),
          ("vapid", .object([("public_key", .text)])),
        ])
    ),
    (
      "registrations",
      .object([("enabled", .bool), ("approval_required", .bool), ("message", .orNull(.text))])
    ),
    ("contact", .object([("email", .text), ("account", .orNull(account))])), ("rules", .emptyList),
  ])
}
