public import Social

/// Who reads: their language, their time.
public struct Reader: Equatable, Sendable {
  public var strings: Strings
  public var now: Timestamp
  /// The reader's time zone, in minutes east of Greenwich.
  public var minutesEast: Int
  public var appearance: Appearance
  /// Keys of the keyboard do something.
  public var hasShortcuts = true
  /// How many notifications the tab bar says are new.
  var unread = 0
  /// The same of accounts that are not in front, as far as it is known.
  var elsewhere: [UnreadElsewhere] = []
  /// Who is signed in.
  var me: Account?
  /// The home timeline has posts that the reader has not seen.
  var hasNews = false

  public init(strings: Strings, now: Timestamp, minutesEast: Int = 0, appearance: Appearance = Appearance()) {
    self.strings = strings
    self.now = now
    self.minutesEast = minutesEast
    self.appearance = appearance
  }

  /// How many notifications are new in somebody's account.
  func unread(of session: String) -> Int { elsewhere.first { $0.session == session }?.count ?? 0 }

  /// How long ago something was.
  @inline(never)
  func age(_ time: Timestamp) -> Age { Age(of: time, at: now, minutesEast: minutesEast) }
}

/// How many notifications are new in an account that is not in front.
struct UnreadElsewhere: Equatable, Sendable {
  /// The key of its session.
  let session: String
  let count: Int
}
