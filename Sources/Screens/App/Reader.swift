public import Social

/// Who reads: their language, their time.
public struct Reader: Equatable, Sendable {
  public var strings: Strings
  public var now: Timestamp
  /// The reader's time zone, in minutes east of Greenwich.
  public var minutesEast: Int

  public init(language: Language, now: Timestamp, minutesEast: Int = 0) {
    strings = Strings(language)
    self.now = now
    self.minutesEast = minutesEast
  }
}
