import Contracts
import JSON
import Social

extension Compose {
  public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tappedRetry: return loadSource(&state)
    case .typed(let field, let text): return typed(&state, field, text)
    case .tappedWarning: return toggleWarning(&state)
    case .tappedAudience:
      state.isChoosingAudience = true
      return []
    case .tappedOutside:
      state.isChoosingAudience = false
      return []
    case .chose(let visibility):
      state.isChoosingAudience = false
      state.draft.visibility = visibility
      return [keep(state)]
    case .tappedDiscard: return discard(&state)
    case .tappedRestore: return restore(&state)
    case .tappedBack: return [.close]
    case .tappedSend: return send(&state)
    case .answered(let name, let result):
      return name.verb == .source ? receivedSource(&state, result) : changed(&state, result)
    }
  }

  private static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    if field == "warning" { state.draft.warning = text } else { state.draft.text = text }
    state.discarded = nil
    return [keep(state)]
  }

  /// Keeps the draft on the device with every change, so that nothing ends it but sending or discarding.
  private static func keep(_ state: State) -> Effect {
    .remember(key: state.draftKey, state.isUntouched ? nil : state.draft.json)
  }

  private static func toggleWarning(_ state: inout State) -> [Effect] {
    state.hasWarning.toggle()
    if state.hasWarning { return [] }
    state.draft.warning = ""
    state.fieldWarning = ""
    return [keep(state)]
  }

  private static func discard(_ state: inout State) -> [Effect] {
    guard !state.isUntouched else { return [] }
    state.discarded = state.draft
    return fill(&state, with: state.original)
  }

  private static func restore(_ state: inout State) -> [Effect] {
    guard let discarded = state.discarded else { return [] }
    state.discarded = nil
    return fill(&state, with: discarded)
  }

  private static func fill(_ state: inout State, with draft: Draft) -> [Effect] {
    state.draft = draft
    state.fieldWarning = draft.warning
    state.hasWarning = !draft.warning.isEmpty
    return [.setField(name: "text", draft.text), keep(state)]
  }

  private static func send(_ state: inout State) -> [Effect] {
    guard state.canSend else { return [] }
    var draft = state.draft
    draft.isSensitive = draft.isSensitive || !draft.warning.isEmpty
    guard let id = state.start.editedID else {
      return [.remember(key: state.draftKey, nil), .post(draft), .close]
    }
    state.loading = .change
    return [.call(RequestName(.edit, id), StatusRequests.edit(id, draft.fields))]
  }

  // MARK: Changing an own post.

  private static func loadSource(_ state: inout State) -> [Effect] {
    guard let id = state.start.editedID, state.loading == .source || state.loading == .failed else { return [] }
    state.loading = .source
    return [.call(RequestName(.source, id), StatusRequests.source(id))]
  }

  private static func receivedSource(
    _ state: inout State, _ result: Result<Answer, RequestFailure>
  ) -> [Effect] {
    guard case .success(let answer) = result, answer.isSuccess, let source = StatusSource(answer.body) else {
      state.loading = .failed
      return []
    }
    state.loading = .no
    state.draft.text = source.text
    state.draft.warning = source.warning
    state.original = state.draft
    state.fieldText = source.text
    state.fieldWarning = source.warning
    state.hasWarning = !source.warning.isEmpty
    return []
  }

  private static func changed(_ state: inout State, _ result: Result<Answer, RequestFailure>) -> [Effect] {
    state.loading = .no
    guard case .success(let answer) = result else { return [.toast(Toast(.notSaved))] }
    guard answer.isSuccess else { return [.toast(Toast(.refusedBy, answer.errorText))] }
    var effects: [Effect] = [.remember(key: state.draftKey, nil), .close]
    if let status = MastodonDecoder(origin: state.origin).status(body: answer.body) {
      effects.insert(.tell(.statusChanged(status)), at: 1)
    }
    return effects
  }
}
