import JSON
public import Social

/// Uploads, which belong to no post yet (Mastodon API, methods/media).
public enum MediaRequests {
  /// The description and focal point of a picture.
  public struct Attributes: Equatable, Sendable {
    public var description: String
    /// The focal point; `nil` if none is set.
    public var focus: Picture.Focus?

    public init(description: String = "", focus: Picture.Focus? = nil) {
      self.description = description
      self.focus = focus
    }

    func write(_ writer: inout JSONWriter, id: String? = nil) {
      writer.object { $0.texts([("id", id), ("description", description), ("focus", focus?.text)]) }
    }

    var json: [UInt8] {
      var writer = JSONWriter()
      write(&writer)
      return writer.bytes
    }
  }

  /// `POST /api/v2/media` with a picture stored on the device.
  public static func upload(_ picture: String, _ attributes: Attributes) -> APIRequest {
    APIRequest(.picture, "/api/v2/media", body: attributes.json, idempotencyKey: picture)
  }

  /// `GET /api/v1/media/:id`: 206 until the picture can be used in a post.
  public static func state(_ id: String) -> APIRequest { APIRequest(.get, path(id)) }

  /// `PUT /api/v1/media/:id`.
  public static func describe(_ id: String, _ attributes: Attributes) -> APIRequest {
    APIRequest(.put, path(id), body: attributes.json)
  }

  /// Decodes the server's id of a picture from any of its media responses; `nil` if the response has none.
  public static func id(_ body: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: body), let id = json["id"] else { return nil }
    return id.string ?? id.int64.map { "\($0)" }
  }

  private static func path(_ id: String) -> String { "/api/v1/media/" + percentEncoded(id) }
}
