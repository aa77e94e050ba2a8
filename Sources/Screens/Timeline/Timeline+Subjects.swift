import Contracts
import Social

/// Home says in one row who commented on a post. Where that post is not itself a row of home, it is loaded here, so that
/// the row can show its first words.
extension Timeline {
  /// Asks for those that are not known, each once.
  static func askForSubjects(_ state: inout State) -> [Effect] {
    guard state.kind == .home else { return [] }
    var wanted: [String] = []
    for row in state.list.rows where wanted.count < pageLength {
      guard case .comments(_, let id) = row, !state.askedSubjects.contains(id), state.list.post(id) == nil
      else { continue }
      wanted.append(id)
      state.askedSubjects.append(id)
    }
    return wanted.isEmpty ? [] : [.ask(Request.subjects(wanted), MastodonRequests.statuses(wanted))]
  }

  /// What the reader may not see is missing. What could not be asked for is asked for another time.
  static func receivedSubjects(
    _ state: inout State, _ ids: [String], _ page: Result<[EntryList.Item], LoadTrouble>
  ) {
    switch page {
    case .failure: state.askedSubjects.removeAll { ids.contains($0) }
    case .success(let items): for item in items { state.subjects.append(item.entry.status) }
    }
  }
}
