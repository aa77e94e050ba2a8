import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes a post as a status (entities/Status).
  func status(_ status: Post, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: status, &writer) { self.interactionMembers(of: status.interactions, &$0) }
    }
  }

  /// Encodes a deleted post with its source text, so that the author can write it again.
  func deletedStatus(_ status: Post, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: status, &writer) { self.interactionMembers(of: status.interactions, &$0) }
      writer.member("text", status.content.source)
    }
  }

  private func members(
    of status: Post, _ writer: inout JSONWriter, interactions: (inout JSONWriter) -> Void
  ) {
    identity(of: status, &writer)
    conversation(of: status, &writer)
    counts(of: status, &writer)
    interactions(&writer)
    writer.null("reblog")
    writer.name("account")
    account(status.author, &writer)
    writer.name("content")
    content(status.content, mentions: status.mentions, &writer)
    attachments(status.attachments, &writer)
    writer.name("mentions")
    writer.array(status.mentions) { writer, mention in self.mention(mention, &writer) }
    reminded(status.reminded, &writer)
    writer.name("tags")
    writer.array(status.tags) { writer, tag in
      writer.object { writer in members(of: tag, &writer) }
    }
  }

  /// Encodes an entry of a timeline: a post, or a repost with the post in it.
  func entry(_ entry: TimelineEntry, _ writer: inout JSONWriter) {
    self.entry(entry, &writer) { self.interactionMembers(of: entry.post.interactions, &$0) }
  }

  /// Encodes an entry in pieces. The viewer's interactions (`interactionMembers(of:)`) go between them, so
  /// the pieces can be cached for all viewers.
  func pieces(of entry: TimelineEntry) -> [[UInt8]] {
    var cuts: [Int] = []
    var writer = JSONWriter(reservingCapacity: 4096)
    self.entry(entry, &writer) { writer in cuts.append(writer.bytes.count) }
    return writer.pieces(cutAt: cuts)
  }

  /// Encodes the viewer's interactions with a post, to be put between two pieces.
  func interactionMembers(of interactions: Post.Interactions) -> [UInt8] {
    JSONWriter.membersBetweenPieces { writer in interactionMembers(of: interactions, &writer) }
  }

  private func entry(
    _ entry: TimelineEntry, _ writer: inout JSONWriter, interactions: (inout JSONWriter) -> Void
  ) {
    guard let reposter = entry.reposter else {
      return writer.object { writer in members(of: entry.post, &writer, interactions: interactions) }
    }
    repost(entry, by: reposter, &writer, interactions: interactions)
  }

  /// Encodes the ancestors and descendants of a post (entities/Context).
  func context(ancestors: [Post], descendants: [Post], _ writer: inout JSONWriter) {
    context(ancestors: ancestors, descendants: descendants, &writer) { writer, status in
      self.status(status, &writer)
    }
  }

  /// - Parameter write: Writes a post, which may be encoded already.
  func context(
    ancestors: [Post], descendants: [Post], _ writer: inout JSONWriter,
    write: (inout JSONWriter, Post) -> Void
  ) {
    writer.object { writer in
      writer.name("ancestors")
      writer.array(ancestors, write)
      writer.name("descendants")
      writer.array(descendants, write)
    }
  }

  func statuses(_ statuses: [Post], _ writer: inout JSONWriter) {
    writer.array(statuses) { writer, status in self.status(status, &writer) }
  }

  /// Encodes a repost. It repeats the post's own properties and holds the post; its own content is empty, as
  /// in Mastodon's reposts.
  private func repost(
    _ entry: TimelineEntry, by reposter: Profile, _ writer: inout JSONWriter,
    interactions: (inout JSONWriter) -> Void
  ) {
    let status = entry.post
    var wrapper = status
    wrapper.id = entry.id
    wrapper.createdAt = entry.createdAt
    wrapper.visibility = entry.visibility ?? status.visibility
    wrapper.editedAt = nil
    wrapper.replyTo = nil
    wrapper.commentOf = nil
    wrapper.client = nil
    wrapper.linkPreview = nil
    wrapper.poll = nil
    wrapper.location = nil
    wrapper.reminded = []
    writer.object { writer in
      identity(of: wrapper, page: status, &writer)
      conversation(of: wrapper, &writer)
      counts(of: wrapper, &writer)
      interactions(&writer)
      writer.name("reblog")
      writer.object { writer in members(of: status, &writer, interactions: interactions) }
      writer.name("account")
      account(reposter, &writer)
      writer.member("content", "")
      for name in ["media_attachments", "mentions", "tags"] as [StaticString] { writer.emptyArray(name) }
    }
  }

  /// - Parameter page: The post whose page the URL leads to; `nil` for the post itself.
  private func identity(of status: Post, page: Post? = nil, _ writer: inout JSONWriter) {
    writer.member("id", status.id)
    writer.member("created_at", status.createdAt ?? Timestamp(milliseconds: 0))
    writer.member("edited_at", status.editedAt)
    for name in ["uri", "url"] as [StaticString] { address(name, of: page ?? status, &writer) }
    writer.audience(status.visibility)
    writer.circles(status.circles)
    writer.location(status.location)
    writer.member("sensitive", status.isSensitive)
    writer.member("spoiler_text", status.warning)
    writer.member("language", orNull: status.language)
    writer.name("application")
    if let client = status.client, !client.name.isEmpty {
      writer.object { writer in
        writer.member("name", client.name)
        writer.member("website", orNull: client.website)
      }
    } else {
      writer.null()
    }
    writer.emptyArray("emojis")
    writer.emptyArray("filtered")
    writer.name("card")
    card(status.linkPreview, &writer)
    writer.name("poll")
    if let poll = status.poll { self.poll(poll, &writer) } else { writer.null() }
  }

  private func address(_ name: StaticString, of status: Post, _ writer: inout JSONWriter) {
    guard !isAddress(status.url) else { return url(name, status.url, &writer) }
    writer.name(name)
    writer.string { writer in
      profileAddress(of: status.author.account.username, &writer)
      writer.piece("/")
      writer.piece(status.id)
    }
  }

  private func conversation(of status: Post, _ writer: inout JSONWriter) {
    writer.member("in_reply_to_id", orNull: status.replyTo?.id)
    writer.member("in_reply_to_account_id", orNull: status.replyTo?.author)
    // An extension of Swiftlet, so it is written only if there is a value.
    if let post = status.commentOf { writer.member("comment_of", post) }
  }

  private func counts(of status: Post, _ writer: inout JSONWriter) {
    writer.member("replies_count", status.repliesCount)
    writer.member("reblogs_count", status.repostsCount)
    writer.member("favourites_count", status.favouritesCount)
  }

  private func interactionMembers(of interactions: Post.Interactions, _ writer: inout JSONWriter) {
    writer.member("favourited", interactions.isFavourite)
    writer.member("reblogged", interactions.isReposted)
    writer.member("bookmarked", interactions.isBookmarked)
    writer.member("muted", interactions.isMuted)
    writer.member("pinned", interactions.isPinned)
  }

  /// Writes the reminded people that the viewer may know. The Mastodon API doesn't know them.
  private func reminded(_ people: [Post.Mention], _ writer: inout JSONWriter) {
    guard !people.isEmpty else { return }
    writer.name("reminded")
    writer.array(people) { writer, person in mention(person, &writer) }
  }

  private func mention(_ mention: Post.Mention, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", mention.id)
      writer.member("username", mention.username)
      address(of: mention, &writer)
      writer.member("acct", mention.handle)
    }
  }

  private func address(of mention: Post.Mention, _ writer: inout JSONWriter) {
    guard !isAddress(mention.url) else { return url("url", mention.url, &writer) }
    writer.name("url")
    writer.string { writer in profileAddress(of: mention.username, &writer) }
  }

  /// Writes `name` and `url`.
  func members(of tag: Post.Tag, _ writer: inout JSONWriter) {
    writer.member("name", tag.name)
    guard !isAddress(tag.url) else { return url("url", tag.url, &writer) }
    writer.name("url")
    writer.string { writer in tagAddress(of: tag.name, &writer) }
  }
}
