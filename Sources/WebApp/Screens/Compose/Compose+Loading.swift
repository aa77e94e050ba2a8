import Contracts
import Social

/// Loading what the composer needs from the server: its limits, and the text of a post that is edited.
extension Compose {
  static func loadSource(_ state: inout State) -> [Effect] {
    guard let id = state.start.editedID, state.loading == .source || state.loading == .failed else {
      return []
    }
    state.loading = .source
    return [.ask(Request.source, StatusRequests.source(id))]
  }

  static func receivedLimits(
    _ state: inout State, _ version: MastodonRequests.InstanceVersion,
    _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard case .success(let response) = result else { return [] }
    guard response.isSuccess, let limits = PostLimits(response.body) else {
      return version == .first ? [] : [.ask(Request.limits(.first), MastodonRequests.instance(.first))]
    }
    guard limits != state.limits else { return [] }
    state.limits = limits
    return [.remember(key: PostLimits.key, limits.json)]
  }

  static func receivedSource(
    _ state: inout State, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    guard case .success(let response) = result, response.isSuccess, let source = StatusSource(response.body)
    else {
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
}
