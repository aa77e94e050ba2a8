import DatabaseTestSupport
import Invalidation
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

@Suite struct PollTests {
  private static let draft = PollDraft(options: ["Saturday", " Sunday "], expiresIn: 600)

  @Test func `NEW_21 A poll comes back as it is stored, and votes are counted`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada")
      let poll = try #require(post.poll)
      #expect(
        poll.options == [.init(title: "Saturday", votesCount: 0), .init(title: "Sunday", votesCount: 0)])
      #expect(poll.expiresAt?.milliseconds == town.clock.now.milliseconds + 600_000)
      #expect(
        !poll.isEnded && !poll.isMultiple && poll.hasVoted && poll.ownVotes == [], "the author can't vote")
      let voted = try await town.vote([1], in: post, by: "ben")
      #expect(voted.hasVoted && voted.ownVotes == [1] && voted.options.map(\.votesCount) == [0, 1])
      let seen = try #require(try await town.community.posts.find(number(post.id), viewer: nil)?.poll)
      #expect(!seen.hasVoted && seen.ownVotes == [] && seen.options.map(\.votesCount) == [0, 1])
      #expect(seen.votesCount == 1 && seen.votersCount == 1)
    }
  }

  @Test(arguments: [
    (["one"], 600, "Poll must have more than one option"),
    (["1", "2", "3", "4", "5"], 600, "Poll can't have more than 4 options"),
    (["one", " one"], 600, "Poll contains duplicate options"),
    (["one", "\u{200B} "], 600, "Poll option can't be blank"),
    (
      ["one", String(repeating: "x", count: 51)], 600, "Poll options can't be longer than 50 characters each"
    ),
    (["one", "two"], 299, "Poll ends too soon"),
    (["one", "two"], 2_629_747, "Poll ends too far in the future"),
  ])
  func `NEW_21 Polls have limits`(_ options: [String], _ seconds: Int, _ reason: String) async throws {
    #expect {
      try PollRules.record(PollDraft(options: options, expiresIn: seconds), now: 0)
    } throws: { error in
      guard case CommunityError.invalid(let sentence, _) = error else { return false }
      return sentence == "Validation failed: " + reason
    }
  }

  @Test func `NEW_21 A vote is refused with the reason`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada", .direct)
      await #expect(throws: CommunityError.notFound) { try await town.vote([0], in: post, by: "ben") }
      let open = try await town.poll(Self.draft, by: "ada")
      func refused(_ choices: [Int], by name: String, _ reason: String, _ refusal: Refusal? = nil) async {
        await #expect(throws: CommunityError.invalid("Validation failed: " + reason, refusal)) {
          try await town.vote(choices, in: open, by: name)
        }
      }
      await refused([0], by: "ada", "You cannot vote in your own polls")
      await refused([2], by: "ben", "The chosen vote option does not exist")
      await refused([-1], by: "ben", "The chosen vote option does not exist")
      await refused([], by: "ben", "Choices can't be blank")
      await refused([0, 1], by: "ben", "The poll takes a single choice")
      await refused([0, 0], by: "ben", "Choices are repeated")
      _ = try await town.vote([0], in: open, by: "ben")
      await refused([1], by: "ben", "You have already voted on this poll", .alreadyVoted)
      town.clock.advance(seconds: 600)
      await refused([0], by: "cat", "The poll has already ended", .pollEnded)
      #expect(
        try await town.community.polls.find(number(open.id), viewer: nil).options.map(\.votesCount) == [1, 0])
    }
  }

  @Test func `NEW_21 Reading a poll whose end was reached writes nothing`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada")
      town.clock.advance(seconds: 600)
      let viewer = town.viewer("ben")
      #expect(try await town.community.polls.find(number(post.id), viewer: viewer).isEnded)
      #expect(try await town.notices("ada") == [])
      _ = try await town.community.polls.endDue()
      #expect(try await town.notices("ada") == ["poll ada Which?"])
    }
  }

  @Test func `NEW_21 Numbers that the author hides show at the end`() async throws {
    try await withTown { town in
      let draft = PollDraft(options: ["a", "b", "c"], expiresIn: 300, isMultiple: true, hidesTotals: true)
      let post = try await town.poll(draft, by: "ada")
      let poll = try await town.vote([0, 2], in: post, by: "ben")
      #expect(poll.options.map(\.votesCount) == [nil, nil, nil] && poll.ownVotes == [0, 2])
      town.clock.advance(seconds: 300)
      _ = try await town.community.polls.endDue()
      let ended = try await town.community.polls.find(number(post.id), viewer: town.viewer("ada"))
      #expect(ended.isEnded && ended.options.map(\.votesCount) == [1, 0, 1])
      #expect(ended.votesCount == 2 && ended.votersCount == 1)
    }
  }

  @Test func `NEW_21 The end is told once to the author and the voters`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada")
      for name in ["ben", "cat"] { _ = try await town.vote([0], in: post, by: name) }
      #expect(try await town.community.polls.endDue() == 600_000)
      town.clock.advance(seconds: 601)
      // Several processes notice it at the same time, and one after a restart.
      async let first = town.community.polls.endDue()
      async let second = town.community.polls.endDue()
      #expect(try await (first, second) == (nil, nil))
      #expect(try await town.community.polls.endDue() == nil)
      for name in ["ada", "ben", "cat"] { #expect(try await town.notices(name) == ["poll ada Which?"]) }
      #expect(try await town.notices("dan") == [])
    }
  }

  @Test func `NEW_21 Other options remove the votes, another end does not`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada")
      _ = try await town.vote([0], in: post, by: "ben")
      func edit(_ poll: PollDraft?, text: String? = nil) async throws -> Poll? {
        try await town.community.posts.edit(
          number(post.id), PostChange(text: text, poll: poll), viewer: town.viewer("ada")
        ).poll
      }
      #expect(
        try await edit(nil, text: "Which day?")?.options.map(\.votesCount) == [1, 0], "it stays unnamed")
      let longer = try await edit(PollDraft(options: ["Saturday", "Sunday"], expiresIn: 900))
      #expect(longer?.options.map(\.votesCount) == [1, 0])
      #expect(longer?.expiresAt?.milliseconds == town.clock.now.milliseconds + 900_000)
      let multiple = try await edit(
        PollDraft(options: ["Saturday", "Sunday"], expiresIn: 900, isMultiple: true))
      #expect(multiple?.options.map(\.votesCount) == [0, 0] && multiple?.isMultiple == true)
      _ = try await town.vote([0, 1], in: post, by: "ben")
      #expect(try await edit(PollDraft(options: ["Friday", "Sunday"], expiresIn: 900))?.votersCount == 0)
      let history = try await town.community.posts.history(number(post.id), viewer: nil).map(\.pollTitles)
      #expect(history.first == ["Saturday", "Sunday"] && history.last == ["Friday", "Sunday"])
      // An ended poll that goes on ends again, and is told again.
      town.clock.advance(seconds: 901)
      _ = try await town.community.polls.endDue()
      #expect(try await edit(PollDraft(options: ["Friday", "Sunday"], expiresIn: 900))?.isEnded == false)
      #expect(try await town.notices("ada") == [])
      town.clock.advance(seconds: 901)
      _ = try await town.community.polls.endDue()
      #expect(try await town.notices("ada") == ["poll ada Which day?"])
    }
  }

  /// Publishes a poll for a circle of ada's with ben, cat and dan.
  private func circlePoll(_ town: Town, _ draft: PollDraft) async throws -> Post {
    let circle = try await town.circle("Committee", of: "ada", ["ben", "cat", "dan"])
    return try await town.community.posts.publish(
      PostDraft(text: "Which?", circles: CircleChoice([circle]), poll: draft), viewer: town.viewer("ada"),
      idempotencyKey: nil)
  }

  @Test func `NEW_21 In a post for circles the author may show who voted for what`() async throws {
    try await withTown { town in
      var draft = Self.draft
      #expect(try await circlePoll(town, draft).poll?.showsVoters == false)
      draft.showsVoters = true
      let post = try await circlePoll(town, draft)
      #expect(post.poll?.showsVoters == true)
      for (name, choice) in [("ben", 1), ("cat", 1), ("dan", 0)] {
        let seen = try await town.community.polls.find(number(post.id), viewer: town.viewer(name))
        #expect(seen.showsVoters && !seen.hasVoted, "it says so before the vote")
        _ = try await town.vote([choice], in: post, by: name)
      }
      func voters(_ option: Int, _ viewer: String?, _ post: Post) async throws -> [String] {
        try await town.community.polls.voters(
          for: option, in: number(post.id), viewer: viewer.map { town.viewer($0) }, Cursor()
        ).items.map(\.account.username)
      }
      for viewer in ["ada", "ben", "dan"] {
        #expect(try await voters(1, viewer, post) == ["cat", "ben"])
        #expect(try await voters(0, viewer, post) == ["dan"])
      }
      for (option, viewer) in [(0, "eve"), (0, nil), (2, "ada"), (-1, "ada")] {
        await #expect(throws: CommunityError.notFound) { try await voters(option, viewer, post) }
      }
      _ = try await town.community.relationships.block(town.id("cat"), town.viewer("dan"))
      #expect(try await voters(1, "dan", post) == ["ben"])
      try await town.suspend("ben")
      #expect(try await voters(1, "ada", post) == ["cat"])
    }
  }

  @Test func `NEW_21 Elsewhere votes are secret`() async throws {
    try await withTown { town in
      let refused = CommunityError.invalid("Validation failed: Voters can show only in a post for circles")
      var draft = Self.draft
      draft.showsVoters = true
      for visibility in Visibility.withoutCircles {
        await #expect(throws: refused) { try await town.poll(draft, by: "ada", visibility) }
      }
      let post = try await town.poll(Self.draft, by: "ada")
      await #expect(throws: CommunityError.notFound) {
        try await town.community.polls.voters(
          for: 0, in: number(post.id), viewer: town.viewer("ada"), Cursor())
      }
      await #expect(throws: refused) {
        try await town.community.posts.edit(
          number(post.id), PostChange(poll: draft), viewer: town.viewer("ada"))
      }
    }
  }

  @Test func `NEW_21 That names show can't change after the first vote`() async throws {
    try await withTown { town in
      let post = try await circlePoll(town, Self.draft)
      func edit(_ showsVoters: Bool?, _ options: [String] = ["Saturday", "Sunday"]) async throws -> Bool? {
        try await town.community.posts.edit(
          number(post.id),
          PostChange(poll: PollDraft(options: options, expiresIn: 600, showsVoters: showsVoters)),
          viewer: town.viewer("ada")
        ).poll?.showsVoters
      }
      #expect(try await edit(true) == true)
      #expect(try await edit(nil) == true, "clients that don't know it leave it")
      #expect(try await edit(false) == false)
      _ = try await town.vote([0], in: post, by: "ben")
      await #expect(throws: PollRules.votersAreFixed) { try await edit(true) }
      await #expect(throws: PollRules.votersAreFixed, "nor with other options") {
        try await edit(true, ["a", "b"])
      }
      #expect(try await edit(false, ["a", "b"]) == false)
      #expect(try await edit(true, ["a", "b"]) == true, "without votes it is another poll")
    }
  }

  @Test func `NEW_21 Names are hidden as long as the numbers are`() async throws {
    try await withTown { town in
      let draft = PollDraft(options: ["a", "b"], expiresIn: 300, hidesTotals: true, showsVoters: true)
      let post = try await circlePoll(town, draft)
      _ = try await town.vote([0], in: post, by: "ben")
      func voters() async throws -> Int {
        try await town.community.polls.voters(
          for: 0, in: number(post.id), viewer: town.viewer("ada"), Cursor()
        ).items.count
      }
      #expect(try await voters() == 0)
      town.clock.advance(seconds: 301)
      _ = try await town.community.polls.endDue()
      #expect(try await voters() == 1)
    }
  }

  @Test func `NEW_21 A removed member's votes go, a suspended one's stay`() async throws {
    try await withTown { town in
      let post = try await town.poll(Self.draft, by: "ada")
      for (name, choice) in [("ben", 0), ("cat", 0), ("dan", 1)] {
        _ = try await town.vote([choice], in: post, by: name)
      }
      func counts() async throws -> [Int?] {
        try await town.community.polls.find(number(post.id), viewer: nil).options.map(\.votesCount)
      }
      try await town.suspend("ben")
      #expect(try await counts() == [2, 1])
      try await town.community.members.remove(.id(town.id("cat")), by: nil)
      try await town.community.members.finishRemovals()
      #expect(try await counts() == [1, 1])
      _ = try await town.community.posts.delete(number(post.id), viewer: town.viewer("ada"))
      let rows = try await town.community.store.driver.read(dependsOn: .everything) { connection in
        try connection.count("SELECT (SELECT count(*) FROM polls) + (SELECT count(*) FROM poll_votes)")
      }
      #expect(rows == 0)
    }
  }

  /// Two processes, several members, edits and the end, in random order: what the poll says is what a model
  /// says.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `NEW_21 Counts are exact however votes interleave`(_ seed: UInt64) async throws {
    try await withTown { town in
      let other = try await town.process()
      var chance = SeededGenerator(seed: seed)
      for _ in 0..<6 {
        let isMultiple = chance.chance(50)
        let post = try await town.poll(
          PollDraft(options: ["a", "b", "c"], expiresIn: 300, isMultiple: isMultiple), by: "ada")
        let id = number(post.id)
        let attempts = (0..<24).map { index in
          (
            name: chance.pick(Array(Town.names.dropFirst())), isOther: chance.chance(50),
            choices: isMultiple && chance.chance(50) ? [0, 2] : [chance.below(3)], ends: index == 18
          )
        }
        // Each member's first accepted vote counts, and no other.
        let accepted = try await withThrowingTaskGroup(of: (String, [Int])?.self) { group in
          for attempt in attempts {
            group.addTask {
              if attempt.ends {
                town.clock.advance(seconds: 301)
                _ = try await (attempt.isOther ? other : town.community).polls.endDue()
              }
              do {
                _ = try await (attempt.isOther ? other : town.community).polls
                  .vote(attempt.choices, in: id, town.viewer(attempt.name))
                return (attempt.name, attempt.choices)
              } catch CommunityError.invalid(_, .alreadyVoted), CommunityError.invalid(_, .pollEnded) {
                return nil
              }
            }
          }
          var accepted: [(String, [Int])] = []
          for try await one in group { if let one { accepted.append(one) } }
          return accepted
        }
        #expect(Set(accepted.map { $0.0 }).count == accepted.count, "nobody votes twice")
        let expected = (0..<3).map { option in accepted.count { $0.1.contains(option) } }
        for community in [town.community, other] {
          // Another process's last change is known a moment later.
          #expect(
            try await eventually {
              await community.refresh()
              let poll = try await community.polls.find(id, viewer: town.viewer("ada"))
              return poll.options.map(\.votesCount) == expected && poll.votersCount == accepted.count
                && poll.isEnded
            }, "\(expected)")
        }
        let told = try await town.community.store.driver.read(dependsOn: .everything) { connection in
          try connection.integers(
            "SELECT account FROM notifications WHERE post = \(id) AND kind = 'poll' ORDER BY account")
        }
        #expect(told == ([1] + accepted.map { town.id($0.0) }).sorted(), "each is told once")
      }
      try await other.close()
    }
  }
}

extension Town {
  func poll(_ poll: PollDraft, by name: String, _ visibility: Visibility? = .everybody) async throws -> Post {
    try await community.posts.publish(
      PostDraft(text: "Which?", visibility: visibility, poll: poll), viewer: viewer(name), idempotencyKey: nil
    )
  }

  func vote(_ choices: [Int], in post: Post, by name: String) async throws -> Poll {
    try await community.polls.vote(choices, in: number(post.id), viewer(name))
  }

  /// Opens the same community once more, as another process would.
  func process() async throws -> Community {
    try await Community.open(
      folder: folder, database: TestDatabase.address(for: folder), clock: { [clock] in clock.now },
      logger: silent)
  }
}
