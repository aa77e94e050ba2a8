extension ImageCache {
  /// What the network brought.
  public struct Download: Equatable, Sendable {
    public var bytes: Int
    /// The `ETag` of the response, with its quotes.
    public var etag: String?
    /// `Cache-Control` had `immutable` (RFC 8246): never to be revalidated.
    public var isImmutable: Bool

    public init(bytes: Int, etag: String? = nil, isImmutable: Bool = false) {
      self.bytes = bytes
      self.etag = etag
      self.isImmutable = isImmutable
    }
  }

  /// Why a fetch brought nothing.
  public enum Failure: Equatable, Sendable {
    /// No connection.
    case offline
    /// There is no such image, or no longer: 404, 410.
    case notFound
    /// The server did not give it: any other status, a timeout.
    case unavailable
    /// Something came, but no image.
    case invalid
  }
}
