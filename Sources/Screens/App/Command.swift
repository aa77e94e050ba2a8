public import Markup

/// Numbers the screens, requests and timers of one run of the app.
public typealias Identifier = Int32

/// What the interpreter does for the app, in this order.
public indirect enum Command: Equatable, Sendable {
  /// Puts a screen on top of the others; `reveals` is the cell to begin at.
  case openScreen(Identifier, HTML, reveals: String?)
  case closeScreen(Identifier)
  case patch(Identifier, PageOperation)
  case setVariable(Identifier, StyleVariable)
  case title(String)
  case request(Identifier, url: String)
  case cancel(Identifier)
  case save(key: String, [UInt8])
  case load(Identifier, key: String)
  case removeSaved(key: String)
  case startTimer(Identifier, milliseconds: Int)
  case pushHistory(depth: Int, url: String?)
  case goBack
  case reveal(Identifier, key: String)
  case scrollToTop(Identifier)
  case visit(url: String)
  /// Remembers the language for the server's next page.
  case rememberLanguage(Language)
}
