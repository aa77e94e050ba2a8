import Contracts
import Localization
import Social

/// Changing the viewer's own name, pictures and bio.
enum EditProfile: Screen {
  static let name: StaticString = "settings edit-profile"

  struct State: Equatable, Sendable {
    let origin: Origin
    /// The profile on the server; `nil` until it is loaded.
    var own: Profile?
    var original: ProfileDraft?
    var hasFailed = false
    /// The draft that the device stored earlier.
    var storedDraft: ProfileDraft?
    var draft: ProfileDraft?
    /// The initial values of the fields: typing changes only the draft.
    var shown: ProfileDraft?
    /// The number of times they were filled.
    var filling = 0
    /// The picture for which the choices show.
    var choosing: Kind?
    var cutting: Cutting?
    var isSent = false

    init(_ context: ScreenContext) {
      origin = context.origin
      storedDraft = context.memory[ProfileDraft.key].flatMap { ProfileDraft(Array($0.utf8)) }
    }

    var isUntouched: Bool { original == draft }

    /// The number of characters left; negative over the limit.
    var left: Int {
      ProfileText.note.limit - Array((draft?.note ?? "").utf8).reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    var canSave: Bool { draft != nil && !isUntouched && left >= 0 && cutting == nil && !isSent }
  }

  enum Kind: String, Equatable, Sendable {
    case avatar, cover
  }

  /// A chosen picture that is being cropped.
  struct Cutting: Equatable, Sendable {
    let kind: Kind
    let id: String
    /// `nil` until the picture is read.
    var crop: Crop?
    /// True while the picture is being cut.
    var isDone = false

    /// The ids under which the device stores the whole picture, and the part cut out of it.
    var whole: String { id + "a" }
    var part: String { id + "b" }
  }

  enum Request: Equatable, Sendable { case own }

