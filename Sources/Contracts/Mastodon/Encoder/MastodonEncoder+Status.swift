public import JSON
public import Social

extension MastodonEncoder {
  /// A post (entities/Status).
  public func status(_ status: Status, _ writer: inout JSONWriter) {
    writer.object { writer in members(of: status, &writer) { self.marks(of: status.viewer, &$0) } }
  }

  /// A post that was deleted, with what its author typed, so that they can write it anew.
  public func deletedStatus(_ status: Status, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: status, &writer) { self.marks(of: status.viewer, &$0) }
      writer.member("text", status.content.source)
    }
  }

  private func members(
    of status: Status, _ writer: inout JSONWriter, marks: (inout JSONWriter) -> Void
  ) {
    identity(of: status, &writer)
    conversation(of: status, &writer)
    counts(of: status, &writer)
    marks(&writer)
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
    self.entry(entry, &writer) { self.marks(of: entry.status.viewer, &$0) }
  }

  /// The same in pieces. Between each two of them stand the reader's marks (`marks(of:)`), so that the pieces can be kept
  /// and sent to whoever reads.
  public func pieces(of entry: TimelineEntry) -> [[UInt8]] {
    var cuts: [Int] = []
    var writer = JSONWriter(reservingCapacity: 4096)
    self.entry(entry, &writer) { writer in cuts.append(writer.bytes.count) }
    var pieces: [[UInt8]] = []
    var start = 0
    for cut in cuts {
      pieces.append(Array(writer.bytes[start..<cut]))
      start = cut
    }
    pieces.append(Array(writer.bytes[start...]))
    return pieces
  }

  /// What a reader did with a post, as it stands between two pieces.
  public func marks(of viewer: Status.Viewer) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in marks(of: viewer, &writer) }
    // Behind a comma, without the brackets.
    return [UInt8(ascii: ",")] + writer.bytes[1..<writer.bytes.count - 1]
  }

  private func entry(_ entry: TimelineEntry, _ writer: inout JSONWriter, marks: (inout JSONWriter) -> Void) {
    guard let reposter = entry.reposter else {
      return writer.object { writer in members(of: entry.status, &writer, marks: marks) }
    }
    repost(entry, by: reposter, &writer, marks: marks)
  }

  /// A post's replies and what it replies to (entities/Context).
  public func context(ancestors: [Status], descendants: [Status], _ writer: inout JSONWriter) {
    context(ancestors: ancestors, descendants: descendants, &writer) { writer, status in
      self.status(status, &writer)
    }
  }

  /// - Parameter write: writes a post, which may have been encoded before.
  public func context(
    ancestors: [Status], descendants: [Status], _ writer: inout JSONWriter, write: (inout JSONWriter, Status) -> Void
  ) {
    writer.object { writer in
      writer.name("ancestors")
      writer.array(ancestors, write)
      writer.name("descendants")
      writer.array(descendants, write)
    }
  }

  public func statuses(_ statuses: [Status], _ writer: inout JSONWriter) {
    writer.array(statuses) { writer, status in self.status(status, &writer) }
  }

  /// Says what the post says about itself, and holds the post; its own content is empty, as reposts' are.
  private func repost(
    _ entry: TimelineEntry, by reposter: Profile, _ writer: inout JSONWriter, marks: (inout JSONWriter) -> Void
  ) {
    let status = entry.status
    var wrapper = status
    wrapper.id = entry.id
    wrapper.createdAt = entry.createdAt
    wrapper.visibility = entry.visibility ?? status.visibility
    wrapper.editedAt = nil
    wrapper.replyTo = nil
    wrapper.commentOf = nil
    wrapper.application = nil
    wrapper.card = nil
    writer.object { writer in
      identity(of: wrapper, page: status, &writer)
      conversation(of: wrapper, &writer)
      counts(of: wrapper, &writer)
      marks(&writer)
      writer.name("reblog")
      writer.object { writer in members(of: status, &writer, marks: marks) }
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
    if let application = status.application, !application.name.isEmpty {
      writer.object { writer in
        writer.member("name", application.name)
        writer.member("website", orNull: application.website)
      }
    } else {
      writer.null()
    }
    writer.emptyArray("emojis")
    writer.emptyArray("filtered")
    writer.name("card")
    card(status.card, &writer)
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
    // Ours alone, so it is left out where it says nothing.
    if let post = status.commentOf { writer.member("comment_of", post) }
  }

  private func counts(of status: Status, _ writer: inout JSONWriter) {
    writer.member("replies_count", status.repliesCount)
    writer.member("reblogs_count", status.repostsCount)
    writer.member("favourites_count", status.favouritesCount)
  }

  private func marks(of viewer: Status.Viewer, _ writer: inout JSONWriter) {
    writer.member("favourited", viewer.isFavourite)
    writer.member("reblogged", viewer.isReposted)
    writer.member("bookmarked", viewer.isBookmarked)
    writer.member("muted", viewer.isMuted)
    writer.member("pinned", viewer.isPinned)
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
