public import Contracts
public import Localization
public import Markup

/// The number of a screen, request or timer, unique in one run of the app.
public typealias Identifier = Int32

/// Commands that the interpreter carries out for the app, in order.
public indirect enum Command: Equatable, Sendable {
  /// Puts a screen on top of the others; `reveals` is the cell to begin at.
  case openScreen(Identifier, HTML, reveals: String?)
  case closeScreen(Identifier)
  /// Puts a root into the document, in front of the other roots.
  case openRoot(Identifier, HTML)
  /// Brings a root in front of the others, as it was.
  case showRoot(Identifier)
  case patch(Identifier, PageOperation)
  case setVariable(Identifier, StyleVariable)
  /// Shows a post as pressed or released after a finger came down on it.
  case hold(HoldGesture.Post)
  case setField(Identifier, name: String, String)
  case title(String)
  /// Sets the number of new notifications on the installed app's icon; 0 removes it.
  case badge(Int)
  case request(Identifier, url: String)
  /// Sends a request with method, body and token.
  case send(Identifier, APIRequest, url: String, token: String?)
  case cancel(Identifier)
  /// Prepares the next of the chosen pictures for upload, and stores it under this id.
  case preparePicture(String)
  /// Stores a part of a stored picture under another id.
  case cutPicture(String, as: String, Crop.Area)
  /// Removes the stored pictures whose ids begin with `prefix`.
  case removePictures(prefix: String)
  case save(key: String, [UInt8])
  case load(Identifier, key: String)
  case removeSaved(key: String)
  /// Removes everything that is stored under keys that begin with `prefix`.
  case removeAllSaved(prefix: String)
  /// Removes everything that is stored under keys that begin with none of these.
  case removeOtherSaved(prefixes: [String])
  /// Removes what isn't stored per session: the images and the cached pages.
  case removeTraces
  /// Claims the reading positions of this tab for that session, or for strangers if `nil`. Those of another
  /// session are forgotten.
  case claimTab(String?)
  /// Removes the cached pages whose paths, with a slash at the end, contain this.
  case removePages(String)
  case remember(key: String, String?)
  case startTimer(Identifier, milliseconds: Int)
  case pushHistory(depth: Int, url: String?)
  /// Sets the address of a root that shows; the history has no step to go back to.
  case replaceHistory(url: String)
  /// Changes the address of what shows, without a step in the history.
  case address(String)
  /// Goes back by this many steps at once.
  case goBack(Int)
  case reveal(Identifier, key: String)
  case scrollToTop(Identifier)
  case restore(Identifier, key: String, offset: Int)
  case share(url: String)
  case copy(String)
  case visit(url: String)
  /// Shows a toast; `nil` hides it.
  case toast(HTML?)
  /// Has screen readers say these lines when they have nothing else to say.
  case announce(String)
  /// Stores the language for the server's next page.
  case rememberLanguage(Language)
  /// Sets the appearance of the page (`nil` follows the device), and stores it for the server's next page.
  case rememberAppearance(Appearance)
  case push(PushCommand)
  /// Tells the server's next page whether to begin with the home timeline.
  case rememberMember(Bool)
}
