import Foundation
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Roles, what they allow, and that a community always has an owner.
@Suite struct RoleTests {
  private func withMembers(
    _ roles: [(name: String, role: Role)], _ body: (Community, [String: Viewer]) async throws -> Void
  ) async throws {
    try await withCommunity { community, _ in
      var viewers: [String: Viewer] = [:]
      for (name, role) in roles {
        let member = try await community.members.add(
          MemberDraft(username: name, password: "correct horse"), role: role)
        viewers[name] = Viewer(account: member.id)
      }
      try await body(community, viewers)
    }
  }

  @Test func `NEW_20 each role has its permissions`() {
    for permission in Permission.allCases { #expect(Role.owner.permits(permission)) }
    let moderators: Set<Permission> = [.viewLog, .manageReports, .manageMembers, .manageInvitations, .invite]
    #expect(Set(Permission.allCases.filter { Role.moderator.permits($0) }) == moderators)
    #expect(!Permission.allCases.contains { Role.member.permits($0) })
    #expect(Permission.allCases.filter { Role.member.permits($0, membersInvite: true) } == [.invite])
    #expect(Permissions(of: .member, membersInvite: true).flags == 0x10000 && Permissions(of: nil).flags == 0)
    let above = Role.allCases.map { one in Role.allCases.map { one.isAbove($0) } }
    #expect(above == [[true, true, true], [false, false, true], [false, false, false]])
  }

  @Test func `NEW_20 roles act on those below them, never on themselves`() async throws {
    try await withMembers([("ann", .owner), ("mia", .moderator), ("max", .moderator), ("bob", .member)]) {
      community, viewers in
      let members = community.members
      for (actor, target) in [("bob", "max"), ("mia", "max"), ("mia", "ann"), ("mia", "mia"), ("ann", "ann")]
      {
        await #expect(throws: CommunityError.notAllowed("This action is not allowed"), "\(actor) \(target)") {
          try await members.suspend(.username(target), by: viewers[actor])
        }
      }
      try await members.suspend(.username("bob"), reason: "Spam", by: viewers["mia"])
      #expect(try await members.named("bob")?.suspendedAt != nil)
      await #expect(throws: CommunityError.notAllowed("This action is not allowed")) {
        try await members.setRole(of: .username("bob"), to: .moderator, by: viewers["mia"])
      }
      try await members.suspend(.username("mia"), by: viewers["ann"])
      await #expect(
        throws: CommunityError.notAllowed("This action is not allowed"), "who is suspended acts no more"
      ) {
        try await members.suspend(.username("bob"), false, by: viewers["mia"])
      }
      await #expect(throws: CommunityError.notFound) {
        try await members.suspend(.username("nobody"), by: viewers["ann"])
      }
      let entries = try await community.log.list(Cursor()).items
      #expect(entries.map(\.actor) == ["ann", "mia"] && entries.map(\.target) == ["mia", "bob"])
      #expect(entries.map(\.action) == [.suspend, .suspend] && entries[1].note == "Spam")
    }
  }

  @Test func `NEW_20 an announcement ends by itself, a day when it is over everywhere`() async throws {
    try await withMembers([("ann", .owner), ("bob", .member)]) { community, viewers in
      let day = CalendarDate(dayNumber: 40_000)
      let start = Int64(40_000) * 86_400_000
      _ = try await community.announcements.add("Today", until: .day(day), by: viewers["ann"])
      let time = AnnouncementEnd.time(Timestamp(milliseconds: start))
      _ = try await community.announcements.add("An hour", until: time, by: viewers["ann"])
      let bob = viewers["bob"]?.account ?? 0
      for (now, texts) in [
        (start - 1, ["An hour", "Today"]), (start, ["Today"]), (start + 36 * 3_600_000 - 1, ["Today"]),
        (start + 36 * 3_600_000, []),
      ] {
        let found = try await community.store.announcements(
          for: bob, withDismissed: false, limit: 9, now: now)
        #expect(found.map(\.text) == texts)
      }
      #expect(try await community.announcements.all().map(\.isAllDay) == [false, true])
      #expect(AnnouncementEnd("2026-12-24") == CalendarDate(year: 2026, month: 12, day: 24).map { .day($0) })
      for text in ["", "2026-02-30", "2026-12", "0-1-1", "x-1-1", "2026-12-24-1", "tomorrow"] {
        #expect(AnnouncementEnd(text) == nil, "\(text)")
      }
    }
  }

  @Test func `NEW_20 a suspension ends by itself`() async throws {
    try await withMembers([("ann", .owner), ("bob", .member)]) { community, viewers in
      try await community.members.suspend(.username("bob"), reason: "Too loud", days: 7, by: viewers["ann"])
      let account = viewers["bob"]?.account ?? 0
      guard case .suspended("Too loud", let end?) = try await community.store.hindrance(of: account) else {
        Issue.record("no end")
        return
      }
      #expect(try await community.store.endedSuspensions(now: end - 1) == [])
      #expect(try await community.store.endedSuspensions(now: end) == [account])
      try await community.members.endSuspensions()
      #expect(try await community.members.named("bob")?.suspendedAt != nil, "not yet")
      let past = end - 30 * 86_400_000
      try await community.store.writeMembership { try $0.suspend(account, at: past, reason: "", until: past) }
      try await community.members.endSuspensions()
      #expect(try await community.members.named("bob")?.suspendedAt == nil)
      #expect(try await community.store.endedSuspensions(now: end * 2) == [])
      #expect(try await community.log.list(Cursor()).items.map(\.action) == [.unsuspend, .suspend])
    }
  }

  @Test func `NEW_20 the last owner stays, whatever is tried`() async throws {
    try await withMembers([("ann", .owner), ("bob", .member)]) { community, _ in
      let members = community.members
      let last = CommunityError.notAllowed(
        "A community needs an owner: make somebody else an owner first", .onlyOwner)
      await #expect(throws: last) { try await members.setRole(of: .username("ann"), to: .member) }
      await #expect(throws: last) { try await members.suspend("ann") }
      await #expect(throws: last) { try await members.remove("ann") }
      try await members.setRole(of: .username("bob"), to: .owner)
      try await members.suspend("ann")
      await #expect(throws: last, "a suspended owner is none") { try await members.suspend("bob") }
      try await members.suspend("ann", false)
      try await members.remove("bob")
      #expect(try await members.all().map(\.username) == ["ann"])
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `NEW_20 random changes by all at once leave an owner, and no more than the roles allow`(seed: UInt64)
    async throws
  {
    var chance = SeededGenerator(seed: seed)
    let names = ["a1", "a2", "a3", "a4", "a5"]
    try await withMembers(names.map { ($0, $0 == "a1" ? .owner : chance.pick(Role.allCases)) }) {
      community, viewers in
      for _ in 0..<6 {
        let steps = (0..<4).map { _ in
          (chance.pick(names), chance.pick(names), chance.below(6), chance.pick(Role.allCases))
        }
        await withTaskGroup(of: Void.self) { group in
          for (actor, target, step, role) in steps {
            group.addTask {
              let (key, by) = (MemberKey.username(target), step == 5 ? nil : viewers[actor])
              // A refusal is as good: what counts is the state after it.
              do {
                switch step {
                case 0, 1: try await community.members.setRole(of: key, to: role, by: by)
                case 2, 3: try await community.members.suspend(key, by: by)
                case 4: try await community.members.suspend(key, false, by: by)
                default: try await community.members.remove(key, by: by)
                }
              } catch { #expect(error is CommunityError, "\(error)") }
            }
          }
        }
        let owners = try await community.members.all().filter { $0.role == .owner && $0.suspendedAt == nil }
        #expect(!owners.isEmpty, "\(steps)")
      }
    }
  }

  @Test func `NEW_20 a new role counts for tokens at once`() async throws {
    try await withMembers([("ann", .owner), ("bob", .member)]) { community, viewers in
      let registration = try await community.clients.register(
        ClientDraft(name: "Program", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"], scopes: "read"))
      let token = try await community.tokens.issue(
        Scopes([.read]), to: registration.client.id, account: viewers["bob"]?.account
      ).token
      #expect(try await community.tokens.access(token: token)?.role == .member)
      try await community.members.setRole(of: .username("bob"), to: .moderator)
      #expect(try await community.tokens.access(token: token)?.role == .moderator)
    }
  }
}
