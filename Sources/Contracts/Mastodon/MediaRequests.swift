import JSON

/// Pictures that no post has yet (Mastodon API, methods/media).
public enum MediaRequests {
  /// `POST /api/v2/media`, with a picture of the device.
  public static func upload(_ picture: String, _ description: String) -> APIRequest {
    APIRequest(.picture, "/api/v2/media", body: Array(description.utf8), idempotencyKey: picture)
  }

  /// `GET /api/v1/media/:id`: 206 until a post can have it.
  public static func state(_ id: String) -> APIRequest { APIRequest(.get, path(id)) }

  /// `PUT /api/v1/media/:id`.
  public static func describe(_ id: String, _ description: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.texts([("description", description)]) }
    return APIRequest(.put, path(id), body: writer.bytes)
  }

  /// What the server calls a picture, read from any of its answers about it; nil: it says nothing of the kind.
  public static func id(_ body: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: body), let id = json["id"] else { return nil }
    return id.string ?? id.int64.map { "\($0)" }
  }

  private static func path(_ id: String) -> String { "/api/v1/media/" + percentEncoded(id) }
}
