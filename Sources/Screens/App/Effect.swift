public import Contracts
public import Social

/// What a screen asks of the world. Only the interpreter performs it; what comes back is a `ScreenEvent`.
public indirect enum Effect: Equatable, Sendable {
  /// GET, as a stranger; the answer comes as the screen's `answered` with this name.
  case request(RequestName, url: String)
  /// To the server of whoever is signed in, in their name; as a stranger to the one that delivered the app.
  case call(RequestName, APIRequest)
  /// To any server, for signing in there; without a token as a stranger.
  case contact(ServerAddress, RequestName, APIRequest, token: String?)
  /// The answer to a running request is no longer wanted.
  case cancel(RequestName)
  /// Keeps bytes on the device, best effort. What belongs to a person has a key of `Session.storageKey`.
  case save(key: String, [UInt8])
  /// Comes back as the screen's `loaded`, with nil if there is nothing.
  case load(key: String)
  case removeSaved(key: String)
  /// Keeps a small text for the current person (nil: no longer), which screens find in their context's memory.
  case remember(key: String, String?)
  /// Tells every screen what has changed.
  case tell(Fact)
  /// Sends a post as soon as it can be, even if the app ends meanwhile; it can be undone for a moment.
  case post(Draft)
  /// Deletes an own post; it can be undone for a moment.
  case delete(Status)
  case outbox(OutboxRequest)
  case toast(Toast)
  /// Comes back as the screen's `timerFired` in so many milliseconds; 0: after the next frame was drawn.
  case after(milliseconds: Int, ScreenTimer)
  case open(Destination)
  case show(Tab)
  /// Closes the screen that asks.
  case close
  /// Brings a cell into view.
  case reveal(key: String)
  case scrollToTop
  /// Scrolls so that the cell's upper edge is `offset` CSS px below the screen's.
  case restore(key: String, offset: Int)
  /// Changes what stands in a field that reports its typing.
  case setField(name: String, String)
  /// Follows a link with a full load of the page.
  case visit(url: String)
  case speak(Language)
  /// nil: as the device says.
  case setTextSize(TextSize?)
  case session(SessionRequest)
}

/// What a person does with what waits to be sent; the text is the item's id.
public indirect enum OutboxRequest: Equatable, Sendable {
  case cancel(String)
  case retry(String)
  /// Takes it out, and opens it for writing.
  case edit(String)
}

/// Who sits in front of the app; the text is a session's key.
public indirect enum SessionRequest: Equatable, Sendable {
  case signIn(Profile, at: ServerAddress, scopes: String, Credential)
  case choose(String)
  case signOut(String)
}
