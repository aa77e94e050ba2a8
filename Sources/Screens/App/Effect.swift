import Contracts
import Markup
import Social

/// What a screen asks of the world. Only the interpreter performs it; what comes back is an action of the screen.
///
/// Reading belongs to the screen, and ends with it. Writing belongs to the app: it goes on under the session in whose
/// name it began, whatever becomes of the screen.
indirect enum Effect: Equatable, Sendable {
  case asking(ScreenRequestLabel, Asker, APIRequest)
  case cancelling(ScreenRequestLabel)
  /// Keeps bytes on the device, best effort. What belongs to a person has a key of `Session.storageKey`.
  case save(key: String, [UInt8])
  /// Comes back as the screen's `loaded`, with nil if there is nothing.
  case load(key: String)
  case removeSaved(key: String)
  /// A server says that it is gone: no copy of it stays on the device.
  case forget(Gone)
  /// Keeps a small text for the current person (nil: no longer), which screens find in their context's memory.
  case remember(key: String, String?)
  /// Tells every screen of the same session what has changed.
  case tell(Fact)
  /// Sends a post as soon as it can be, even if the app ends meanwhile; it can be undone for a moment.
  case post(Draft)
  /// Changes an own post as soon as it can be; the post as it is, if that is known.
  case edit(id: String, Status?, Draft)
  /// Deletes an own post; it can be undone for a moment.
  case delete(Status)
  /// Lets somebody follow who asked to, or not; it can be undone for a moment.
  case admit(id: String, Bool)
  /// Puts a mark on a post, or takes it off: at once on every screen, and back if the server refuses.
  case mark(Mark, id: String, Bool)
  /// The reader has seen all notifications up to the one with this id.
  case read(id: String)
  case outbox(OutboxRequest)
  case pictures(PictureRequest)
  case toast(Toast)
  /// Comes back as the screen's `timerFired` in so many milliseconds; 0: after the next frame was drawn.
  case after(milliseconds: Int, ScreenTimer)
  case open(Destination)
  case close
  /// Brings a cell into view.
  case reveal(key: String)
  case scrollToTop
  /// Scrolls so that the cell's upper edge is `offset` CSS px below the screen's.
  case restore(key: String, offset: Int)
  /// Changes one's own profile: at once on every screen, and back if the server refuses. As the server has it, what it
  /// is to become, and what that began with.
  case saveProfile(Profile, ProfileDraft, since: ProfileDraft)
  /// Moves the picture that is cropped there.
  case place(Crop)
  /// Another picture shows, whole.
  case resetZoom
  /// Changes what stands in a field that reports its typing.
  case setField(name: String, String)
  /// What shows has that address now, without a step to go back.
  case address(SafeURL)
  /// Hands an address to the system's sheet for sharing.
  case share(url: String)
  /// Puts a text where the reader can paste it.
  case copy(String)
  /// Follows a link with a full load of the page.
  case visit(url: String)
  case speak(Language)
  /// nil: as the device says.
  case setTextSize(TextSize?)
  case setColorScheme(ColorScheme?)
  case session(SessionRequest)
}

/// In whose name a server is asked.
indirect enum Asker: Equatable, Sendable {
  /// In that of whoever opened the screen, at their server; a stranger's at the server that delivered the app.
  case viewer
  /// In nobody's name, at the server of that origin.
  case stranger(Origin)
  /// At any server, for signing in there; without a token in nobody's name.
  case newcomer(ServerAddress, token: String?)
}

/// A request of a screen, as effects carry it.
struct ScreenRequestLabel: Equatable, Sendable {
  let request: AnyScreenRequest

  static func == (left: ScreenRequestLabel, right: ScreenRequestLabel) -> Bool {
    left.request.isEqual(to: right.request)
  }
}

extension Effect {
  /// The response comes as the screen's `received` with this request.
  static func ask<Request: Equatable & Sendable>(
    _ request: Request, _ call: APIRequest, as asker: Asker = .viewer
  ) -> Effect {
    .asking(ScreenRequestLabel(request: ScreenRequest(request)), asker, call)
  }

  /// The response to a running request is no longer wanted.
  static func cancel<Request: Equatable & Sendable>(_ request: Request) -> Effect {
    .cancelling(ScreenRequestLabel(request: ScreenRequest(request)))
  }
}

/// What a person does with what waits to be sent; the text is the item's id.
indirect enum OutboxRequest: Equatable, Sendable {
  case cancel(String)
  case retry(String)
  /// Takes it out, and opens it for writing.
  case edit(String)
}

/// What becomes of pictures of a draft.
indirect enum PictureRequest: Equatable, Sendable {
  /// Makes the next of those that were just chosen ready to be sent, and sends it.
  case prepare(String)
  /// Sees to it that the server has it, as it is described.
  case send(DraftPicture)
  /// Starts anew with one that the server refused.
  case retry(String)
  /// Nothing needs those whose ids begin so any more.
  case remove(String)
  /// Makes the next of those that were just chosen smaller, and keeps it; the screen is told when that is done.
  case keep(String)
  /// Keeps a part of a picture under another id; the screen is told when that is done.
  case cut(String, as: String, Crop.Area)
}

/// Something that a server has no longer, or not for this person.
indirect enum Gone: Equatable, Sendable {
  /// Their Moments page, their profile and their lists.
  case person(id: String?, handle: String?, Origin)
  case post(id: String)
}

/// Who sits in front of the app; the text is a session's key.
indirect enum SessionRequest: Equatable, Sendable {
  case signIn(Profile, at: ServerAddress, scopes: String, Credential)
  /// Puts the session with that key in front; `opens`: what lies over its home then.
  case choose(String, opens: Destination?)
  case signOut(String)
  /// The member has deleted the account of this session.
  case leave(String)
}
