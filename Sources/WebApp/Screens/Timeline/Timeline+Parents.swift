import Contracts
import Social

/// Loading the posts that home mentions without listing them: those with comments, and the parents of
/// replies. The rows can then show their first words.
extension Timeline {
  /// Asks for those that are not known, each once, when the whole cached response shows.
  static func askForParents(_ state: inout State) -> [Effect] {
    if state.cached != nil { return [] }
    var known = state.askedParents
    for item in state.list.items { known.insert(item.stored.id) }
    var wanted: [String] = []
    for row in state.list.rows where wanted.count < pageLength {
      guard let id = subject(of: row, state.list), known.insert(id).inserted else { continue }
      state.askedParents.insert(id)
      if let parent = state.postsState.store[id] { state.parents.append(parent) } else { wanted.append(id) }
    }
    return wanted.isEmpty ? [] : [.ask(Request.parents(wanted), MastodonRequests.statuses(wanted))]
  }

  private static func subject(of row: EntryList.Row, _ list: EntryList) -> String? {
    switch row {
    case .comments(_, let id): id
    case .entry(let index, let connector):
      connector == .above ? nil : list.items[index].post.replyTo?.id
    case .folded, .gap: nil
    }
  }

  /// Applies the response. Posts that the viewer may not see are missing. If the request failed it is
  /// repeated later, unless the server doesn't know it.
  static func receivedParents(
    _ state: inout State, _ ids: [String], _ result: Result<Response, RequestFailure>, _ time: Timestamp
  ) {
    guard case .success(let body) = LoadFailure.body(of: result),
      let items = state.postsState.decoder.timeline(body)
    else {
      if case .success(let response) = result {
        state.parentFailures += 1
        if response.isFinal || state.parentFailures >= 3 { return }
      }
      return state.askedParents.subtract(ids)
    }
    for item in items { state.parents.append(state.postsState.store.receive(item.entry.post, asked: time)) }
  }
}
