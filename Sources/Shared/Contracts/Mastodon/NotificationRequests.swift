import JSON
public import Social

/// Requests for the viewer's notifications and reading position (Mastodon API, methods/notifications and
/// methods/markers).
public enum NotificationRequests {
  /// - Parameters:
  ///   - page: The query from the server's `Link` field; `nil` for the latest.
  ///   - types: The only types on the first page; empty for all.
  public static func list(page: String?, types: [Notification.Kind] = []) -> APIRequest {
    var query = page ?? "limit=40"
    if page == nil { for type in types { query += "&types%5B%5D=" + type.rawValue } }
    return APIRequest(.get, "/api/v1/notifications?" + query)
  }

  /// Lists notifications newer than the one with this id, as many as a server sends at once.
  public static func list(after id: String) -> APIRequest {
    APIRequest(.get, "/api/v1/notifications?limit=80&since_id=" + percentEncoded(id))
  }

  public static func unreadCount() -> APIRequest { APIRequest(.get, "/api/v1/notifications/unread_count") }

  public static func marker() -> APIRequest {
    APIRequest(.get, "/api/v1/markers?timeline%5B%5D=notifications")
  }

  /// Saves that the viewer has read all notifications up to this id.
  public static func read(_ id: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("notifications")
      writer.object { $0.texts([("last_read_id", id)]) }
    }
    return APIRequest(.post, "/api/v1/markers", body: writer.bytes)
  }

  /// Saves that the viewer has read the notification with this id, unless an older one is unread. The server
  /// refuses a wrong proof. Not in the Mastodon API.
  public static func opened(_ id: String, proof: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("notifications") { writer in
        writer.member("last_read_id", id)
        writer.member("alone", true)
        writer.member("proof", proof)
      }
    }
    return APIRequest(.post, "/api/v1/markers", body: writer.bytes)
  }
}
