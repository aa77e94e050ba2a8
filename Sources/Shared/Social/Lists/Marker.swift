/// A member's reading position in a timeline.
public struct Marker: Equatable, Sendable {
  public enum Timeline: String, CaseIterable, Sendable {
    case home
    case notifications
  }

  public var timeline: Timeline
  /// The id of a timeline entry or a notification.
  public var lastRead: Int64
  /// A counter that every change increases by 1.
  public var version: Int
  public var updatedAt: Timestamp

  public init(timeline: Timeline, lastRead: Int64, version: Int, updatedAt: Timestamp) {
    self.timeline = timeline
    self.lastRead = lastRead
    self.version = version
    self.updatedAt = updatedAt
  }
}
