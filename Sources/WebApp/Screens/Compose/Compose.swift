import Contracts
import JSON
import Localization
import Social

/// Writing a post or a reply, or changing a post of the viewer.
enum Compose: Screen {
  static let name: StaticString = "compose"

  struct State: Equatable, Sendable {
    var start: ComposeStart
    let origin: Origin
    /// `nil` for a stranger, who can't write.
    let session: Session?
    var completions: Completions?
    /// The open emoji panel.
    var emojis: EmojiPanel?
    /// The emoji that the viewer used last, as the device stores them.
    var recentEmojis: String?
    var limits: PostLimits
    /// The caret's position, in UTF-16 code units as browsers count; `nil` at the end.
    var caret: Int?
    /// The initial content: empty, the handles of a reply, or the text of the changed post.
    var original: Draft
    var draft: Draft
    /// The discarded draft, until something else is typed.
    var discarded: Draft?
    /// The initial text of the fields: typing changes only the draft.
    var fieldText: String
    var fieldWarning: String
    var hasWarning: Bool
    /// The poll as its fields were rendered last.
    var fieldPoll: DraftPoll?
    var isChoosingAudience = false
    var isChoosingLocation = false
    /// The text of the location's field; `nil` until something is typed.
    var typedLocation: String?
    /// The text of that field as it was rendered last; `nil` if it is the post's place.
    var fieldLocation: String?
    /// The places that the viewer named last on this device, the latest first.
    var places: [String] = []
    /// The circles to choose from; empty for replies and changes, and on other servers.
    var circles: [Circle] = []
    /// The ids of the circles to which this device has posted.
    var knownCircles: [String] = []
    var isChoosingCircles = false
    /// Shows before the first post to a circle.
    var reminder: Reminder?
    var reminding = Reminding()
    /// The author's default audience; `nil` until it is loaded, or if it isn't needed.
    var defaultAudience: Visibility?
    /// The id of the picture that is being described.
    var described: String?
    var loading = Loading.no
    /// True once it was sent: a second tap sends nothing.
    var isSent = false

    init(_ start: ComposeStart, _ context: ScreenContext) {
      self.start = start
      origin = context.origin
      session = context.session
      recentEmojis = context.memory[EmojiPanel.key]
      limits = context.memory[PostLimits.key].flatMap { PostLimits(Array($0.utf8)) } ?? PostLimits()
      let stored = start.isRestored ? nil : context.memory[start.draftKey].flatMap { Draft(json: $0) }
      original =
        start.isRestored
        ? Draft(visibility: start.draft.visibility, replyTo: start.draft.replyTo) : start.draft
      draft = stored ?? start.draft
      if stored == nil, start.editedID != nil, !start.isRestored { loading = .source }
      if start.editedID == nil, draft.replyTo == nil, draft.visibility == nil, stored == nil,
        !start.isRestored
      {
        draft.visibility = context.memory[Visibility.lastChoiceKey].flatMap { Visibility(rawValue: $0) }
        original.visibility = draft.visibility
      }
      fieldText = draft.text
      fieldWarning = draft.warning
      hasWarning = !draft.warning.isEmpty
      fieldPoll = draft.poll
      readCircles(context.memory)
      readPlaces(context.memory)
    }

    /// True for a post that neither answers nor changes another one.
    var isNew: Bool { start.editedID == nil && draft.replyTo == nil }

    /// The audience that shows, and with which the post is sent; `nil` if only the server knows it.
    var audience: Visibility? { draft.visibility ?? defaultAudience }

    /// The audiences to choose from: a reply's is at most that of its parent, and only Swiftlet servers know
    /// members.
    var audiences: [Visibility] {
      let widest = draft.replyTo == nil ? .everybody : start.draft.visibility ?? .everybody
      return Visibility.allCases.filter { audience in
        !widest.isNarrower(than: audience) && (audience != .members || session?.isOwnServer == true)
          && (audience != .circles || widest == .circles)
      }
    }

    var count: CharacterCount {
      CharacterCount(
        draft.text, warning: draft.warning, limit: limits.characters,
        addressLength: limits.charactersPerAddress)
    }

    /// The number of characters left; negative over the limit.
    var left: Int { limits.characters - count.count }

    /// True if the draft can be sent. A reply needs more than the handles it begins with.
    var canSend: Bool {
      loading == .no && left >= 0 && !draft.isEmpty && (draft.replyTo == nil || !isUntouched) && !isSent
        && draft.pictures.count <= limits.pictures && draft.poll?.isReady != false
        && !draft.pictures.contains { $0.state == .preparing || $0.hasFailed }
    }

    /// True if nothing was written that would be missed.
    var isUntouched: Bool {
      draft.pictures == original.pictures && draft.poll == original.poll && isTextUntouched
        && draft.location == original.location && draft.reminded == original.reminded
    }

    /// True if the post can have a poll: a new one without pictures.
    var takesPoll: Bool { start.editedID == nil && draft.pictures.isEmpty }

