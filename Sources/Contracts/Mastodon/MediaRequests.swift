import JSON
public import Social

/// Pictures that no post has yet (Mastodon API, methods/media).
public enum MediaRequests {
  /// What is said of a picture.
  public struct Words: Equatable, Sendable {
    public var description: String
    /// nil: nothing is said of it.
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

  /// `POST /api/v2/media`, with a picture of the device.
  public static func upload(_ picture: String, _ words: Words) -> APIRequest {
    APIRequest(.picture, "/api/v2/media", body: words.json, idempotencyKey: picture)
  }

  /// `GET /api/v1/media/:id`: 206 until a post can have it.
  public static func state(_ id: String) -> APIRequest { APIRequest(.get, path(id)) }

  /// `PUT /api/v1/media/:id`.
  public static func describe(_ id: String, _ words: Words) -> APIRequest {
    APIRequest(.put, path(id), body: words.json)
  }

  /// What the server calls a picture, read from any of its answers about it; nil: it says nothing of the kind.
  public static func id(_ body: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: body), let id = json["id"] else { return nil }
    return id.string ?? id.int64.map { "\($0)" }
  }

  private static func path(_ id: String) -> String { "/api/v1/media/" + percentEncoded(id) }
}
