import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes the text as its author typed it (entities/StatusSource).
  func source(id: String, text: String, warning: String, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("text", text)
      writer.member("spoiler_text", warning)
    }
  }

  /// Encodes one version of an edited post (entities/StatusEdit).
  ///
  /// - Parameter moment: The time of the edit.
  func edit(
    content text: Content, mentions: [Post.Mention], warning: String, isSensitive: Bool,
    at moment: Timestamp?,
    author: Profile, attachments pictures: [Post.Attachment] = [], pollTitles: [String]? = nil,
    location: String? = nil, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("content")
      content(text, mentions: mentions, &writer)
      writer.member("spoiler_text", warning)
      writer.member("sensitive", isSensitive)
      writer.member("created_at", moment ?? Timestamp(milliseconds: 0))
      writer.name("account")
      account(author, &writer)
      writer.name("poll")
      if let pollTitles { self.poll(titles: pollTitles, &writer) } else { writer.null() }
      attachments(pictures, &writer)
      writer.location(location)
      writer.emptyArray("emojis")
    }
  }
}
