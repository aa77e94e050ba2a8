import Social

/// Discarding what was written, and the warning.
extension Compose {
  static func toggleWarning(_ state: inout State) -> [Effect] {
    state.hasWarning.toggle()
    if state.hasWarning { return [] }
    state.draft.warning = ""
    state.fieldWarning = ""
    return [store(state)]
  }

  static func discard(_ state: inout State) -> [Effect] {
    guard !state.isUntouched else { return [] }
    state.discarded = state.draft
    return fill(&state, with: state.original)
  }

  static func restore(_ state: inout State) -> [Effect] {
    guard let discarded = state.discarded else { return [] }
    state.discarded = nil
    return fill(&state, with: discarded)
  }

  private static func fill(_ state: inout State, with draft: Draft) -> [Effect] {
    state.draft = draft
    state.fieldWarning = draft.warning
    state.hasWarning = !draft.warning.isEmpty
    state.fieldPoll = draft.poll
    return [.setField(name: "text", draft.text), .setField(name: "warning", draft.warning), store(state)]
      + sending(draft)
  }
}

extension Draft {
  var isBlank: Bool { Array(text.utf8).allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 } }
}
