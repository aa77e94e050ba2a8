import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests paging through followers while others follow and unfollow between requests.
struct PeoplePagingTests {
  /// A server with a list of follows, the latest first; it pages by their numbers, as Mastodon does.
  private struct Server {
    var follows: [(number: Int, id: Int)] = []
    private var last = 0

    mutating func follow(_ id: Int) {
      follows.removeAll { $0.id == id }
      last += 1
      follows.insert((last, id), at: 0)
    }

    mutating func unfollow(_ id: Int) { follows.removeAll { $0.id == id } }

    func page(_ query: String?, length: Int) -> Result<Response, RequestFailure> {
      let before = query.flatMap { Int($0.dropFirst("max_id=".count)) } ?? .max
      let found = follows.filter { $0.number < before }.prefix(length)
      let isLast = found.count < length
      return PeopleScreenTests.page(found.map(\.id), next: isLast ? nil : "max_id=\(found.last?.number ?? 0)")
    }
  }

  /// Returns the request and its query.
  private func request(_ effects: [Effect]) -> (label: People.Request, query: String?)? {
    for effect in effects {
      if case .asking(let label, _, let request) = effect,
        let label = (label.request as? ScreenRequest<People.Request>)?.value,
        label == .newest || label == .older
      {
        return (label, label == .older ? request.target.split(separator: "?").last.map(String.init) : nil)
      }
    }
    return nil
  }

  @Test(arguments: 0..<200)
  func `FOL_07 nobody twice and nobody missing while people follow and unfollow`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var server = Server()
    for id in 1...40 { server.follow(id) }
    var state = PeopleScreenTests.state(isMember: false)
    var effects = People.reduce(&state, .appeared)
    // The followers from the beginning whose follow hasn't changed since.
    var steady = Set(server.follows.map(\.id))
    while !state.isComplete {
      guard let request = request(effects) else {
        effects = People.reduce(&state, .reachedEnd)
        _ = try #require(self.request(effects), "the list has stopped")
        continue
      }
      if Int.random(in: 0..<12, using: &random) == 0 {
        effects = People.reduce(&state, .received(request.label, .failure(.unreachable), at: noon))
        effects += People.reduce(&state, request.label == .newest ? .pulledDown : .tapped(.list(.retry)))
      } else if !state.isRefreshing, Int.random(in: 0..<12, using: &random) == 0 {
        effects = People.reduce(&state, .pulledDown)
        steady = Set(server.follows.map(\.id))
      } else {
        let page = server.page(request.query, length: 4)
        effects = People.reduce(&state, .received(request.label, page, at: noon))
      }
      let ids = state.people.map { $0.id }
      #expect(Set(ids).count == ids.count, "somebody is there twice")
      #expect(state.keys == ids.map { "p" + $0 })
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let id = Int.random(in: 1...60, using: &random)
        steady.remove(id)
        if Bool.random(using: &random) { server.follow(id) } else { server.unfollow(id) }
      }
    }
    let ids = state.people.compactMap { Int($0.id) }
    #expect(steady.isSubset(of: ids), "somebody is missing")
    #expect(ids.filter { steady.contains($0) } == server.follows.map(\.id).filter { steady.contains($0) })
  }

  @Test func `FOL_07 ten thousand followers come to an end, each once`() {
    var server = Server()
    for id in 1...10_000 { server.follow(id) }
    var state = PeopleScreenTests.state(isMember: false)
    var request = request(People.reduce(&state, .appeared))
    while let asked = request {
      _ = People.reduce(&state, .received(asked.label, server.page(asked.query, length: 80), at: noon))
      request = self.request(People.reduce(&state, .reachedEnd))
    }
    #expect(state.isComplete && state.people.map { $0.id } == (1...10_000).reversed().map { "\($0)" })
  }
}
