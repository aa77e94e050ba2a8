import DatabaseTestSupport
import Foundation
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Server

/// Tests that counts in memory apply to all servers of one community together.
@Suite struct SharedLimitTests {
  private let start = Timestamp(milliseconds: 1_795_000_000_000)

  private func withTwo(_ body: (Community, Community) async throws -> Void) async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    try await withTemporaryFolder { folder in
      let one = try await Community.open(
        folder: folder, database: address, clock: { [start] in start }, logger: quiet)
      let two = try await Community.open(
        folder: folder, database: address, clock: { [start] in start }, logger: quiet)
      try await body(one, two)
      try await one.close()
      try await two.close()
    }
  }

  @Test func `NEW_08 passwords that are guessed at one server count at the other`() async throws {
    try await withTwo { one, two in
      let received = Mutex(0)
      two.messages.subscribe(.attempts) { message in
        two.throttle.receive(message)
        received.withLock { $0 += 1 }
      }
      try await one.members.add(MemberDraft(username: "ada", nick: "Ada", password: "correct horse"))
      for _ in 0..<6 {
        await #expect(throws: CommunityError.self) {
          try await one.sessions.signIn(username: "ada", password: "wrong", address: "192.0.2.1")
        }
      }
      // The right password would clear the count if it came before the messages.
      #expect(try await eventually { received.withLock { $0 } >= 5 })
      do {
        _ = try await two.sessions.signIn(username: "ada", password: "correct horse", address: "192.0.2.1")
        Issue.record("the attempt was allowed")
      } catch CommunityError.tooMany {}
      // From another address nothing is delayed.
      _ = try await two.sessions.signIn(username: "ada", password: "correct horse", address: "192.0.2.9")
    }
  }

  @Test func `NEW_08 requests at one server count at the other`() async throws {
    try await withTwo { one, two in
      var limits = RateLimits()
      limits.publishing = RateLimit(20, per: .seconds(1800))
      let limiters = [one, two].map { community in
        let messages = community.messages
        let limiter = RateLimiter(
          limits: limits, now: { [start] in start },
          publish: { await messages.publish(.requests, $0) }
        )
        messages.subscribe(.requests) { limiter.receive($0) }
        return limiter
      }
      var allowed = 0
      for round in 0..<60 {
        let verdict = limiters[round % 2].count(.publishing, by: .account(7))
        if verdict?.isAllowed == true { allowed += 1 }
        try await Task.sleep(for: .milliseconds(round % 6 == 5 ? 230 : 1))
      }
      // The other server doesn't know the requests since the last publication.
      #expect((20...32).contains(allowed))
      #expect(limiters[0].count(.publishing, by: .address(ClientAddress(text: "192.0.2.1")))?.remaining == 19)
    }
  }

  @Test func `NEW_08 a message that can't be read costs only itself`() {
    let told = "2 3 5983 a42;nonsense;9 99 1 a1;1 0 5 i192.0.2.1;x 0 5 a1;3 0 5 b7;"
    let counts = SharedCounts.counts(told[...])
    #expect(counts.map(\.count) == [2, 1])
    #expect(counts.first?.kind == .publishing && counts.first?.subject == .account(42))
  }

  @Test func `NEW_08 a ticket of one server counts at the other, once`() async throws {
    try await withTwo { one, two in
      let secret = try one.exportTickets.issue(account: 7, token: 8, now: 1000)
      await one.messages.publish(.tickets, try #require(one.exportTickets.message(of: secret)))
      #expect(try await eventually { two.exportTickets.message(of: secret) != nil })
      let found = try #require(two.exportTickets.use(secret, now: 1001))
      #expect(found.account == 7 && found.token == 8)
      await two.messages.publish(.tickets, two.exportTickets.message(ofUsed: secret))
      #expect(try await eventually { one.exportTickets.message(of: secret) == nil })
    }
  }

  @Test func `NEW_08 one server shows the link to set up`() async throws {
    try await withTwo { one, two in
      let lock = try await one.invitations.setUpLock()
      #expect(lock != nil)
      #expect(try await two.invitations.setUpLock() == nil)
      withExtendedLifetime(lock) {}
    }
  }
}
