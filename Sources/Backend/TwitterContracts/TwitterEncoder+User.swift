import Contracts
public import JSON
public import Social

extension TwitterEncoder {
  /// Encodes an account with the members that all recorded users of Twitter have.
  ///
  /// - Parameters:
  ///   - isProtected: True for the author of a post that isn't for everybody. Clients don't repost it then.
  ///   - isInList: True in lists of people, which also tell of mutes and blocks.
  ///   - latest: The account's newest post, for the responses that carry it.
  public func user(
    _ profile: Profile, hasEntities: Bool = true, isProtected: Bool = false, isInList: Bool = false,
    latest: TimelineEntry? = nil, options: TweetOptions = TweetOptions(), _ writer: inout JSONWriter
  ) {
    let relationship = relationships[profile.id] ?? Relationship(id: profile.id)
    writer.object { writer in
      members(of: profile, hasEntities: hasEntities, isProtected: isProtected, &writer)
      writer.member("following", relationship.isFollowing)
      writer.member("follow_request_sent", relationship.isRequested)
      writer.member("notifications", relationship.notifies)
      if isInList {
        writer.member("live_following", false)
        writer.member("muting", relationship.isMuting)
        writer.member("blocking", relationship.isBlocking)
        writer.member("blocked_by", relationship.isBlockedBy)
      }
      if let latest {
        writer.name("status")
        tweet(latest, options: options, hasUser: false, &writer)
      }
    }
  }

  /// Writes the members that all viewers see alike.
  func members(
    of profile: Profile, hasEntities: Bool, isProtected: Bool, _ writer: inout JSONWriter
  ) {
    // Texts of users have no references, unlike those of tweets.
    let description = TwitterText(profile.bio.plain, isEscaped: false)
    let website = profile.fields.website
    writer.id(profile.id)
    writer.member("name", profile.account.nick)
    writer.member("screen_name", profile.account.username)
    writer.member("location", profile.fields.location)
    writer.member("description", description.text)
    writer.member("url", orNull: website?.text)
    if hasEntities { entities(of: description, website: website, &writer) }
    writer.member("protected", isProtected || profile.isLocked)
    counts(of: profile, &writer)
    decoration(of: profile, &writer)
    writer.member("translator_type", "none")
  }

  /// Encodes the sizes of a cover with their addresses. All lead to the same file; one from elsewhere has no others.
  public func banner(_ cover: Picture, _ writer: inout JSONWriter) {
    let isOwn = cover.url.utf8.first == UInt8(ascii: "/")
    writer.object { writer in
      writer.object("sizes") { writer in
        for size in PictureSuffix.banners {
          writer.name(of: size.name)
          writer.object { writer in
            writer.member("w", size.width)
            writer.member("h", size.height)
            writer.member("url", url(cover.url) + (isOwn ? "/" + size.name : ""))
          }
        }
      }
    }
  }

  private func counts(of profile: Profile, _ writer: inout JSONWriter) {
    writer.member("followers_count", profile.followersCount)
    writer.member("friends_count", profile.followingCount)
    writer.member("listed_count", 0)
    writer.member("created_at", (profile.createdAt ?? Timestamp(milliseconds: 0)).twitterDate)
    writer.member("favourites_count", favouritesCounts[profile.id] ?? 0)
    for name in ["utc_offset", "time_zone", "lang"] as [StaticString] { writer.null(name) }
    writer.member("statuses_count", profile.postsCount)
    for name in [
      "geo_enabled", "verified", "contributors_enabled", "is_translator", "is_translation_enabled",
      "has_extended_profile",
    ] as [StaticString] {
      writer.member(name, false)
    }
  }

  /// Writes pictures and colours. Apps of the time show `profile_background_image_url` as the cover, so it is
  /// always a text.
  private func decoration(of profile: Profile, _ writer: inout JSONWriter) {
    let cover = profile.account.cover.map { url($0.url) }
    let background = cover ?? url(DefaultPicture.header)
    let avatar = url(profile.account.avatar.map { PictureSuffix.normal($0.url) } ?? DefaultPicture.avatar)
    for name in ["profile_image_url", "profile_image_url_https"] as [StaticString] {
      writer.member(name, avatar)
    }
    if let cover { writer.member("profile_banner_url", cover) }
    for name in ["profile_background_image_url", "profile_background_image_url_https"] as [StaticString] {
      writer.member(name, background)
    }
    writer.member("profile_background_tile", false)
    writer.member("profile_use_background_image", true)
    for (name, colour) in [
      ("profile_background_color", "F5F8FA"), ("profile_link_color", "1DA1F2"),
      ("profile_sidebar_border_color", "C0DEED"), ("profile_sidebar_fill_color", "DDEEF6"),
      ("profile_text_color", "333333"),
    ] as [(StaticString, String)] {
      writer.member(name, colour)
    }
    writer.member("default_profile", true)
    writer.member("default_profile_image", profile.account.avatar == nil)
  }

  private func entities(of description: TwitterText, website: TwitterText?, _ writer: inout JSONWriter) {
    writer.object("entities") { writer in
      if let website { writer.object("url") { writer in links(of: website, &writer) } }
      writer.object("description") { writer in links(of: description, &writer) }
    }
  }

  private func links(of text: TwitterText, _ writer: inout JSONWriter) {
    writer.name("urls")
    writer.array(text.entities) { writer, entity in
      guard case .link = entity.kind else { return }
      link(entity.text, expanded: entity.source, entity.indices, &writer)
    }
  }
}
