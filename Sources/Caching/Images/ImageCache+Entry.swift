extension ImageCache {
  /// What is known of an image that is kept.
  public struct Entry: Equatable, Sendable {
    public var url: String
    public var bytes: Int
    public var etag: String?
    public var isImmutable: Bool
    /// When the server last sent it, or said that it had not changed.
    public var fetchedAt: Milliseconds
    /// When it was last on screen.
    public var usedAt: Milliseconds

    public init(
      url: String, bytes: Int, etag: String?, isImmutable: Bool, fetchedAt: Milliseconds, usedAt: Milliseconds
    ) {
      self.url = url
      self.bytes = bytes
      self.etag = etag
      self.isImmutable = isImmutable
      self.fetchedAt = fetchedAt
      self.usedAt = usedAt
    }
  }
}