    private var isTextUntouched: Bool {
      draft.text == original.text && draft.warning == original.warning
        || draft.isBlank && draft.warning.isEmpty
    }
  }

  enum Loading: Equatable, Sendable {
    case no
    /// Loads the source of the changed post, as its author typed it.
    case source
    /// The source could not be loaded.
    case failed
  }

  enum Request: Equatable, Sendable {
    /// The source of the changed post, as its author typed it.
    case source
    /// The people or tags that begin with this.
    case completions(String)
    /// The author's default audience.
    case preferences
    /// The people of a chosen circle.
    case people(isExcepted: Bool)
    /// The people that the viewer follows, and those who match the text.
    case followed, toRemind(String)
    /// The relationships that say if people follow the viewer.
    case followers
    /// The people of a circle that sees the post, or doesn't.
    case members(of: String)
    /// The viewer's circles, which may have been made on another device.
    case circles
    /// The server's limits. By API version: older servers know only the first.
    case limits(MastodonRequests.InstanceVersion)
  }

  indirect enum Tap: ScreenTap {
    case send
    /// Closes the composer; the draft stays.
    case leave
    case discard
    case restore
    case warning
    /// Opens the choice of the audience.
    case audience
    case choose(Visibility)
    /// Closes it.
    case outside
    case retry
    case picture(PictureTap)
    case poll(PollTap)
    case circle(CircleTap)
    case field(FieldTap)
    case location(LocationTap)
    case remind(RemindTap)

    private enum Verb: String {
      case send, leave, discard, restore, warning, audience, outside, retry
    }

    var encoded: EncodedTap {
      switch self {
      case .send: EncodedTap(Verb.send.rawValue)
      case .leave: EncodedTap(Verb.leave.rawValue)
      case .discard: EncodedTap(Verb.discard.rawValue)
      case .restore: EncodedTap(Verb.restore.rawValue)
      case .warning: EncodedTap(Verb.warning.rawValue)
      case .audience: EncodedTap(Verb.audience.rawValue)
      case .choose(let visibility): EncodedTap(Verb.audience.rawValue, visibility.rawValue)
      case .outside: EncodedTap(Verb.outside.rawValue)
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .picture(let tap): tap.encoded
      case .poll(let tap): tap.encoded
      case .circle(let tap): tap.encoded
      case .field(let tap): tap.encoded
      case .location(let tap): tap.encoded
      case .remind(let tap): tap.encoded
      }
    }

    init?(_ tap: EncodedTap) {
      if let picture = PictureTap(tap) {
        self = .picture(picture)
        return
      }
      if let poll = PollTap(tap) {
        self = .poll(poll)
        return
      }
      if let circle = CircleTap(tap) {
        self = .circle(circle)
        return
      }
      if let field = FieldTap(tap) {
        self = .field(field)
        return
      }
      if let location = LocationTap(tap) {
        self = .location(location)
        return
      }
      if let remind = RemindTap(tap) {
        self = .remind(remind)
        return
      }
      switch Verb(rawValue: tap.verb) {
      case .send: self = .send
      case .leave: self = .leave
      case .discard: self = .discard
      case .restore: self = .restore
      case .warning: self = .warning
      case .audience where tap.values.isEmpty: self = .audience
      case .audience:
        guard let visibility = Visibility(rawValue: tap.value) else { return nil }
        self = .choose(visibility)
      case .outside: self = .outside
      case .retry: self = .retry
      case nil: return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case typed(field: String, text: String)
    case submitted(String)
    /// The viewer has paused typing.
    case paused
    case picked(String?)
    case shared(String)
    case draftTaken(String)
    case circlesChanged([Circle])
    case pictureChanged(id: String, DraftPicture.State, PixelSize? = nil)
    case carried(tile: String, ScreenEvent.Key)
    case loaded(key: String, [UInt8]?)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .typed(let field, let text): self = .typed(field: field, text: text)
      case .submitted(let fields): self = .submitted(fields.first ?? "")
      case .timerFired(.typingPaused): self = .paused
      case .picked(let id): self = .picked(id)
      case .carried(let tile, let key): self = .carried(tile: tile, key)
      case .shared(let words): self = .shared(words)
      case .draftTaken(let key): self = .draftTaken(key)
      case .changed(.circlesChanged(let circles)): self = .circlesChanged(circles)
      case .loaded(let key, let bytes, _): self = .loaded(key: key, bytes)
      case .pictureChanged(let id, let picture, let size): self = .pictureChanged(id: id, picture, size)
      default: return nil
      }
    }
  }

