import Contracts
import Social

/// The lists that the server sends in pages: reports, requests to join, members, and the log.
extension CommunityPage {
  /// The pages of the part that shows.
  struct Pages: Equatable, Sendable {
    /// The bodies of the pages that show, from the first.
    var shown: [[UInt8]] = []
    /// The query of the page after them, as `Response.next`; `nil` on the last one.
    var next: String?
    /// True while that page loads.
    var isLoading = false
    /// The first pages of a list that is loaded again, until they are as many as show: who acts on a member
    /// far down keeps them in sight.
    var fresh: [[UInt8]] = []
    /// The query of the page that the list that is loaded again waits for.
    var awaited: String?
  }

  static func loadMore(_ state: inout State) -> [Effect] {
    guard !state.pages.isLoading, let next = state.pages.next else { return [] }
    state.pages.isLoading = true
    return [load(state, after: next)]
  }

  private static func load(_ state: State, after next: String) -> Effect {
    .ask(
      Request.section(state.section, query: query(state), after: next),
      CommunityRequests.page(of: request(state), next))
  }

  /// Returns the words that the part is searched for, which tell late responses from the current one.
  static func query(_ state: State) -> String { state.section == .members ? state.query : "" }

  /// Takes a page of a list.
  static func receivedPage(
    _ state: inout State, _ section: Section, after cursor: String?, _ response: Response,
    _ decoder: MastodonDecoder
  ) -> [Effect] {
    // The viewer has left the part, which is loaded again when they come back.
    guard section == state.section else {
      if cursor == nil { show(&state, section, [response.body], decoder) }
      return []
    }
    let next = response.next.isEmpty ? nil : String(decoding: response.next, as: UTF8.self)
    if let cursor, cursor == state.pages.next, cursor != state.pages.awaited {
      state.pages.shown.append(response.body)
    } else {
      if cursor == nil {
        state.pages.fresh = [response.body]
      } else {
        // The list has been loaded again since.
        guard cursor == state.pages.awaited else { return [] }
        state.pages.fresh.append(response.body)
      }
      state.pages.awaited = nil
      if state.pages.fresh.count < state.pages.shown.count, let next {
        state.pages.awaited = next
        return [load(state, after: next)]
      }
      state.pages.shown = state.pages.fresh
      state.pages.fresh = []
    }
    state.pages.next = next
    state.pages.isLoading = false
    show(&state, section, state.pages.shown, decoder)
    return []
  }

  /// Notes that a page is missing. Returns true if it is one that the viewer asked for with a tap.
  static func missesPage(_ state: inout State, _ section: Section, after cursor: String?) -> Bool {
    guard section == state.section else { return false }
    if let cursor, cursor == state.pages.next {
      state.pages.isLoading = false
      return true
    }
    (state.pages.fresh, state.pages.awaited) = ([], nil)
    return false
  }

  private static func show(
    _ state: inout State, _ section: Section, _ bodies: [[UInt8]], _ decoder: MastodonDecoder
  ) {
    switch section {
    case .reports: state.reports = rows(bodies, { decoder.openReports($0) }, id: { $0.id })
    case .requests: state.waiting = rows(bodies, { decoder.managedPeople($0) }, id: { $0.id })
    case .members: state.members = rows(bodies, { decoder.managedPeople($0) }, id: { $0.id })
    case .log: state.log = rows(bodies, { decoder.log($0) }, id: { $0.id })
    case .invitations, .announcements, .settings, .clients: break
    }
  }

  /// Returns the rows of all pages, each once; `nil` if the first page isn't a list.
  private static func rows<Row>(
    _ bodies: [[UInt8]], _ decode: ([UInt8]) -> [Row]?, id: (Row) -> String
  ) -> [Row]? {
    guard let first = bodies.first, var rows = decode(first) else { return nil }
    var ids = Set(rows.map(id))
    for body in bodies.dropFirst() {
      for row in decode(body) ?? [] where ids.insert(id(row)).inserted { rows.append(row) }
    }
    return rows
  }
}
