public import Social
import Storage

/// A text of the owner's for all members, who see it until they dismiss it (decision 0061).
public struct Announcement: Equatable, Sendable {
  public let id: Int64
  /// Plain text.
  public let text: String
  public let publishedAt: Timestamp
  /// `nil` if it stays until it is removed.
  public let endsAt: Timestamp?
  /// True if the end is a day, without a time.
  public let isAllDay: Bool
  /// True if the viewer has dismissed it.
  public let isRead: Bool

  init(_ record: AnnouncementRecord) {
    id = record.id
    text = record.text
    publishedAt = Timestamp(milliseconds: Identifiers.millisecond(of: record.id))
    endsAt = record.endsAt.map { Timestamp(milliseconds: $0) }
    isAllDay = record.isAllDay
    isRead = record.isDismissed
  }
}

/// The end of an announcement.
public enum AnnouncementEnd: Equatable, Sendable {
  /// A day, which counts until it is over everywhere on Earth.
  case day(CalendarDate)
  case time(Timestamp)

  /// Reads `2026-12-24` or a time of ISO 8601; `nil` for other texts.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 3, let year = parts[0], let month = parts[1], let number = parts[2], 1...9999 ~= year,
      let day = CalendarDate(year: year, month: month, day: number)
    {
      self = .day(day)
    } else if let time = Timestamp(iso8601: text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  fileprivate var milliseconds: Int64 {
    switch self {
    case .day(let date): Int64(date.dayNumber) * 86_400_000
    case .time(let time): time.milliseconds
    }
  }

  fileprivate var isAllDay: Bool {
    switch self {
    case .day: true
    case .time: false
    }
  }
}

extension Community {
  public var announcements: Announcements {
    Announcements(store: store, clock: clock, identifiers: identifiers)
  }

  /// Announcements of owners to all members.
  public struct Announcements: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Announcements {
  /// The maximum length of a text in characters.
  public static let longestText = 1000
  /// The maximum number of announcements, without removed ones.
  static let maxCount = 100
  /// The number of announcements that a member sees.
  static let maxShown = 20

  /// Returns the announcements that the viewer has to see, the newest first.
  public func list(_ viewer: Viewer, withDismissed: Bool = false) async throws -> [Announcement] {
    try await store.announcements(
      for: viewer.account, withDismissed: withDismissed, limit: Self.maxShown, now: clock().milliseconds
    ).map { Announcement($0) }
  }

  /// Returns the newest announcement that the viewer has not dismissed; `nil` without one.
  public func newest(_ viewer: Viewer) async throws -> Announcement? {
    try await store.announcements(
      for: viewer.account, withDismissed: false, limit: 1, now: clock().milliseconds
    ).first.map { Announcement($0) }
  }

  /// Returns all announcements, also those that have ended, the newest first.
  public func all() async throws -> [Announcement] {
    try await store.announcements().map { Announcement($0) }
  }

  /// Announces a text to all members.
  ///
  /// - Parameter actor: `nil` for the operator at the command line.
  /// - Throws: `CommunityError.notAllowed`; `.invalid` for an empty or long text, and for an end that has
  ///   passed.
  public func add(_ text: String, until end: AnnouncementEnd?, by actor: Viewer?) async throws -> Announcement
  {
    let text = text.cleaned()
    guard !text.isBlank else { throw CommunityError.invalid("Validation failed: Text can't be blank") }
    guard text.unicodeScalars.count <= Self.longestText else {
      throw CommunityError.invalid(
        "Validation failed: Text is too long (maximum is \(Self.longestText) characters)", .textTooLong)
    }
    let now = clock().milliseconds
    if let end {
      guard end.milliseconds + (end.isAllDay ? 86_400_000 : 0) > now else {
        throw CommunityError.invalid("Validation failed: The end has passed")
      }
    }
    let record = AnnouncementRecord(
      id: identifiers.next(milliseconds: now), text: text, endsAt: end?.milliseconds,
      isAllDay: end?.isAllDay ?? false)
    let entry = identifiers.next(milliseconds: now)
    try await store.writeMembership { transaction in
      let name = try transaction.authorize(actor, .manageAnnouncements)
      guard try transaction.countAnnouncements() < Self.maxCount else {
        throw CommunityError.invalid("Validation failed: There are too many announcements. Remove some")
      }
      try transaction.insert(record)
      transaction.record(.announced(record.id))
      try transaction.log(.announce, by: name, on: "\(record.id)", text, id: entry)
    }
    return Announcement(record)
  }

  /// - Throws: `CommunityError.notAllowed`, `.notFound`.
  public func remove(_ id: Int64, by actor: Viewer?) async throws {
    let entry = identifiers.next(milliseconds: clock().milliseconds)
    try await store.writeMembership { transaction in
      let name = try transaction.authorize(actor, .manageAnnouncements)
      guard let text = try transaction.removeAnnouncement(id) else { throw CommunityError.notFound }
      transaction.record(.announcementRemoved(id))
      try transaction.log(.removeAnnouncement, by: name, on: "\(id)", text, id: entry)
    }
  }

  /// Notes that the viewer has seen an announcement.
  ///
  /// - Throws: `CommunityError.notFound`.
  public func dismiss(_ id: Int64, _ viewer: Viewer) async throws {
    try await store.writeMembership { transaction in
      guard try transaction.dismiss(id, by: viewer.account) else { throw CommunityError.notFound }
    }
  }
}
