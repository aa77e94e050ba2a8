/// Identifies a screen's timer.
enum ScreenTimer: Equatable, Sendable {
  /// More posts may show: the spinner was seen.
  case moreIsDue
  /// The next part of a response may be decoded.
  case decodesOn
  /// The menu of a post has slid away.
  case menuLeft(key: String)
  /// No second tap followed the first one.
  case singleTap
  /// The unread content has shown for a moment.
  case wasSeen
  /// The viewer has paused typing.
  case typingPaused
  /// Entries came a moment ago: some list waits for others, or looks if they are in sight.
  case entriesArrived
  /// A request takes so long that the screen shows it.
  case waits
  /// The network may be back.
  case asksAgain
}
