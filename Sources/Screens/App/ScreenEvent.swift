/// What the app tells a screen, whichever it is. An action of a screen is made from it, or it is of no interest.
public indirect enum ScreenEvent: Equatable, Sendable {
  /// It is new, and nothing of it is there.
  case appeared
  /// It shows again: its tab was chosen, what lay over it has gone, or the person came back to the app.
  case returned
  /// The tab that shows already was chosen once more.
  case choseAgain
  case pulledDown
  case reachedEnd
  /// The text of `data-tap`.
  case tapped(String)
  /// The values of a form's fields, in their order.
  case submitted([String])
  /// Each change of a field with `data-input`.
  case typed(field: String, String)
  /// The topmost visible cell, and how far its upper edge is below the screen's, in CSS px.
  case anchored(key: String, offset: Int)
  case answered(RequestName, Result<Answer, RequestFailure>)
  case loaded(key: String, [UInt8]?)
  case heard(Fact)
  case timerFired(ScreenTimer)
  /// The person dropped a file on the app, or chose one.
  case given([UInt8])
}
