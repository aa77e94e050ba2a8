import Community
import Contracts
import HTTPTypes
import Localization
import Social

extension API {
  /// Adds the viewer's notifications (docs.joinmastodon.org/methods/notifications).
  mutating func addNotifications(_ community: Community) {
    add(
      .reading(
        "/api/v1/notifications", "What happened to the viewer", .member(.readNotifications),
        .paging + [
          APIParameter("types", .array(.string)), APIParameter("exclude_types", .array(.string)),
          APIParameter("account_id", .identifier),
        ], response: .array(.reference("Notification")))
    ) { call in
      let filter = NotificationFilter(
        types: call.parameters["types"] == nil ? nil : try call.parameters.kinds("types"),
        excluded: try call.parameters.kinds("exclude_types"),
        from: try call.parameters.identifier("account_id"))
      let page = try await community.notifications.list(
        call.viewer, filter, call.cursor(default: 40, maximum: 80))
      return .page(page) { writer, notification in call.encoder.notification(notification, &writer) }
    }
    add(
      .reading(
        "/api/v1/notifications/:id", "One thing that happened to the viewer", .member(.readNotifications),
        response: .reference("Notification"))
    ) { call in
      let notification = try call.found(
        try await community.notifications.find(call.identifier(), call.viewer))
      return .json { writer in call.encoder.notification(notification, &writer) }
    }
    add(
      .reading(
        "/api/v1/notifications/unread_count", "How much happened since the viewer last looked",
        .member(.readNotifications),
        response: .object([
          .init("count", .integer),
          .init(
            "announcement", .object([.init("id", .identifier), .init("text", .string)]), isOptional: true),
        ]))
    ) { call in
      let count = try await community.notifications.unreadCount(call.viewer)
      // Not in the Mastodon API: it saves the app, which asks for this number regularly, another request.
      let announcement = try await community.announcements.newest(call.viewer)
      return .json { writer in call.encoder.unread(count, announcement, &writer) }
    }
    add(
      APIRoute(
        .post, "/api/v1/notifications/clear", "Remove all notifications",
        access: .member(.writeNotifications),
        response: .object([]))
    ) { call in
      try await community.notifications.clear(call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .post, "/api/v1/notifications/:id/dismiss", "Remove a notification",
        access: .member(.writeNotifications),
        response: .object([]))
    ) { call in
      try await community.notifications.dismiss(call.identifier(), call.viewer)
      return .empty
    }
  }
}

extension APIParameters {
  /// Returns the known kinds; unknown ones are ignored.
  fileprivate func kinds(_ name: String) throws -> Set<Notification.Kind> {
    Set(try strings(name).compactMap(Notification.Kind.init(rawValue:)))
  }
}
