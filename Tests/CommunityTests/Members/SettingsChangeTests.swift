import DatabaseTestSupport
import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Settings change all together, or not at all.
@Suite struct SettingsChangeTests {
  /// A community whose owner ann has chosen no privacy, with the member bob.
  private func withoutChoice(
    _ body: (Community, _ ann: Viewer, _ bob: Viewer) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let community = try await Community.open(
        folder: folder, database: TestDatabase.address(for: folder), passwordCost: .least, logger: silent)
      do {
        let ann = try await community.members.add(MemberDraft(username: "ann", password: "correct horse"))
        let bob = try await community.members.add(MemberDraft(username: "bob", password: "correct horse"))
        try await body(community, Viewer(account: ann.id), Viewer(account: bob.id))
        try await community.close()
      } catch {
        try? await community.close()
        throw error
      }
    }
  }

  @Test func `NEW_17 a refused change of registration stores no privacy`() async throws {
    try await withoutChoice { community, ann, bob in
      var change = SettingsChange()
      change.registration = .open
      await #expect(throws: CommunityError.notAllowed("This action is not allowed")) {
        try await community.change(change, by: bob)
      }
      #expect(try await community.store.setting("privacy") == nil)
      #expect(try await community.settings.registrationMode() == .invitation)
      try await community.change(change, by: ann)
      #expect(try await community.store.setting("privacy") == "members", "nothing opens by itself")
      #expect(try await community.isClosed())
      let log = try await community.log.list(Cursor()).items
      #expect(log.filter { $0.action == .setting }.map(\.target) == ["registration"], "chosen by nobody")
    }
  }

  @Test func `NEW_17 privacy that is chosen with registration counts, and is logged`() async throws {
    try await withoutChoice { community, ann, _ in
      var change = SettingsChange()
      (change.registration, change.privacy) = (.open, .open)
      try await community.change(change, by: ann)
      #expect(try await community.settings.privacy() == .open)
      let log = try await community.log.list(Cursor()).items
      #expect(log.filter { $0.action == .setting }.map(\.target) == ["registration", "privacy"])
      (change.registration, change.privacy) = (.closed, nil)
      try await community.change(change, by: ann)
      #expect(try await community.settings.privacy() == .open)
    }
  }
}
