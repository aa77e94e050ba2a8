import Contracts
import JSON
import Social

extension TwitterEncoder {
  /// - Parameters:
  ///   - hasUser: False for the tweet inside a user.
  ///   - leave: Leaves out a slot's members, at a number of written bytes.
  func members(
    of entry: TimelineEntry, options: TweetOptions, hasUser: Bool, _ writer: inout JSONWriter,
    leave: (TweetSlot, Int) -> Void
  ) {
    let post = entry.post
    let text = TweetText(post, page: page(of: post))
    guard let reposter = entry.reposter else {
      return members(
        of: post, text, at: post.createdAt, id: post.id, by: hasUser ? post.author : nil, isRepost: false,
        options: options, &writer, leave: leave)
    }
    members(
      of: post, text.reposted(of: post.author), at: entry.createdAt, id: entry.id,
      by: hasUser ? reposter : nil, isRepost: true, options: options, &writer, leave: leave)
    writer.name("retweeted_status")
    writer.object { writer in
      members(
        of: post, text, at: post.createdAt, id: post.id, by: post.author, isRepost: false, options: options,
        &writer, leave: leave)
    }
  }

  private func members(
    of post: Post, _ text: TweetText, at createdAt: Timestamp?, id: String, by author: Profile?,
    isRepost: Bool, options: TweetOptions, _ writer: inout JSONWriter, leave: (TweetSlot, Int) -> Void
  ) {
    writer.member("created_at", (createdAt ?? Timestamp(milliseconds: 0)).twitterDate)
    writer.id(id)
    writer.member(options.isExtended ? "full_text" : "text", text.text)
    writer.member("truncated", false)
    if options.isExtended {
      writer.name("display_text_range")
      writer.array { writer in
        writer.number(text.displayRange.lowerBound)
        writer.number(text.displayRange.upperBound)
      }
    }
    if options.hasEntities { entities(of: text, options: options, &writer) }
    writer.member("source", source(of: post.client))
    reply(isRepost ? nil : post.replyTo, of: post, &writer)
    if let author {
      writer.name("user")
      if options.hasTrimmedUser {
        writer.object { writer in writer.id(author.id) }
      } else {
        writer.object { writer in
          members(
            of: author, hasEntities: options.hasEntities, isProtected: !post.visibility.isForEverybody,
            &writer)
          leave(.relationship(author.id), writer.bytes.count)
        }
      }
    }
    for name in ["geo", "coordinates", "place", "contributors"] as [StaticString] { writer.null(name) }
    writer.member("is_quote_status", false)
    writer.member("retweet_count", post.repostsCount)
    writer.member("favorite_count", isRepost ? 0 : post.favouritesCount)
    leave(.interactions, writer.bytes.count)
    if text.media != nil || text.hasLinks {
      writer.member("possibly_sensitive", post.isSensitive || !post.warning.isEmpty)
    }
    writer.member("lang", post.language ?? "und")
    if options.hasOwnRepost, !isRepost { leave(.ownRepost(post.id), writer.bytes.count) }
  }

  /// Writes the parent of a reply. Its author's name is known if they wrote this reply or are mentioned.
  private func reply(_ parent: Post.Reply?, of post: Post, _ writer: inout JSONWriter) {
    writer.id("in_reply_to_status_id", "in_reply_to_status_id_str", parent?.id)
    writer.id("in_reply_to_user_id", "in_reply_to_user_id_str", parent?.author)
    let author = parent?.author
    let username =
      author == post.author.id
      ? post.author.account.username : post.mentions.first { $0.id == author }?.username
    writer.member("in_reply_to_screen_name", orNull: username)
  }

  /// Returns the client's name as a link to its page, or to this server. Some clients read the name between the
  /// tags and show nothing without them.
  private func source(of client: Post.Client?) -> String {
    guard let client else { return "" }
    let name = TwitterText(client.name).text
    let website = client.website.flatMap { $0.isEmpty ? nil : $0 } ?? prefix
    var address: [UInt8] = []
    for byte in Array(TwitterText(website).text.utf8) {
      if byte == UInt8(ascii: "\"") { address += Array("%22".utf8) } else { address.append(byte) }
    }
    return "<a href=\"" + String(decoding: address, as: UTF8.self) + "\" rel=\"nofollow\">" + name + "</a>"
  }
}

extension TweetText {
  var hasLinks: Bool {
    entities.contains { entity in
      if case .link = entity.kind { true } else { false }
    }
  }
}
