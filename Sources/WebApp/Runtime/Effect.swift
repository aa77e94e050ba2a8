import Contracts
import Localization
import Markup
import Social

/// An effect of a screen's action. Only the interpreter performs it; results come back as actions of the
/// screen.
///
/// Reads belong to the screen and end with it. Writes belong to the app: they run under the session that
/// began them, even after the screen has closed.
indirect enum Effect: Equatable, Sendable {
  case asking(ScreenRequestLabel, RequestIdentity, APIRequest)
  case cancelling(ScreenRequestLabel)
  /// Stores bytes on the device, best effort. Personal data has a key from `Session.storageKey`.
  case save(key: String, [UInt8])
  /// Comes back as the screen's `loaded`, with `nil` if nothing is stored.
  case load(key: String)
  case removeSaved(key: String)
  /// Removes all cached responses with it from the device, because a server says that it is gone.
  case forget(RemovedContent)
  /// Stores a small text for the current session, or removes it (`nil`). Screens find it in their context's
  /// memory.
  case remember(key: String, String?)
  /// Broadcasts a change to all screens of the same session.
  case broadcast(Change)
  /// Sends a post as soon as possible, even if the app ends meanwhile; it can be undone for a moment.
  case post(Draft)
  /// Changes one of the viewer's posts as soon as possible.
  case edit(id: String, Draft)
  /// Deletes one of the viewer's posts; it can be undone for a moment.
  case delete(Post)
  /// Narrows the audience of one of the viewer's posts as soon as possible.
  case narrow(Post, Visibility)
  /// Accepts or rejects a follow request; it can be undone for a moment.
  case admit(id: String, Bool)
  /// Adds or removes an interaction: at once on all screens, and rolled back if the server refuses.
  case perform(MemberAction, id: String, Bool)
  /// The viewer has seen all notifications up to the one with this id.
  case read(id: String)
  case outbox(OutboxRequest)
  case pictures(PictureRequest)
  case toast(Toast)
  /// Comes back as the screen's `timerFired` after this many milliseconds; 0 means after the next frame.
  case after(milliseconds: Int, ScreenTimer)
  case open(Destination)
  /// Opens a screen unless another one covers this screen: the viewer didn't ask for it a moment ago.
  case openIfInFront(Destination)
  case close
  /// Finds the cells among these that are in the window. They come back as the screen's `seen`.
  case look([String])
  /// Brings a cell into view.
  case reveal(key: String)
  case scrollToTop
  /// Scrolls so that the cell's upper edge is `offset` CSS px below the screen's.
  case restore(key: String, offset: Int)
  /// Changes the viewer's own profile: at once on all screens, and rolled back if the server refuses. The
  /// arguments are the server's profile, the draft, and the values that the draft began with.
  case saveProfile(Profile, ProfileDraft, since: ProfileDraft)
  /// Moves the picture that is being cropped.
  case setCrop(Crop)
  /// Resets the zoom, because another picture shows.
  case resetZoom
  /// Changes the text of a field that reports its typing.
  case setField(name: String, String)
  /// Changes the address of what shows, without a step in the history.
  case address(SafeURL)
  /// Opens the system's share sheet with an address.
  case share(url: String)
  /// Copies a text to the clipboard.
  case copy(String)
  /// Follows a link with a full load of the page.
  case visit(url: String)
  case setLanguage(Language)
  /// Sets the text size; `nil` follows the device.
  case setTextSize(TextSize?)
  case setColorScheme(ColorScheme?)
  /// The answer comes as the screen's `pushed`.
  case push(PushCommand)
  case session(SessionRequest)
}

/// The identity under which a server is asked.
indirect enum RequestIdentity: Equatable, Sendable {
  /// The session that opened the screen, at its server; a stranger at the server that delivered the app.
  case viewer
  /// At the server of that origin: with the session if it is the session's own server, else as a stranger.
  case stranger(Origin)
  /// At any server, for signing in there; anonymous without a token.
  case newcomer(ServerAddress, token: String?)
}

/// A screen's request, as effects carry it.
struct ScreenRequestLabel: Equatable, Sendable {
  let request: AnyScreenRequest

  static func == (left: ScreenRequestLabel, right: ScreenRequestLabel) -> Bool {
    left.request.isEqual(to: right.request)
  }
}

extension Effect {
  /// Sends a request. The response comes as the screen's `received` with this request.
  static func ask<Request: Equatable & Sendable>(
    _ request: Request, _ call: APIRequest, as identity: RequestIdentity = .viewer
  ) -> Effect {
    .asking(ScreenRequestLabel(request: ScreenRequest(request)), identity, call)
  }

  /// Cancels a running request.
  static func cancel<Request: Equatable & Sendable>(_ request: Request) -> Effect {
    .cancelling(ScreenRequestLabel(request: ScreenRequest(request)))
  }
}

/// A viewer's request about an outbox item; the text is the item's id.
indirect enum OutboxRequest: Equatable, Sendable {
  case cancel(String)
  case retry(String)
  /// Removes it from the outbox, and opens it in the composer.
  case edit(String)
}

/// A screen's request about the pictures of a draft.
indirect enum PictureRequest: Equatable, Sendable {
  /// Prepares the next of the pictures that were just chosen, and uploads it.
  case prepare(String)
  /// Makes sure that the server has the picture and its description.
  case send(DraftPicture)
  /// Retries an upload that the server refused.
  case retry(String)
  /// Removes the pictures whose ids begin with this; nothing needs them any more.
  case remove(String)
  /// Makes the next of the pictures that were just chosen smaller and stores it; the screen gets an event
  /// when that is done.
  case shrink(String)
  /// Stores a part of a picture under another id; the screen gets an event when that is done.
  case cut(String, as: String, Crop.Area)
}

/// Content that a server no longer has, or no longer shows to this viewer.
indirect enum RemovedContent: Equatable, Sendable {
  /// The Moments page, profile and lists of a person.
  case person(id: String?, handle: String?, Origin)
  case post(id: String)
}

/// A change of the session in front; the text is a session's key.
indirect enum SessionRequest: Equatable, Sendable {
  case signIn(Profile, at: ServerAddress, scopes: String, Credential)
  /// Puts the session with that key in front; `opens` is the screen to open over its home.
  case choose(String, opens: Destination?)
  case signOut(String)
  /// The member has deleted the account of this session.
  case leave(String)
}
