import Contracts
public import Social

/// Writing a post, answering one, or changing one's own.
public enum Compose {
  public struct State: Equatable, Sendable {
    let start: ComposeStart
    let origin: Origin
    /// Under which name the device keeps the draft.
    let draftKey: String
    /// What the person began with: nothing, the handles of a reply, or what the changed post says.
    var original: Draft
    public internal(set) var draft: Draft
    /// What was thrown away, as long as nothing else was typed.
    var discarded: Draft?
    /// What the fields held when they were put on the screen: typing changes only the draft.
    var fieldText: String
    var fieldWarning: String
    var hasWarning: Bool
    var isChoosingAudience = false
    var loading = Loading.no

    public init(_ start: ComposeStart, _ context: ScreenContext) {
      self.start = start
      origin = context.origin
      draftKey = Self.key(start)
      let kept = start.isRestored ? nil : context.memory[draftKey].flatMap { Draft(json: $0) }
      original =
        start.isRestored ? Draft(visibility: start.draft.visibility, replyTo: start.draft.replyTo) : start.draft
      draft = kept ?? start.draft
      if kept == nil, start.editedID != nil, !start.isRestored { loading = .source }
      fieldText = draft.text
      fieldWarning = draft.warning
      hasWarning = !draft.warning.isEmpty
    }

    private static func key(_ start: ComposeStart) -> String {
      if let id = start.editedID { return "draft edit " + id }
      return start.draft.replyTo.map { "draft reply " + $0.id } ?? "draft"
    }
  }

  enum Loading: Equatable, Sendable {
    case no
    /// What the person once typed, of the post that is changed.
    case source
    /// The change is on its way.
    case change
    /// The source did not come.
    case failed
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case tappedBack
    case tappedSend
    case tappedDiscard
    case tappedRestore
    case tappedWarning
    case tappedAudience
    case tappedOutside
    case tappedRetry
    case chose(Visibility)
    case typed(field: String, text: String)
    case answered(RequestName, Result<Answer, RequestFailure>)
  }
}

extension Compose.State {
  var count: CharacterCount { CharacterCount(draft.text, warning: draft.warning) }

  /// Below zero: so many are too many.
  var left: Int { CharacterCount.limit - count.count }

  var canSend: Bool { loading == .no && left >= 0 && !draft.isBlank }

  /// Nothing was written that would be missed.
  var isUntouched: Bool {
    draft.text == original.text && draft.warning == original.warning || draft.isBlank && draft.warning.isEmpty
  }
}

extension Draft {
  var isBlank: Bool { Array(text.utf8).allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 } }
}
