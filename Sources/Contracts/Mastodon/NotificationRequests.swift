import JSON
public import Social

/// What happened to the asker, and how far they have read it (Mastodon API, methods/notifications and methods/markers).
public enum NotificationRequests {
  /// `page`: the query that the server named; nil: the latest, of these types alone if there are any.
  public static func list(page: String?, types: [Notification.Kind] = []) -> APIRequest {
    var query = page ?? "limit=40"
    if page == nil { for type in types { query += "&types%5B%5D=" + type.rawValue } }
    return APIRequest(.get, "/api/v1/notifications?" + query)
  }

  /// Those that came after the one with this id, as many as a server gives at once.
  public static func list(after id: String) -> APIRequest {
    APIRequest(.get, "/api/v1/notifications?limit=80&since_id=" + percentEncoded(id))
  }

  public static func unreadCount() -> APIRequest { APIRequest(.get, "/api/v1/notifications/unread_count") }

  public static func marker() -> APIRequest { APIRequest(.get, "/api/v1/markers?timeline%5B%5D=notifications") }

  /// The asker has read up to the notification with this id.
  public static func read(_ id: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("notifications")
      writer.object { $0.texts([("last_read_id", id)]) }
    }
    return APIRequest(.post, "/api/v1/markers", body: writer.bytes)
  }
}