  static func isOther(_ text: String, ofDraft name: String, _ state: State) -> Bool {
    state.start.draftKey == name && state.draft.json != text
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return loadSource(&state) + appeared(state)
    case .tapped(.retry): return loadSource(&state)
    case .typed(let field, let text): return typed(&state, field, text)
    case .tapped(.warning): return toggleWarning(&state)
    case .tapped(.audience):
      state.isChoosingAudience = true
      return []
    case .tapped(.outside):
      state.isChoosingAudience = false
      state.reminder = nil
      return []
    case .tapped(.choose(let visibility)):
      state.isChoosingAudience = false
      guard state.audiences.contains(visibility) else { return [] }
      state.draft.visibility = visibility
      state.draft.circles = []
      state.fieldPoll = state.draft.poll
      // The next post begins with it, unless it was for the people that this one mentions.
      guard state.isNew, visibility != .direct else { return [store(state)] + askWhoSees(state) }
      return [store(state), .remember(key: Visibility.lastChoiceKey, visibility.rawValue)] + askWhoSees(state)
    case .tapped(.leave): return (state.isUntouched ? [] : [.toast(Toast(.draftKept))]) + [.close]
    case .tapped(.discard): return discard(&state)
    case .tapped(.restore): return restore(&state)
    case .tapped(.send): return state.canSend ? remind(&state) ?? send(&state) : []
    case .tapped(.circle(let tap)): return tapped(&state, tap)
    case .tapped(.location(let tap)): return tapped(&state, tap)
    case .tapped(.remind(let tap)): return tapped(&state, tap)
    case .submitted(let text): return state.isChoosingLocation ? setLocation(&state, text) : []
    case .tapped(.picture(let tap)): return tapped(&state, tap)
    case .tapped(.poll(let tap)): return tapped(&state, tap)
    case .picked(let id): return id.map { picked(&state, $0) } ?? []
    case .carried(let tile, let key): return carried(&state, EncodedTap(text: tile).value, key)
    case .shared(let words): return shared(&state, words)
    case .draftTaken(let key):
      state.start.key = key
      return [store(state)]
    case .circlesChanged(let circles):
      if state.choosesCircles { state.circles = circles }
      return []
    case .pictureChanged(let id, let picture, let size): return changed(&state, id, picture, size)
    case .received(.source, let result, _): return receivedSource(&state, result)
    case .received(.preferences, let result, _):
      if case .success(let response) = result, response.isSuccess {
        state.defaultAudience = MastodonDecoder.defaultAudience(body: response.body)
      }
      return askWhoSees(state)
    case .received(.followed, let result, _): return receivedToRemind(&state, nil, result)
    case .received(.toRemind(let typed), let result, _): return receivedToRemind(&state, typed, result)
    case .received(.followers, let result, _): return receivedFollowers(&state, result)
    case .received(.members(let circle), let result, _): return receivedMembers(&state, of: circle, result)
    case .received(.people(let isExcepted), let result, _):
      return receivedPeople(&state, isExcepted: isExcepted, result)
    case .received(.circles, let result, _):
      return StoredCircles.received(
        result, MastodonDecoder(origin: state.origin), known: state.circles)
    case .received(.limits(let version), let result, _): return receivedLimits(&state, version, result)
    case .paused: return askCompletions(&state) + askToRemind(&state)
    case .tapped(.field(let tap)): return tapped(&state, tap)
    case .received(.completions(let word), let result, _):
      return receivedCompletions(&state, word, result)
    case .loaded(let key, let bytes):
      state.completions?.add(from: bytes ?? [], isTimeline: key == state.session?.homeKey, state.origin)
      return []
    }
  }

  private static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    if field == Completions.caretField {
      state.caret = wholeNumber(text)
      return []
    }
    if field == EmojiPanel.field { return used(&state, emoji: text) }
    if field == descriptionField { return describe(&state, text) }
    if field == focusField { return aim(&state, text) }
    if field == remindField { return findToRemind(&state, text) }
    if field == locationField { return typed(&state, location: text) }
    if let effects = typedPoll(&state, field, text) { return effects }
    state.discarded = nil
    if field == "warning" {
      state.draft.warning = text
      return [store(state)]
    }
    state.draft.text = text
    return [store(state)] + Completions.typed(&state.completions, text, caret: state.caret)
  }

  /// Appends the shared text to the draft.
  private static func shared(_ state: inout State, _ words: String) -> [Effect] {
    guard !words.isEmpty else { return [] }
    state.draft.text += (state.draft.text.isEmpty ? "" : "\n") + words
    state.discarded = nil
    return [.setField(name: "text", state.draft.text), store(state)]
  }

  /// Stores the draft on the device after every change, so that only sending or discarding ends it.
  @inline(never)
  static func store(_ state: State) -> Effect {
    .remember(key: state.start.draftKey, state.isUntouched ? nil : state.draft.json)
  }

  static func send(_ state: inout State) -> [Effect] {
    guard state.canSend else { return [] }
    var draft = state.draft
    draft.isSensitive = draft.isSensitive || !draft.warning.isEmpty
    draft.visibility = state.audience
    draft.reminded = state.remindedPeople
    state.isSent = true
    let write = state.start.editedID.map { Effect.edit(id: $0, draft) } ?? .post(draft)
    return [.remember(key: state.start.draftKey, nil), write, .close]
  }
}
