import DatabaseTestSupport
import Foundation
import Social
import Synchronization
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// A community moves from its folder to PostgreSQL and back.
@Suite struct TransferTests {
  /// A community with something in nearly every table.
  private func withSource(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let place = folder + "/data"
      let clock = TestClock()
      let community = try await Community.open(folder: place, clock: { clock.now }, logger: silent)
      try await community.members.add(
        MemberDraft(username: "ada", nick: "Ada Καλή", password: "correct horse"))
      try TestSource(items: [
        TestSource.item("x 微信 'quoted' \\\\", comments: [("{\"username\":\"bo\",\"nick\":\"Bo\"}", "so")])
      ]).write(to: folder + "/source")
      _ = try await community.imports.moments(from: .folder(folder + "/source"), username: "jsmith")
      let ada = Viewer(
        account: try #require(try await community.store.member(named: "ada")).id, client: .init(name: "Test"))
      for text in ["Grüße #Größe", "ΣΊΣΥΦΟΣ @jsmith", "我喜欢骑自行车"] {
        let post = try await community.posts.publish(PostDraft(text: text), viewer: ada, idempotencyKey: nil)
        _ = try await community.posts.favourite(number(post.id), ada)
      }
      try await community.close()
      try await body(folder)
    }
  }

  @Test func `NEW_08 a community moves to PostgreSQL and back, whole`() async throws {
    try await withSource { folder in
      let address = try await PostgresServer.shared.emptyDatabase()
      let steps = Mutex(0)
      let there = try await Transfer(from: .folder(folder + "/data"), to: .postgres(address)).run { _ in
        steps.withLock { $0 += 1 }
      }
      #expect(steps.withLock(\.self) > 20)
      #expect(there.contains { $0.name == "posts" && $0.rows > 3 })
      let community = try await Community.open(folder: folder + "/data", database: address, logger: silent)
      let posts = try await community.momentsPosts(of: "jsmith")
      #expect(posts.count == 1 && posts[0].comments.count == 1)
      for word in ["grosse", "größe", "σισυφος", "自行车"] {
        let found = try await community.store.search(
          PostSearch(words: [word], author: nil, cursor: Cursor(limit: 10)),
          viewer: try #require(try await community.store.member(named: "ada")).id)
        #expect(found.count == (word == "grosse" ? 0 : 1), "\(word)")
      }
      #expect(try await community.check { _ in }.isWell)
      try await community.close()
      let back = try await Transfer(from: .postgres(address), to: .folder(folder + "/back")).run { _ in }
      #expect(back == there)
      try FileManager.default.moveItem(atPath: folder + "/data/media", toPath: folder + "/back/media")
      let home = try await Community.open(folder: folder + "/back", logger: silent)
      #expect(try await home.momentsPosts(of: "jsmith") == posts)
      #expect(try await home.check { _ in }.isWell)
      try await home.close()
      #expect(!files(below: folder + "/back").contains { $0.hasSuffix(".part") })
    }
  }

  @Test func `NEW_08 nothing is copied over anything, and what fails leaves nothing`() async throws {
    try await withSource { folder in
      let address = try await PostgresServer.shared.emptyDatabase()
      let there = Transfer(from: .folder(folder + "/data"), to: .postgres(address))
      struct Stopped: Error {}
      // A connection that is cut in the middle.
      let name = address.description.split(separator: "/").last ?? ""
      let isCut = Mutex(false)
      let cut = Transfer(from: .folder(folder + "/data"), to: .postgres(address))
      let error = await #expect(throws: StorageError.self) {
        try await cut.run { step in
          guard case .copying(table: "posts", _) = step, !isCut.withLock({ $0 }) else { return }
          isCut.withLock { $0 = true }
          let done = DispatchSemaphore(value: 0)
          Task.detached {
            try? await PostgresServer.shared.administrate(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
            done.signal()
          }
          done.wait()
        }
      }
      guard case .unavailable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      _ = try await there.run { _ in }
      await #expect(throws: StorageError.self) { try await there.run { _ in } }
      // The refused copy left no mark.
      try await Store.open(folder: folder + "/served", database: address).close()
      await #expect(throws: StorageError.notEmpty(folder + "/data")) {
        try await Transfer(from: .postgres(address), to: .folder(folder + "/data")).run { _ in }
      }
      let foreign = try await PostgresServer.shared.emptyDatabase()
      let driver = try await PostgresDriver.open(foreign)
      try await driver.write { _ = try $0.execute("CREATE TABLE theirs (id bigint)") }
      try await driver.close()
      await #expect(throws: StorageError.notEmpty("the database")) {
        try await Transfer(from: .folder(folder + "/data"), to: .postgres(foreign)).run { _ in }
      }
    }
  }
}
