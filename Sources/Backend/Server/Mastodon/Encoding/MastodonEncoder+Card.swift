import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes a link preview (entities/PreviewCard), or null.
  func card(_ card: Post.LinkPreview?, _ writer: inout JSONWriter) {
    guard let card else { return writer.null() }
    writer.object { writer in members(of: card, &writer) }
  }

  /// Encodes a link preview with its daily number of uses (entities/Trends_Link).
  func card(
    _ card: Post.LinkPreview, history: [(start: Timestamp, uses: Int, people: Int)],
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      members(of: card, &writer)
      self.history(history, &writer)
    }
  }

  private func members(of card: Post.LinkPreview, _ writer: inout JSONWriter) {
    let preview = card.picture.flatMap { self.preview(of: $0) }
    let size = preview?.size ?? card.picture?.size
    writer.member("url", card.url)
    writer.member("title", card.title)
    writer.member("description", card.description)
    writer.member("language", orNull: card.language)
    writer.member("type", "link")
    writer.member("author_name", card.author)
    writer.member("author_url", "")
    writer.emptyArray("authors")
    writer.member("provider_name", card.site)
    writer.member("provider_url", "")
    writer.member("html", "")
    writer.member("width", size?.width ?? 0)
    writer.member("height", size?.height ?? 0)
    url("image", preview?.url ?? card.picture?.url ?? "", &writer)
    writer.member("image_description", card.picture?.description ?? "")
    writer.member("embed_url", "")
    writer.member("blurhash", orNull: card.blurhash)
    writer.null("published_at")
  }
}
