public import Social
import Storage

/// How far somebody has read.
public struct Marker: Equatable, Sendable {
  public enum Timeline: String, CaseIterable, Sendable {
    case home
    case notifications
  }

  public var timeline: Timeline
  /// The id of an entry or a notification.
  public var lastRead: Int64
  /// Grows by one with every change.
  public var version: Int
  public var updatedAt: Timestamp

  init?(_ record: MarkerRecord) {
    guard let timeline = Timeline(rawValue: record.timeline) else { return nil }
    self.timeline = timeline
    lastRead = record.lastRead
    version = record.version
    updatedAt = Timestamp(milliseconds: record.updatedAt)
  }
}

/// How large the community is.
public struct CommunityStatistics: Equatable, Sendable {
  public var members: Int
  public var posts: Int
}
