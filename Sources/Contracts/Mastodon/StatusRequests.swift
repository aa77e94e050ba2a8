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

    public init(
      text: String, warning: String = "", isSensitive: Bool = false, visibility: Visibility? = .everybody,
      language: String? = nil, replyTo: String? = nil
    ) {
      self.text = text
      self.warning = warning
      self.isSensitive = isSensitive
      self.visibility = visibility
      self.language = language
      self.replyTo = replyTo
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
    }
    return APIRequest(.post, "/api/v1/statuses", body: writer.bytes, idempotencyKey: idempotencyKey)
  }

  /// `DELETE /api/v1/statuses/:id`.
  public static func delete(_ id: String) -> APIRequest {
    APIRequest(.delete, "/api/v1/statuses/" + percentEncoded(id))
  }
}