  indirect enum Tap: ScreenTap {
    case save, discard, retry
    /// Shows the choices for a picture.
    case picture(Kind)
    /// Closes the choices.
    case outside
    /// Removes the picture.
    case remove
    case cut, keep
    /// Does the same as that key (`Crop.press`).
    case press(String)
    case flag(ProfileFlag)

    private enum Verb: String {
      case save, discard, retry, picture, outside, remove, cut, keep, press
    }

    var encoded: EncodedTap {
      switch self {
      case .save: EncodedTap(Verb.save.rawValue)
      case .discard: EncodedTap(Verb.discard.rawValue)
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .picture(let kind): EncodedTap(Verb.picture.rawValue, kind.rawValue)
      case .outside: EncodedTap(Verb.outside.rawValue)
      case .remove: EncodedTap(Verb.remove.rawValue)
      case .cut: EncodedTap(Verb.cut.rawValue)
      case .keep: EncodedTap(Verb.keep.rawValue)
      case .press(let key): EncodedTap(Verb.press.rawValue, key)
      case .flag(let flag): EncodedTap(flag.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .save: self = .save
      case .discard: self = .discard
      case .retry: self = .retry
      case .picture:
        guard let kind = Kind(rawValue: tap.value) else { return nil }
        self = .picture(kind)
      case .outside: self = .outside
      case .remove: self = .remove
      case .cut: self = .cut
      case .keep: self = .keep
      case .press: self = .press(tap.value)
      case nil:
        guard let flag = ProfileFlag(rawValue: tap.verb) else { return nil }
        self = .flag(flag)
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case typed(field: String, String)
    case picked(String?)
    case prepared(id: String, PixelSize?, failure: Phrase?)
    case cropped(Crop)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .typed(let field, let text): self = .typed(field: field, text)
      case .picked(let id): self = .picked(id)
      case .prepared(let id, let size, let failure): self = .prepared(id: id, size, failure: failure)
      case .cropped(let crop): self = .cropped(crop)
      default: return nil
      }
    }
  }

  static func gesture(_ state: State) -> ScreenGesture { state.cutting?.crop == nil ? .none : .crop }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.retry):
      state.hasFailed = false
      return [.ask(Request.own, OAuthRequests.ownAccount)]
    case .received(.own, let result, _): return received(&state, result)
    case .typed(let field, let text): return typed(&state, field, text)
    case .picked(let id): return picked(&state, id)
    case .prepared(let id, let size, let failure): return prepared(&state, id, size, failure)
    case .cropped(let crop):
      state.cutting?.crop = crop
      return []
    case .tapped(let tap): return tapped(&state, tap)
    }
  }

  private static func received(_ state: inout State, _ result: Result<Response, RequestFailure>) -> [Effect] {
    guard case .success(let response) = result, response.isSuccess,
      let original = ProfileDraft(response.body),
      let own = MastodonDecoder(origin: state.origin).profile(body: response.body)
    else {
      state.hasFailed = true
      return []
    }
    state.own = own
    state.original = original
    state.draft = state.storedDraft ?? original
    state.shown = state.draft
    return []
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .save: return save(&state)
    case .discard:
      let pictures = removing(state.draft?.avatar) + removing(state.draft?.cover)
      state.draft = state.original
      state.shown = state.draft
      state.filling += 1
      return [store(state)] + pictures
    case .retry: return []
    case .picture(let kind): state.choosing = kind
    case .outside: state.choosing = nil
    case .remove:
      guard let kind = state.choosing else { return [] }
      state.choosing = nil
      return choose(&state, kind, "")
    case .cut:
      guard let cutting = state.cutting, let crop = cutting.crop, !cutting.isDone else { return [] }
      state.cutting?.isDone = true
      return [.pictures(.cut(cutting.whole, as: cutting.part, crop.area))]
    case .keep:
      guard let cutting = state.cutting else { return [] }
      state.cutting = nil
      return [.pictures(.remove(cutting.id))]
    case .press(let key): return press(&state, key)
    case .flag(let flag):
      state.draft?.flags[flag].toggle()
      return [store(state)]
    }
    return []
  }

  private static func press(_ state: inout State, _ key: String) -> [Effect] {
    state.cutting?.crop?.press(key)
    return state.cutting?.crop.map { [.setCrop($0)] } ?? []
  }

  private static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    if field == "crop" { return press(&state, text) }
    if let name = ProfileText(rawValue: field) {
      state.draft?[name] = text
    } else {
      guard let row = wholeNumber(field), row < 2 * ProfileDraft.rowCount else { return [] }
      state.draft?.rows[row] = text
    }
    return [store(state)]
  }

  /// Stores the draft on the device after every change.
  private static func store(_ state: State) -> Effect {
    .remember(key: ProfileDraft.key, state.isUntouched ? nil : state.draft?.json)
  }

  private static func save(_ state: inout State) -> [Effect] {
    guard state.canSave, let own = state.own, let draft = state.draft, let original = state.original else {
      return []
    }
    state.isSent = true
    return [.saveProfile(own, draft, since: original), .close]
  }

  // Pictures.

  private static func picked(_ state: inout State, _ id: String?) -> [Effect] {
    guard let id, let kind = state.choosing else { return [] }
    state.choosing = nil
    let cutting = Cutting(kind: kind, id: id)
    state.cutting = cutting
    return [.pictures(.shrink(cutting.whole))]
  }

  private static func prepared(_ state: inout State, _ id: String, _ size: PixelSize?, _ failure: Phrase?)
    -> [Effect]
  {
    // The picture was removed since.
    guard let cutting = state.cutting, id == cutting.whole || id == cutting.part else {
      return [.pictures(.remove(id))]
    }
    if let failure {
      state.cutting = nil
      return [.toast(Toast(failure)), .pictures(.remove(cutting.id))]
    }
    // An animated picture, or one that only the server can read, is used whole.
    if id == cutting.whole, let size {
      let crop = Crop(cutting.kind == .avatar ? .square : .wide, of: size)
      state.cutting?.crop = crop
      return [.setCrop(crop)]
    }
    state.cutting = nil
    let rest: [Effect] = id == cutting.part ? [.pictures(.remove(cutting.whole))] : []
    return choose(&state, cutting.kind, id) + rest
  }

  /// Sets the picture of a kind; an empty id removes it.
  private static func choose(_ state: inout State, _ kind: Kind, _ id: String) -> [Effect] {
    let old = kind == .avatar ? state.draft?.avatar : state.draft?.cover
    if kind == .avatar { state.draft?.avatar = id } else { state.draft?.cover = id }
    return [store(state)] + removing(old)
  }

  @inline(never)
  private static func removing(_ id: String?) -> [Effect] {
    id.map { $0.isEmpty ? [] : [.pictures(.remove($0))] } ?? []
  }
}
