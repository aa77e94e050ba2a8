/// What a screen waits for when it asks for time.
enum ScreenTimer: Equatable, Sendable {
  /// More posts may show: the spinner was seen.
  case moreIsDue
  /// The next part of an answer may be decoded.
  case decodesOn
  /// The menu of a post has slid away.
  case menuLeft(key: String)
  /// No second tap followed the first one.
  case singleTap
  /// What is unread has shown for a moment.
  case wasSeen
  /// Nothing was typed for a moment.
  case typingPaused
  /// The network may be back.
  case asksAgain
}
