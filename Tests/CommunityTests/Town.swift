import DatabaseTestSupport
import Social
import Storage
import Synchronization
import TestSupport

@testable import Community

/// A clock that goes on only when it is told to.
final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_790_000_000_000)

  var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }

  func advance(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }
}

/// A community of members with short names, whose ids are 1, 2, 3 …
struct Town {
  static let names = ["ada", "ben", "cat", "dan", "eve", "fay", "gus"]

  let community: Community
  let clock: TestClock
  let folder: String

  func id(_ name: String) -> Int64 { Int64(Self.names.firstIndex(of: name) ?? -2) + 1 }

  func viewer(_ name: String) -> Viewer { Viewer(account: id(name), client: .init(name: "Test")) }

  @discardableResult
  func post(
    _ text: String, by name: String, _ visibility: Visibility? = nil, replyTo: Post? = nil,
    key: String? = nil,
    isComment: Bool = false
  ) async throws -> Post {
    try await community.posts.publish(
      PostDraft(
        text: text, visibility: visibility, replyTo: replyTo.map { number($0.id) }, isComment: isComment),
      viewer: viewer(name), idempotencyKey: key)
  }

  func follow(_ followee: String, by follower: String) async throws {
    _ = try await community.relationships.follow(
      id(followee), viewer(follower), showsReposts: nil, notifies: nil)
  }

  /// Makes a circle, and returns its id.
  @discardableResult
  func circle(
    _ name: String, of owner: String, _ people: [String], _ repliesPolicy: Circle.RepliesPolicy = .people,
    isExclusive: Bool = false
  ) async throws -> Int64 {
    let circle = try await community.circles.create(
      CircleDraft(name: name, repliesPolicy: repliesPolicy, isExclusive: isExclusive), viewer(owner))
    try await community.circles.add(people.map { id($0) }, to: number(circle.id), viewer(owner))
    return number(circle.id)
  }

  func home(_ name: String, _ cursor: Cursor = Cursor()) async throws -> [String] {
    try await community.timelines.home(viewer(name), cursor).items.map(\.shown)
  }

  func notices(_ name: String) async throws -> [String] {
    try await community.notifications.list(viewer(name), NotificationFilter(), Cursor()).items.map {
      "\($0.kind.rawValue) \($0.actor.account.username)\($0.post.map { " " + $0.content.typed } ?? "")"
    }
  }

  func suspend(_ name: String) async throws {
    let id = id(name)
    try await community.store.writeMembership { try $0.suspend(id, at: 1) }
  }
}

extension TimelineEntry {
  /// `text`, or `ben: text` if Ben reposted it.
  var shown: String { (reposter.map { $0.account.username + ": " } ?? "") + post.content.typed }
}

/// -1, which no post has, for what is no number.
func number(_ id: String) -> Int64 { Int64(id) ?? -1 }

func withTown(_ body: (Town) async throws -> Void) async throws {
  try await withTemporaryFolder { folder in
    let clock = TestClock()
    let community = try await Community.open(
      folder: folder, database: TestDatabase.address(for: folder), clock: { clock.now }, logger: silent)
    try await community.settings.setPrivacy(.open)
    try await community.store.importing { transaction in
      for (index, name) in Town.names.enumerated() {
        try transaction.insert(
          AccountDraft(
            id: Int64(index + 1), username: name, nick: name.uppercased(), isImported: false, createdAt: 0))
      }
    }
    do {
      try await body(Town(community: community, clock: clock, folder: folder))
      try await community.close()
    } catch {
      try? await community.close()
      throw error
    }
  }
}
