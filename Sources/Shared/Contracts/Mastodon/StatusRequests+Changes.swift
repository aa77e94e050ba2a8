import JSON
public import Social

/// Editing a post (Mastodon API, methods/statuses).
extension StatusRequests {
  /// `GET /api/v1/statuses/:id/source`.
  public static func source(_ id: String) -> APIRequest { APIRequest(.get, path(id) + "/source") }

  /// `PUT /api/v1/statuses/:id`. Audience and parent stay the same; the named pictures replace the post's
  /// pictures.
  public static func edit(_ id: String, _ fields: Fields) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("status")
      writer.string(fields.text)
      writer.name("spoiler_text")
      writer.string(fields.warning)
      writer.name("sensitive")
      writer.bool(fields.isSensitive)
      writer.texts([("location", fields.location)])
      write(fields.media, &writer)
      let known = fields.media.filter { $0.attributes != nil }
      if !known.isEmpty {
        writer.name("media_attributes")
        writer.array(known) { $1.attributes?.write(&$0, id: $1.id) }
      }
    }
    return APIRequest(.put, path(id), body: writer.bytes)
  }

  /// Narrows the audience of a post, which only Swiftlet servers do. `followers` is their unambiguous name
  /// for `private`.
  public static func narrow(_ id: String, to audience: Visibility) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.texts([("visibility", audience == .followers ? "followers" : audience.rawValue)]) }
    return APIRequest(.put, path(id), body: writer.bytes)
  }

  private static func path(_ id: String) -> String { "/api/v1/statuses/" + percentEncoded(id) }
}

/// The text as typed, before it became HTML (Mastodon API, entities/StatusSource).
public struct StatusSource: Equatable, Sendable {
  public let text: String
  public let warning: String

  /// Returns `nil` if the response isn't such an entity.
  public init?(_ body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let text = json["text"]?.string else { return nil }
    self.text = text
    warning = json["spoiler_text"]?.string ?? ""
  }
}
