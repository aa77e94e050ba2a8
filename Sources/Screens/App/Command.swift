public import Contracts
public import Markup

/// Numbers the screens, requests and timers of one run of the app.
public typealias Identifier = Int32

/// What the interpreter does for the app, in this order.
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
  /// What becomes of the post that a finger came down on.
  case hold(HoldGesture.Post)
  case setField(Identifier, name: String, String)
  case title(String)
  /// How many notifications are new, for the installed app's icon; 0: none.
  case badge(Int)
  case request(Identifier, url: String)
  /// A request with all that belongs to it.
  case send(Identifier, APIRequest, url: String, token: String?)
  case cancel(Identifier)
  /// Makes the next of the chosen pictures ready to be sent, and keeps it under this id.
  case preparePicture(String)
  /// Keeps a part of a kept picture under another id.
  case cutPicture(String, as: String, Crop.Area)
  /// Removes the kept pictures whose ids begin so.
  case removePictures(prefix: String)
  case save(key: String, [UInt8])
  case load(Identifier, key: String)
  case removeSaved(key: String)
  /// Removes all that is kept under keys that begin so.
  case removeAllSaved(prefix: String)
  /// Removes all that is kept under keys that begin with none of these.
  case removeOtherSaved(prefixes: [String])
  /// Removes what can't be told apart by sessions: the stored images and the kept pages.
  case removeTraces
  /// Where pages were left in this tab belongs to that session; `nil` for strangers. Those of another one are forgotten.
  case claimTab(String?)
  /// Removes the kept pages whose paths, with a slash at the end, contain this.
  case removePages(String)
  case remember(key: String, String?)
  case startTimer(Identifier, milliseconds: Int)
  case pushHistory(depth: Int, url: String?)
  /// A root shows at that address, and there is nothing to go back to.
  case replaceHistory(url: String)
  /// Another address for what shows, which stays the step that it is.
  case address(String)
  /// Goes back by this many steps at once.
  case goBack(Int)
  case reveal(Identifier, key: String)
  case scrollToTop(Identifier)
  case restore(Identifier, key: String, offset: Int)
  case share(url: String)
  case copy(String)
  case visit(url: String)
  /// nil: none shows.
  case toast(HTML?)
  /// Remembers the language for the server's next page.
  case rememberLanguage(Language)
  /// Sets the text in it (nil: as the device says), and remembers it for the server's next page.
  case rememberAppearance(Appearance)
  /// Tells the server's next page whether to begin with the home timeline.
  case rememberMember(Bool)
}
