extension Status {
  /// The page that a post's link leads to, as that page says of itself (Mastodon API, entities/PreviewCard).
  public struct Card: Equatable, Sendable {
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
    /// Never empty.
    public var title: String { parts.title }
    public var description: String { parts.description }
    /// The name of the site; its host where the page doesn't say one.
    public var site: String { parts.site }
    public var author: String { parts.author }
    /// BCP 47.
    public var language: String? { parts.language }
    public var picture: Picture? { parts.picture }
    /// As `Attachment.blurhash`.
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
