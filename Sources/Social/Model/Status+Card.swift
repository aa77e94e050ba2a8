extension Status {
  /// The page that a post's link leads to, as that page says of itself (Mastodon API, entities/PreviewCard).
  public struct Card: Equatable, Sendable {
    public var url: String
    /// Never empty.
    public var title: String
    public var description: String
    /// The name of the site; its host where the page doesn't say one.
    public var site: String
    public var author: String
    /// BCP 47.
    public var language: String?
    public var picture: Picture?
    /// As `Attachment.blurhash`.
    public var blurhash: String?

    public init(
      url: String, title: String, description: String = "", site: String = "", author: String = "",
      language: String? = nil, picture: Picture? = nil, blurhash: String? = nil
    ) {
      self.url = url
      self.title = title
      self.description = description
      self.site = site
      self.author = author
      self.language = language
      self.picture = picture
      self.blurhash = blurhash
    }
  }
}
