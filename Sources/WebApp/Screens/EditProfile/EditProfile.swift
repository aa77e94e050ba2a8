import Contracts
import Localization
import Social

/// Changing the viewer's own name, pictures and bio.
enum EditProfile: Screen {
  typealias Kind = PictureCutter.Kind

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
    var cutter = PictureCutter()
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

    var canSave: Bool { draft != nil && !isUntouched && left >= 0 && cutter.cutting == nil && !isSent }
  }

  enum Request: Equatable, Sendable { case own }

  indirect enum Tap: ScreenTap {
    case save, discard, retry
    case pictures(PictureTap)
    case flag(ProfileFlag)

    private enum Verb: String {
      case save, discard, retry
    }

    var encoded: EncodedTap {
      switch self {
      case .save: EncodedTap(Verb.save.rawValue)
      case .discard: EncodedTap(Verb.discard.rawValue)
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .pictures(let tap): tap.encoded
      case .flag(let flag): EncodedTap(flag.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .save: self = .save
      case .discard: self = .discard
      case .retry: self = .retry
      case nil:
        if let pictures = PictureTap(tap) {
          self = .pictures(pictures)
          return
        }
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

  static func gesture(_ state: State) -> ScreenGesture { state.cutter.cutting?.crop == nil ? .none : .crop }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.retry):
      state.hasFailed = false
      return [.ask(Request.own, OAuthRequests.ownAccount)]
    case .received(.own, let result, _): return received(&state, result)
    case .typed(let field, let text): return typed(&state, field, text)
    case .picked(let id): return state.cutter.picked(id)
    case .prepared(let id, let size, let failure):
      let result = state.cutter.prepared(id, size, failure)
      return chosen(&state, result)
    case .cropped(let crop):
      state.cutter.cutting?.crop = crop
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
    case .pictures(let tap):
      let result = state.cutter.tapped(tap)
      return chosen(&state, result)
    case .flag(let flag):
      state.draft?.flags[flag].toggle()
      return [store(state)]
    }
  }

  private static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    if field == "crop" { return state.cutter.press(text) }
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

  /// Puts a chosen picture into the draft.
  private static func chosen(
    _ state: inout State, _ result: (choice: PictureCutter.Choice?, effects: [Effect])
  ) -> [Effect] {
    guard let choice = result.choice else { return result.effects }
    let old = choice.kind == .avatar ? state.draft?.avatar : state.draft?.cover
    if choice.kind == .avatar { state.draft?.avatar = choice.id } else { state.draft?.cover = choice.id }
    return [store(state)] + removing(old) + result.effects
  }

  @inline(never)
  private static func removing(_ id: String?) -> [Effect] {
    id.map { $0.isEmpty ? [] : [.pictures(.remove($0))] } ?? []
  }
}
