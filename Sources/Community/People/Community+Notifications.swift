public import Social
import Storage

extension Community {
  /// Returns the viewer's notifications, newest first.
  public func notifications(
    _ asker: Asker, _ filter: NotificationFilter, _ cursor: Cursor
  ) async throws -> Slice<Notification> {
    try await store.notifications(of: asker.account, filter, cursor, now: clock().milliseconds)
  }

  /// Returns one notification; `nil` if the viewer has no such notification.
  public func notification(_ id: Int64, _ asker: Asker) async throws -> Notification? {
    try await store.notifications(
      of: asker.account, NotificationFilter(id: id), Cursor(limit: 1), now: clock().milliseconds
    ).items.first
  }

  /// Removes one of the viewer's notifications. Does nothing if it doesn't exist.
  public func dismiss(_ id: Int64, _ asker: Asker) async throws {
    try await store.acting { try $0.dismiss(notification: id, of: asker.account) }
  }

  /// Removes all of the viewer's notifications.
  public func clearNotifications(_ asker: Asker) async throws {
    try await store.acting { try $0.clearNotifications(of: asker.account) }
  }

  /// The maximum of the unread count.
  static let mostUnread = 1000

  /// Returns the number of notifications after the viewer's reading position.
  public func unreadCount(_ asker: Asker) async throws -> Int {
    try await store.unreadCount(of: asker.account, limit: Self.mostUnread, now: clock().milliseconds)
  }

  public func markers(_ asker: Asker) async throws -> [Marker] {
    try await store.markers(of: asker.account)
  }

  /// Stores the viewer's reading position.
  ///
  /// - Throws: `CommunityError.notFound` if the account doesn't exist any more.
  public func setMarker(_ timeline: Marker.Timeline, lastRead: Int64, _ asker: Asker) async throws -> Marker {
    let now = clock().milliseconds
    return try await store.acting { people in
      guard try people.settings(of: asker.account) != nil,
        let marker = try people.setMarker(timeline, of: asker.account, lastRead: lastRead, now: now)
      else { throw CommunityError.notFound }
      return marker
    }
  }
}
