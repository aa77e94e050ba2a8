public import Localization
public import Social

/// The viewer's language, time and settings, which every screen renders with.
public struct ViewEnvironment: Equatable, Sendable {
  public var strings: Strings
  public var now: Timestamp
  /// The viewer's time zone, in minutes east of Greenwich.
  public var minutesEast: Int
  public var appearance: Appearance
  /// True if keyboard shortcuts are on.
  public var hasShortcuts = true
  /// The number of new notifications on the tab bar.
  var unread = 0
  /// The same for accounts that aren't in front, where known.
  var elsewhere: [UnreadElsewhere] = []
  /// The account that is signed in; `nil` for a stranger.
  var me: Account?
  /// True if the home timeline has posts that the viewer has not seen.
  var hasNews = false
  /// The announcement over the home timeline, as the device stores it; `nil` without one.
  var announcement: String?

  public init(strings: Strings, now: Timestamp, minutesEast: Int = 0, appearance: Appearance = Appearance()) {
    self.strings = strings
    self.now = now
    self.minutesEast = minutesEast
    self.appearance = appearance
  }

  /// Returns the number of new notifications of another session's account.
  func unread(of session: String) -> Int { elsewhere.first { $0.session == session }?.count ?? 0 }

  /// Returns the age of a time.
  @inline(never)
  func age(_ time: Timestamp) -> Age { Age(of: time, at: now, minutesEast: minutesEast) }
}

/// The number of new notifications of an account that isn't in front.
struct UnreadElsewhere: Equatable, Sendable {
  /// The key of its session.
  let session: String
  let count: Int
}
