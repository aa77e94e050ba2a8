extension Post {
  /// A link preview, with the linked page's own description of itself (Mastodon API, entities/PreviewCard).
  public struct LinkPreview: Equatable, Sendable {
    private struct Parts: Equatable, Sendable {
      var url: String
      var title: String
      var description: String
      var site: String
      var author: String
      var language: String?
      var picture: Picture?
      var blurhash: String?
    }

    @Shared private var parts: Parts

    public var url: String { parts.url }
    /// The title, which is never empty.
    public var title: String { parts.title }
    public var description: String { parts.description }
    /// The name of the site, or its host if the page doesn't name the site.
    public var site: String { parts.site }
    public var author: String { parts.author }
    /// The language as a BCP 47 tag.
    public var language: String? { parts.language }
    public var picture: Picture? { parts.picture }
    /// A blurred preview, as in `Attachment.blurhash`.
    public var blurhash: String? { parts.blurhash }

    public init(
      url: String, title: String, description: String = "", site: String = "", author: String = "",
      language: String? = nil, picture: Picture? = nil, blurhash: String? = nil
    ) {
      parts = Parts(
        url: url, title: title, description: description, site: site, author: author, language: language,
        picture: picture, blurhash: blurhash)
    }
  }
}
