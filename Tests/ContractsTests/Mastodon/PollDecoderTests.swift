import Contracts
import Social
import Testing

/// NEW_21: polls of this server and others.
struct PollDecoderTests {
  private func poll(_ json: String) throws -> Poll? {
    let origin = Origin.other(try #require(ServerAddress("far.example")))
    return MastodonDecoder(origin: origin).poll(body: Array(json.utf8))
  }

  @Test func `NEW_21 a poll is decoded whole`() throws {
    let poll = try #require(
      try poll(
        #"""
        {"id":"3","expires_at":"2026-11-26T12:00:00.000Z","expired":true,"multiple":true,"votes_count":3,"voters_count":2,
         "options":[{"title":"a","votes_count":2},{"title":"b","votes_count":null}],"emojis":[],"voted":true,"own_votes":[0,9]}
        """#))
    #expect(
      poll.id == "3" && poll.isEnded && poll.isMultiple && poll.votesCount == 3 && poll.votersCount == 2)
    #expect(poll.options == [.init(title: "a", votesCount: 2), .init(title: "b", votesCount: nil)])
    #expect(poll.hasVoted && poll.ownVotes == [0], "a choice that isn't there is left out")
    #expect(poll.expiresAt?.iso8601 == "2026-11-26T12:00:00.000Z")
  }

  @Test func `NEW_21 what a server leaves out is filled in`() throws {
    let poll = try #require(
      try poll(#"{"id":3,"options":[{"title":"a"},{}],"votes_count":4,"voters_count":null}"#))
    #expect(poll.expiresAt == nil && !poll.isEnded && !poll.hasVoted && poll.votersCount == 4)
    #expect(poll.options.map(\.title) == ["a", ""])
  }

  @Test(arguments: [
    "null", "{}", #"{"id":"3"}"#, #"{"id":"3","options":[{"title":"a"}]}"#, #"{"options":[{},{}]}"#, "[]",
  ])
  func `NEW_21 what is no poll is none`(_ json: String) throws { #expect(try poll(json) == nil) }
}
