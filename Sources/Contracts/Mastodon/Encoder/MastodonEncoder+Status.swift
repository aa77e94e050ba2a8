public import JSON
public import Social

extension MastodonEncoder {
  /// A post (entities/Status).
  public func status(_ status: Status, _ writer: inout JSONWriter) {
    writer.object { writer in members(of: status, &writer) }
  }

  /// A post that was deleted, with what its author typed, so that they can write it anew.
  public func deletedStatus(_ status: Status, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: status, &writer)
      writer.member("text", status.content.source)
    }
  }

  private func members(of status: Status, _ writer: inout JSONWriter) {
    identity(of: status, &writer)
    conversation(of: status, &writer)
    counts(of: status, &writer)
    writer.null("reblog")
    writer.name("account")
    account(status.author, &writer)
    writer.name("content")
    content(status.content, mentions: status.mentions, &writer)
    attachments(status.attachments, &writer)
    writer.name("mentions")
    writer.array(status.mentions) { writer, mention in self.mention(mention, &writer) }
    writer.name("tags")
    writer.array(status.tags) { writer, tag in
      writer.object { writer in members(of: tag, &writer) }
    }
  }

  /// A line of a timeline: a post, or the repost with the post in it.
  public func entry(_ entry: TimelineEntry, _ writer: inout JSONWriter) {
    guard let reposter = entry.reposter else { return status(entry.status, &writer) }
    repost(of: entry.status, by: reposter, id: entry.id, at: entry.createdAt, &writer)
  }

  /// A post's replies and what it replies to (entities/Context).
  public func context(ancestors: [Status], descendants: [Status], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("ancestors")
      statuses(ancestors, &writer)
      writer.name("descendants")
      statuses(descendants, &writer)
    }
  }

  public func statuses(_ statuses: [Status], _ writer: inout JSONWriter) {
    writer.array(statuses) { writer, status in self.status(status, &writer) }
  }

  /// Says what the post says about itself, and holds the post; its own content is empty, as reposts' are.
  private func repost(
    of status: Status, by reposter: Profile, id: String, at moment: Timestamp?, _ writer: inout JSONWriter
  ) {
    var wrapper = status
    wrapper.id = id
    wrapper.createdAt = moment
    wrapper.editedAt = nil
    wrapper.replyTo = nil
    wrapper.application = nil
    writer.object { writer in
      identity(of: wrapper, page: status, &writer)
      conversation(of: wrapper, &writer)
      counts(of: wrapper, &writer)
      writer.name("reblog")
      self.status(status, &writer)
      writer.name("account")
      account(reposter, &writer)
      writer.member("content", "")
      for name in ["media_attachments", "mentions", "tags"] as [StaticString] { writer.emptyArray(name) }
    }
  }

  /// `page` is the post whose page the URL leads to, if it is another one.
  private func identity(of status: Status, page: Status? = nil, _ writer: inout JSONWriter) {
    writer.member("id", status.id)
    writer.member("created_at", status.createdAt ?? Timestamp(milliseconds: 0))
    writer.member("edited_at", status.editedAt)
    for name in ["uri", "url"] as [StaticString] { address(name, of: page ?? status, &writer) }
    writer.member("visibility", status.visibility.rawValue)
    writer.member("sensitive", status.isSensitive)
    writer.member("spoiler_text", status.warning)
    writer.member("language", orNull: status.language)
    writer.name("application")
    if let application = status.application, !application.isEmpty {
      writer.object { writer in
        writer.member("name", application)
        writer.null("website")
      }
    } else {
      writer.null()
    }
    writer.emptyArray("emojis")
    writer.emptyArray("filtered")
    writer.null("card")
    writer.null("poll")
  }

  private func address(_ name: StaticString, of status: Status, _ writer: inout JSONWriter) {
    guard !isAddress(status.url) else { return url(name, status.url, &writer) }
    writer.name(name)
    writer.string { writer in
      profileAddress(of: status.author.account.username, &writer)
      writer.piece("/")
      writer.piece(status.id)
    }
  }

  private func conversation(of status: Status, _ writer: inout JSONWriter) {
    writer.member("in_reply_to_id", orNull: status.replyTo?.id)
    writer.member("in_reply_to_account_id", orNull: status.replyTo?.author)
  }

  private func counts(of status: Status, _ writer: inout JSONWriter) {
    writer.member("replies_count", status.repliesCount)
    writer.member("reblogs_count", status.repostsCount)
    writer.member("favourites_count", status.favouritesCount)
    writer.member("favourited", status.viewer.isFavourite)
    writer.member("reblogged", status.viewer.isReposted)
    writer.member("bookmarked", status.viewer.isBookmarked)
    writer.member("muted", status.viewer.isMuted)
    writer.member("pinned", status.viewer.isPinned)
  }

  private func mention(_ mention: Status.Mention, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", mention.id)
      writer.member("username", mention.username)
      address(of: mention, &writer)
      writer.member("acct", mention.handle)
    }
  }

  private func address(of mention: Status.Mention, _ writer: inout JSONWriter) {
    guard !isAddress(mention.url) else { return url("url", mention.url, &writer) }
    writer.name("url")
    writer.string { writer in profileAddress(of: mention.username, &writer) }
  }

  /// `name` and `url`.
  func members(of tag: Status.Tag, _ writer: inout JSONWriter) {
    writer.member("name", tag.name)
    guard !isAddress(tag.url) else { return url("url", tag.url, &writer) }
    writer.name("url")
    writer.string { writer in tagAddress(of: tag.name, &writer) }
  }
}
