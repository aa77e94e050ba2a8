import Contracts
import Localization
import Social

/// The named albums of a person, beside the album of all their posts.
extension Album {
  static func loadScrapbooks(_ state: inout State, of account: String) -> [Effect] {
    state.lists[Section.scrapbooks.rawValue].loading = .scrapbooks
    return [.ask(Request.scrapbooks, ScrapbookRequests.all(of: account))]
  }

  static func receivedScrapbooks(
    _ state: inout State, _ body: Result<[UInt8], LoadFailure>, _ time: Timestamp
  ) -> [Effect] {
    state.lists[Section.scrapbooks.rawValue].loading = nil
    state.isRefreshing = false
    guard case .success(let body) = body, let scrapbooks = state.postsState.decoder.scrapbooks(body) else {
      var failure = LoadFailure.unreadable
      if case .failure(let why) = body { failure = why }
      // Over cached albums the failure explains why they are old.
      if state.scrapbooks == nil {
        state.lists[Section.scrapbooks.rawValue].failure = failure
      } else {
        state.failure = failure
      }
      return []
    }
    state.scrapbooks = scrapbooks
    state.lists[Section.scrapbooks.rawValue].isComplete = true
    state.lists[Section.scrapbooks.rawValue].isOutdated = false
    state.cacheNotes.bodies[3] = body
    return save(&state, time)
  }

  static func create(_ state: inout State, _ title: String) -> [Effect] {
    guard state.isOwn, state.form.begin(title) else { return [] }
    return [.ask(Request.newScrapbook(title), ScrapbookRequests.create(title))]
  }

  static func receivedNew(
    _ state: inout State, _ title: String, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    var scrapbook: Scrapbook?
    if case .success(let response) = result, response.isSuccess {
      scrapbook = state.postsState.decoder.scrapbook(response.body)
    }
    state.form.finish(title, result, isMade: scrapbook != nil)
    guard let scrapbook else { return [] }
    state.scrapbooks = [scrapbook] + (state.scrapbooks ?? [])
    return []
  }

  static func open(_ state: State, _ id: String) -> [Effect] {
    let known = state.scrapbooks?.first { $0.id == id }
    let handle = state.profile?.handle ?? state.handle
    return [.open(.scrapbook(.page(id: id, handle: handle, known)))]
  }

  static func addPicked(_ state: inout State) -> [Effect] {
    guard let picked = state.picked, !picked.isEmpty else { return [] }
    state.picked = nil
    return [.open(.scrapbook(.choice(picked)))]
  }

  static func scrapbookCells(_ state: State) -> [Cell] {
    var cells: [Cell] = []
    if let scrapbooks = state.scrapbooks {
      if !scrapbooks.isEmpty {
        cells.append(.scrapbooks(scrapbooks, of: state.profile?.handle ?? state.handle))
      } else if !state.isOwn {
        cells.append(.noScrapbooks)
      }
      let form = state.form
      if state.isOwn { cells.append(.newScrapbook(form.count, form.title, problem: form.problem)) }
    } else if let failure = state.list.failure ?? (state.profile == nil ? state.failure : nil) {
      cells.append(.part(.footer(.failed(failure.message))))
    } else {
      cells.append(.part(.footer(.loading)))
    }
    return cells
  }
}
