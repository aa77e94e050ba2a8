extension API {
  mutating func addTwitterSchemas() {
    schemas["TwitterErrors"] = .object([
      .init("errors", .array(.object([.init("code", .integer), .init("message", .string)])))
    ])
    schemas["TwitterUser"] = .object(Self.ids + Self.userMembers)
    schemas["Tweet"] = .object(Self.ids + Self.tweetMembers)
    schemas["TwitterUsers"] = .object([.init("users", .array(.twitterUser))] + Self.cursors)
    schemas["TwitterIDs"] = .object(
      [.init("ids", .array(.any)), .init("total_count", .nullable(.integer))] + Self.cursors)
  }

  private static let ids: [Schema.Member] = [.init("id", .integer), .init("id_str", .identifier)]

  private static let cursors: [Schema.Member] =
    members("next_cursor previous_cursor", .integer) + members("next_cursor_str previous_cursor_str", .string)

  private static let userMembers: [Schema.Member] =
    members(
      """
      name screen_name location description created_at translator_type profile_background_color \
      profile_link_color profile_sidebar_border_color profile_sidebar_fill_color profile_text_color
      """, .string)
    + members(
      """
      profile_image_url profile_image_url_https profile_background_image_url \
      profile_background_image_url_https
      """, .url)
    + members(
      "followers_count friends_count listed_count favourites_count statuses_count", .integer)
    + members(
      """
      protected geo_enabled verified contributors_enabled is_translator is_translation_enabled \
      has_extended_profile profile_background_tile profile_use_background_image default_profile \
      default_profile_image following follow_request_sent notifications
      """, .boolean)
    + members("url utc_offset time_zone lang", .nullable(.string))
    + members("entities profile_banner_url status", .any, isOptional: true)
    + members("live_following muting blocking blocked_by", .boolean, isOptional: true)

  private static let tweetMembers: [Schema.Member] =
    members("created_at source lang", .string)
    + members("text full_text", .string, isOptional: true)
    + members("truncated is_quote_status favorited retweeted", .boolean)
    + members("retweet_count favorite_count", .integer)
    + members("in_reply_to_status_id in_reply_to_user_id", .nullable(.integer))
    + members("in_reply_to_status_id_str in_reply_to_user_id_str in_reply_to_screen_name", .nullable(.string))
    + members("geo coordinates place contributors", .any)
    + members("possibly_sensitive", .boolean, isOptional: true)
    + members(
      "user entities extended_entities display_text_range retweeted_status current_user_retweet", .any,
      isOptional: true)

  private static func members(_ names: String, _ schema: Schema, isOptional: Bool = false) -> [Schema.Member]
  {
    names.split { $0 == " " || $0 == "\n" }.map { .init(String($0), schema, isOptional: isOptional) }
  }
}

extension Schema {
  static let tweet = Schema.reference("Tweet")
  static let tweets = Schema.array(.tweet)
  static let twitterUser = Schema.reference("TwitterUser")
}
