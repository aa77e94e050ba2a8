import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// NEW_21: a vote shows at once, waits for the network, is sent once, and no late response takes it away.
struct PollVoteTests {
  private static let key = "session 1 waits vote-1-3:7"
  private static let address = "/api/v1/polls/3/votes"
  private static let poll = Poll(
    id: "3", options: [.init(title: "a", votesCount: 4), .init(title: "b", votesCount: 1)], expiresAt: nil,
    isEnded: false, isMultiple: false, votesCount: 5, votersCount: 5)
  private static let post = Post(
    id: "7", author: ComposeTests.bob, content: .text("Which?"), hasPoll: true, poll: poll)
  private static let counted =
    #"{"id":"3","options":[{"title":"a","votes_count":9},{"title":"b","votes_count":2}],"voted":true,"own_votes":[1],"votes_count":11}"#
  private var app = App.member()

  private mutating func vote(_ fields: [String] = [PollVote.form, "7", "3", "1"]) -> Identifier? {
    let screen = app.stack.last?.id ?? 0
    return Self.requests(app.handle(.submitted(screen, fields))).first
  }

  private static func requests(_ commands: [Command]) -> [Identifier] {
    commands.compactMap(\.sent).compactMap { id, call in
      guard case .send(_, let request, _, _) = call, request.target == address else { return nil }
      return id
    }
  }

  /// The poll as a response that was requested at `time` shows it.
  private mutating func seen(asked time: Timestamp) -> Poll? {
    app.store(of: "1").changes.applied(to: Self.post, asked: time).poll
  }

  @Test mutating func `NEW_21 a vote shows at once, and then the server's count`() throws {
    let request = try #require(vote())
    #expect(seen(asked: app.now)?.ownVotes == [1])
    #expect(
      seen(asked: app.now)?.options.map(\.votesCount) == [4, 2] && seen(asked: app.now)?.votersCount == 6)
    _ = app.handle(.received(request, .text(Self.counted)))
    #expect(seen(asked: app.now)?.options.map(\.votesCount) == [9, 2])
  }

  @Test mutating func `NEW_21 a vote waits for the network, also when the app ends`() throws {
    let request = try #require(vote())
    let offline = app.handle(.received(request, .failure(.unreachable)))
    #expect(app.memory[Self.key] == "on" && app.toast == nil && !offline.contains { $0.isPost })
    var later = App.member(memory: app.memory)
    #expect(later.store(of: "1").changes.applied(to: Self.post, asked: later.now).poll?.ownVotes == [1])
    let sent = try #require(Self.requests(later.started()).first)
    _ = later.handle(.received(sent, .text(Self.counted)))
    #expect(later.memory[Self.key] == nil)
  }

  @Test mutating func `NEW_21 a vote that the server has already counts as sent`() throws {
    let request = try #require(vote())
    _ = app.handle(.received(request, .text(#"{"error":"x","code":"already_voted"}"#, status: 422)))
    #expect(app.toast == nil && seen(asked: app.now)?.ownVotes == [1])
  }

  @Test mutating func `NEW_21 a refused vote is taken back and said`() throws {
    let request = try #require(vote())
    _ = app.handle(.received(request, .text(#"{"error":"x","code":"poll_ended"}"#, status: 422)))
    #expect(app.toast == Toast(.notSaved) && seen(asked: app.now) == Self.poll)
  }

  @Test(arguments: [
    [PollVote.form], [PollVote.form, "7", "3"], ["other", "7", "3", "1"],
  ])
  mutating func `NEW_21 nothing is sent without a choice, or for another form`(_ fields: [String]) {
    #expect(vote(fields) == nil)
  }

  @Test(arguments: ["vote-0-3", "vote-0.2-3", "vote-1-01FBV-x"])
  func `NEW_21 a vote is read as it was stored`(_ name: String) {
    #expect(PollVote(storedName: name)?.storedName == name)
  }

  /// Responses of refreshes come late and in any order, the vote's fails for now some times: once the viewer
  /// has voted, no order shows the poll without the vote.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  mutating func `NEW_21 no order of responses takes a vote away`(_ seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let request = try #require(vote())
    var running: [Identifier] = [request]
    let voted = app.now
    var isCounted = false
    for _ in 0..<30 {
      app.now = app.now.advanced(byMilliseconds: Int64(chance.below(2_000)))
      switch chance.below(3) {
      case 0 where !running.isEmpty:
        let id = running.removeFirst()
        let isLost = chance.chance(60)
        isCounted = isCounted || !isLost
        running += Self.requests(
          app.handle(.received(id, isLost ? .failure(.unreachable) : .text(Self.counted))))
      case 1: running += Self.requests(app.handle(.online))
      default:
        // Asked before the vote: it can't know it.
        let shown = try #require(seen(asked: voted.advanced(byMilliseconds: -Int64(chance.below(60_000)))))
        #expect(shown.hasVoted && shown.ownVotes == [1] && shown.votersCount > 5)
      }
      #expect(running.count <= 1, "it is sent once at a time")
      #expect(app.memory[Self.key] == (isCounted || !running.isEmpty ? nil : "on") || !running.isEmpty)
    }
  }
}
