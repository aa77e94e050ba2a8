public import Social

/// What the browser tells the app.
public indirect enum AppEvent: Equatable, Sendable {
  case tapped(Identifier, String)
  case submitted(Identifier, [String])
  case reachedEnd(Identifier)
  /// The viewer scrolled to that picture.
  case turned(Identifier, to: Int)
  case key(Key)
  case answered(Identifier, Result<Answer, RequestFailure>)
  case loaded(Identifier, [UInt8]?)
  case timerFired(Identifier)
  /// The browser's own back and forward.
  case wentTo(depth: Int)
  case clock(Timestamp, minutesEast: Int)

  public enum Key: Int32, Equatable, Sendable {
    case escape = 0
    /// Towards the end of the line: right, or left in Arabic.
    case forward = 1
    case backward = 2
  }
}
