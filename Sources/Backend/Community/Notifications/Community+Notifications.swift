public import Social
import Storage

extension Community {
  public var notifications: Notifications { Notifications(store: store, clock: clock) }

  /// The viewer's notifications, and how far they are read.
  public struct Notifications: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
  }
}

extension Community.Notifications {
  /// Returns the viewer's notifications, newest first.
  public func list(
    _ viewer: Viewer, _ filter: NotificationFilter, _ cursor: Cursor
  ) async throws -> ListPage<Notification> {
    try await store.notifications(of: viewer.account, filter, cursor, now: clock().milliseconds)
  }

  /// Returns one notification; `nil` if the viewer has no such notification.
  public func find(_ id: Int64, _ viewer: Viewer) async throws -> Notification? {
    try await store.notifications(
      of: viewer.account, NotificationFilter(id: id), Cursor(limit: 1), now: clock().milliseconds
    ).items.first
  }

  /// Removes one of the viewer's notifications. Does nothing if it doesn't exist.
  public func dismiss(_ id: Int64, _ viewer: Viewer) async throws {
    try await store.write { try $0.dismiss(notification: id, of: viewer.account) }
  }

  /// Removes all of the viewer's notifications.
  public func clear(_ viewer: Viewer) async throws {
    try await store.write { try $0.clearNotifications(of: viewer.account) }
  }

  /// The maximum of the unread count.
  static let maxUnread = 1000

  /// Returns the number of notifications after the viewer's reading position.
  public func unreadCount(_ viewer: Viewer) async throws -> Int {
    try await store.unreadCount(of: viewer.account, limit: Self.maxUnread, now: clock().milliseconds)
  }

  public func markers(_ viewer: Viewer) async throws -> [Marker] {
    try await store.markers(of: viewer.account)
  }

  /// Moves the reading position over one notification that the viewer has seen alone, as on a locked screen. It
  /// stays where it is while an older one is unread, which would count as read, too.
  ///
  /// - Returns: the position; `nil` while the viewer has read nothing.
  public func readAlone(_ id: Int64, _ viewer: Viewer) async throws -> Marker? {
    let marker = try await markers(viewer).first { $0.timeline == .notifications }
    let lastRead = marker?.lastRead ?? 0
    guard lastRead < id else { return marker }
    let older = try await list(
      viewer, NotificationFilter(), Cursor(maxID: id, sinceID: lastRead, limit: 1))
    guard older.items.isEmpty, older.older == nil else { return marker }
    return try await setMarker(.notifications, lastRead: id, viewer)
  }

  /// Stores the viewer's reading position.
  ///
  /// - Throws: `CommunityError.notFound` if the account doesn't exist any more.
  public func setMarker(_ timeline: Marker.Timeline, lastRead: Int64, _ viewer: Viewer) async throws -> Marker
  {
    let now = clock().milliseconds
    return try await store.write { transaction in
      guard try transaction.settings(of: viewer.account) != nil,
        let marker = try transaction.setMarker(timeline, of: viewer.account, lastRead: lastRead, now: now)
      else { throw CommunityError.notFound }
      return marker
    }
  }
}
