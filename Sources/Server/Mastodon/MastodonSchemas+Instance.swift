extension API {
  /// Both versions of the instance (entities/Instance, V1_Instance).
  mutating func addInstanceSchemas() {
    schemas["InstanceV1"] = .object([
      .init("uri", .string), .init("title", .string), .init("short_description", .string),
      .init("description", .string), .init("email", .string), .init("version", .string),
      .init("urls", .object([])),
      .init("stats", Self.numbers(["user_count", "status_count", "domain_count"])), .init("thumbnail", .url),
      .init("languages", .array(.string)), .init("registrations", .boolean), .init("approval_required", .boolean),
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
            .init("urls", .object([.init("status", .nullable(.url))])),
            .init("translation", .object([.init("enabled", .boolean)])),
          ])),
      .init(
        "registrations",
        .object([
          .init("enabled", .boolean), .init("approval_required", .boolean), .init("message", .nullable(.string)),
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
