import Contracts
import Social

/// Home says in one row who commented on a post, and above a reply what it answers. Where that post is not itself in the
/// list, it is loaded here, so that the row can show its first words.
extension Timeline {
  /// Asks for those that are not known, each once, when all that the device kept shows.
  static func askForSubjects(_ state: inout State) -> [Effect] {
    if state.copy != nil { return [] }
    var known = state.askedSubjects
    for item in state.list.items { known.insert(item.entry.status.id) }
    var wanted: [String] = []
    for row in state.list.rows where wanted.count < pageLength {
      guard let id = subject(of: row, state.list), known.insert(id).inserted else { continue }
      wanted.append(id)
      state.askedSubjects.insert(id)
    }
    return wanted.isEmpty ? [] : [.ask(Request.subjects(wanted), MastodonRequests.statuses(wanted))]
  }

  private static func subject(of row: EntryList.Row, _ list: EntryList) -> String? {
    switch row {
    case .comments(_, let id): id
    case .line(let index, let bond): bond == .above ? nil : list.items[index].entry.status.replyTo?.id
    case .folded, .gap: nil
    }
  }

  /// What the reader may not see is missing. What could not be asked for is asked for another time; a server that doesn't
  /// know the question is not asked again.
  static func receivedSubjects(_ state: inout State, _ ids: [String], _ result: Result<Response, RequestFailure>) {
    guard case .success(let body) = LoadTrouble.body(of: result), let items = state.board.decoder.timeline(body) else {
      if case .success(let response) = result {
        state.subjectFailures += 1
        if response.isFinal || state.subjectFailures >= 3 { return }
      }
      return state.askedSubjects.subtract(ids)
    }
    for item in items { state.subjects.append(item.entry.status) }
  }
}
