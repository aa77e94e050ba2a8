import JSON
public import Social

/// Publishing and deleting a post (Mastodon API, methods/statuses).
public enum StatusRequests {
  public struct Fields: Equatable, Sendable {
    public var text: String
    public var warning: String
    public var isSensitive: Bool
    /// nil: the server decides.
    public var visibility: Visibility?
    public var language: String?
    /// The id of the answered post.
    public var replyTo: String?
    /// The pictures that the server has, in their order.
    public var mediaIDs: [String]
    /// It is to stand under a post of a Moments page. Only Swiftlet's servers know that; to others it is a reply.
    public var isComment: Bool

    public init(
      text: String, warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
      language: String? = nil, replyTo: String? = nil, mediaIDs: [String] = [], isComment: Bool = false
    ) {
      self.text = text
      self.warning = warning
      self.isSensitive = isSensitive
      self.visibility = visibility
      self.language = language
      self.replyTo = replyTo
      self.mediaIDs = mediaIDs
      self.isComment = isComment
    }
  }

  /// `POST /api/v1/statuses`.
  public static func publish(_ fields: Fields, idempotencyKey: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("status", fields.text), ("spoiler_text", fields.warning.isEmpty ? nil : fields.warning),
        ("visibility", fields.visibility?.rawValue), ("in_reply_to_id", fields.replyTo), ("language", fields.language),
      ])
      writer.name("sensitive")
      writer.bool(fields.isSensitive)
      if fields.isComment {
        writer.name("comment")
        writer.bool(true)
      }
      if !fields.mediaIDs.isEmpty {
        writer.name("media_ids")
        writer.array(fields.mediaIDs) { $0.string($1) }
      }
    }
    return APIRequest(.post, "/api/v1/statuses", body: writer.bytes, idempotencyKey: idempotencyKey)
  }

  /// `DELETE /api/v1/statuses/:id`.
  public static func delete(_ id: String) -> APIRequest {
    APIRequest(.delete, "/api/v1/statuses/" + percentEncoded(id))
  }
}
