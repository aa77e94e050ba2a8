import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests paging and refreshing while others favourite, repost, follow, and undo that.
struct NotificationPagingTests {
  /// A server that pages as Mastodon does.
  private struct Server {
    private(set) var items: [(id: Int, json: String)] = []
    private var last = 100

    mutating func happens(_ random: inout SeededGenerator) {
      last += 1
      let kind = random.pick([
        "favourite", "reblog", "follow", "mention", "follow_request", "quote", "update",
      ])
      let post = kind.hasPrefix("follow") ? nil : 1 + random.below(3)
      // Spreads the notifications over three days, the newest last.
      let json = Notices.json(
        last, kind, by: 2 + random.below(9), of: post, minutes: max(0, 4_000 - last * 10))
      items.insert((last, json), at: 0)
    }

    mutating func isTakenBack(_ random: inout SeededGenerator) {
      if !items.isEmpty { items.remove(at: random.below(items.count)) }
    }

    func page(_ query: String?) -> Result<Response, RequestFailure> {
      let before = query.flatMap { Int($0.dropFirst("max_id=".count)) } ?? .max
      let found = items.filter { $0.id < before }.prefix(6)
      return Notices.page(found.map(\.json), next: found.count < 6 ? "" : "max_id=\(found.last?.id ?? 0)")
    }

    /// The ids of the notifications whose kind the app knows.
    var known: [String] { items.filter { !$0.json.contains("\"quote\"") }.map { "\($0.id)" } }
  }

  private func check(_ state: Notifications.State) {
    #expect(
      zip(state.ids, state.ids.dropFirst()).allSatisfy { EntryList.isNewer($0, than: $1) },
      "in order, none twice")
    #expect(
      state.rows.flatMap { $0 }.sorted { EntryList.isNewer($0, than: $1) } == state.ids, "each in one row")
    #expect(Set(state.keys).count == state.keys.count)
    #expect(
      zip(state.groups, state.groups.dropFirst()).allSatisfy {
        EntryList.isNewer($0.newest.id, than: $1.newest.id)
      })
    for group in state.groups {
      #expect(
        Set(group.members.map { $0.kind }).count == 1 && Set(group.members.map { $0.post?.id }).count == 1)
      let days = Set(group.members.map { ($0.createdAt ?? noon).dayNumber(minutesEast: 0) })
      #expect(days.count == 1)
      #expect(group.members == group.members.sorted { EntryList.isNewer($0.id, than: $1.id) })
    }
  }

  @Test(arguments: 0..<200)
  func `NEW_09 nothing is lost and nothing shows twice, whatever happens between pages and refreshes`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var server = Server()
    for _ in 0..<random.below(60) { server.happens(&random) }
    var state = Notifications.State(SamplePosts.context())
    var out: [(request: Notifications.Request, at: Timestamp)] = []
    var seconds: Int64 = 0
    func note(_ effects: [Effect]) {
      for case .asking(let label, _, _) in effects {
        if let request = (label.request as? ScreenRequest<Notifications.Request>)?.value, request != .marker {
          out.append((request, SamplePosts.at(seconds)))
        }
      }
    }
    func answer(_ server: Server, _ random: inout SeededGenerator) {
      guard !out.isEmpty else { return }
      let asked = out.remove(at: random.below(out.count))
      var query: String?
      if case .older(let cursor) = asked.request { query = cursor }
      let result: Result<Response, RequestFailure> =
        random.chance(10) ? .failure(.unreachable) : server.page(query)
      note(Notifications.reduce(&state, .received(asked.request, result, at: asked.at)))
      check(state)
    }
    note(Notifications.reduce(&state, .appeared))
    for _ in 0..<80 {
      seconds += 1
      switch random.below(10) {
      case 0, 1: server.happens(&random)
      case 2: server.isTakenBack(&random)
      case 3: note(Notifications.reduce(&state, .returned))
      case 4: note(Notifications.reduce(&state, .pulledDown))
      case 5, 6: note(Notifications.reduce(&state, .tapped(.list(.more))))
      default: answer(server, &random)
      }
    }
    // The network works again and nothing new happens: all notifications are there.
    seconds += 1
    out = []
    state.older = nil
    note(Notifications.reduce(&state, .returned))
    while let asked = out.popLast() {
      var query: String?
      if case .older(let cursor) = asked.request { query = cursor }
      note(Notifications.reduce(&state, .received(asked.request, server.page(query), at: asked.at)))
      check(state)
      if out.isEmpty { note(Notifications.reduce(&state, .tapped(.list(.more)))) }
      if state.isComplete { break }
    }
    #expect(state.isComplete)
    #expect(Set(server.known).isSubset(of: state.ids), "nothing is lost")
  }

  @Test func `NEW_09 a refresh and the pages below it make the same rows as one long page`() {
    var random = SeededGenerator(seed: 9)
    var server = Server()
    for _ in 0..<50 { server.happens(&random) }
    let whole = Notices.page(server.items.map(\.json))
    let atOnce = Notices.state(.appeared, .received(.newest, whole, at: noon))
    var paged = Notices.state(.appeared, .received(.newest, server.page(nil), at: noon))
    while let next = paged.next {
      _ = Notifications.reduce(&paged, .received(.older(next), server.page(next), at: noon))
    }
    #expect(paged.groups == atOnce.groups && paged.rows.count < paged.ids.count)
  }

  @Test func `NEW_09 pages of nothing that the app knows are passed over, ten at most`() {
    var state = Notices.shown([Notices.json(9_999, "follow")], next: "max_id=9999", marker: 9_999)
    var effects = Notifications.reduce(&state, .reachedEnd)
    var count = 0
    while case .asking? = effects.first, let next = state.next {
      count += 1
      let page = Notices.page([Notices.json(9_999 - count, "quote", of: 3)], next: "max_id=\(9_999 - count)")
      effects = Notifications.reduce(&state, .received(.older(next), page, at: noon))
    }
    #expect(count == 11 && state.next != nil)
  }
}
