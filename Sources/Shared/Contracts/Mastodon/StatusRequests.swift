import JSON
public import Social

/// Publishing and deleting posts (Mastodon API, methods/statuses).
public enum StatusRequests {
  public struct Fields: Equatable, Sendable {
    public var text: String
    public var warning: String
    public var isSensitive: Bool
    /// The audience; `nil` for the server's default.
    public var visibility: Visibility?
    public var language: String?
    /// The id of the parent.
    public var replyTo: String?
    /// The uploaded pictures in their order.
    public var media: [Media]
    /// True if the reply is to appear under a post of a Moments page. Only Swiftlet servers know that; for
    /// others it is a normal reply.
    public var isComment: Bool
    public var poll: PollRequests.Fields?
    /// The ids of the author's circles that see the post, which only Swiftlet servers know.
    public var circles: [String] = []
    /// The ids of the circles that don't see it.
    public var excludedCircles: [String] = []
    /// The place that the author names, which only Swiftlet servers know; empty to remove it from a changed
    /// post, `nil` to leave it.
    public var location: String?
    /// The ids of the people to remind, which only Swiftlet servers know.
    public var reminded: [String] = []

    public init(
      text: String, warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
      language: String? = nil, replyTo: String? = nil, media: [Media] = [], isComment: Bool = false,
      poll: PollRequests.Fields? = nil
    ) {
      self.text = text
      self.warning = warning
      self.isSensitive = isSensitive
      self.visibility = visibility
      self.language = language
      self.replyTo = replyTo
      self.media = media
      self.isComment = isComment
      self.poll = poll
    }
  }

  /// An uploaded picture.
  public struct Media: Equatable, Sendable {
    public var id: String
    /// The new description and focal point of a picture that the post has already; `nil` if they were set at
    /// the picture itself.
    public var attributes: MediaRequests.Attributes?

    public init(id: String, attributes: MediaRequests.Attributes? = nil) {
      self.id = id
      self.attributes = attributes
    }
  }

  /// `POST /api/v1/statuses`.
  public static func publish(_ fields: Fields, idempotencyKey: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("status", fields.text), ("spoiler_text", fields.warning.isEmpty ? nil : fields.warning),
        ("visibility", fields.visibility?.rawValue), ("in_reply_to_id", fields.replyTo),
        ("language", fields.language), ("location", fields.location),
      ])
      writer.name("sensitive")
      writer.bool(fields.isSensitive)
      if fields.isComment {
        writer.name("comment")
        writer.bool(true)
      }
      if !fields.media.isEmpty { write(fields.media, &writer) }
      fields.poll?.write(&writer)
      for (name, ids) in [
        ("circle_ids", fields.circles), ("excluded_circle_ids", fields.excludedCircles),
        ("reminded_ids", fields.reminded),
      ]
        as [(StaticString, [String])] where !ids.isEmpty
      {
        writer.name(name)
        writer.array(ids) { $0.string($1) }
      }
    }
    return APIRequest(.post, "/api/v1/statuses", body: writer.bytes, idempotencyKey: idempotencyKey)
  }

  static func write(_ media: [Media], _ writer: inout JSONWriter) {
    writer.name("media_ids")
    writer.array(media) { $0.string($1.id) }
  }

  /// `DELETE /api/v1/statuses/:id`.
  public static func delete(_ id: String) -> APIRequest {
    APIRequest(.delete, "/api/v1/statuses/" + percentEncoded(id))
  }
}
