import Social
import Storage
import Synchronization
import Testing

@testable import Community

/// Streams read a post once for all who see the same, and not all may know who was reminded of it.
@Suite struct ReminderStreamTests {
  @Test func `NEW_22 a repost on a stream tells each only the reminders that they may know`() async throws {
    try await withTown { town in
      for name in ["ada", "ben", "eve"] { try await town.follow("dan", by: name) }
      let post = try await town.community.posts.publish(
        PostDraft(text: "Come", reminded: ["ben", "cat"].map { town.id($0) }), viewer: town.viewer("ada"),
        idempotencyKey: nil)
      let repost = try await town.community.posts.repost(
        number(post.id), viewer: town.viewer("dan"), visibility: nil)
      let subscribers = Set(["ada", "ben", "dan", "eve"].map { town.id($0) })
      let deliveries = try await town.community.streaming.deliveries(
        ofPost: number(repost.id), isEdit: false, to: StreamAudience([.user: subscribers]))
      var known: [Int64: [String]] = [:]
      for delivery in deliveries {
        guard case .update(let entry) = delivery.event else { continue }
        for account in delivery.accounts { known[account] = entry.post.reminded.map(\.username) }
      }
      #expect(
        known == [
          town.id("ada"): ["ben", "cat"], town.id("ben"): ["ben"], town.id("dan"): [], town.id("eve"): [],
        ])
    }
  }

  @Test func `NEW_22 a reminded person who doesn't follow the author is told that the post is gone`()
    async throws
  {
    try await withTown { town in
      let seen = SeenNotes()
      town.community.store.events.subscribe { seen.add($0) }
      let post = try await town.community.posts.publish(
        PostDraft(text: "Come", reminded: [town.id("ben")]), viewer: town.viewer("ada"), idempotencyKey: nil)
      _ = try await town.community.posts.delete(number(post.id), viewer: town.viewer("ada"))
      var removed: RemovedPost?
      for _ in 0..<500 where removed == nil {
        removed = seen.removed
        if removed == nil { try await Task.sleep(for: .milliseconds(20)) }
      }
      let subscribers = Set(["ada", "ben", "dan"].map { town.id($0) })
      let deliveries = try await town.community.streaming.deliveries(
        of: StreamNote(note: .removed(try #require(removed))), to: StreamAudience([.user: subscribers]))
      #expect(deliveries.flatMap(\.accounts) == [town.id("ada"), town.id("ben")])
    }
  }
}

/// The notes for streams, which may come after the write returned.
private final class SeenNotes: Sendable {
  private let notes = Mutex<[EventNote]>([])

  var removed: RemovedPost? {
    for case .removed(let post) in notes.withLock({ $0 }) { return post }
    return nil
  }

  func add(_ item: EventFeed.Item) {
    guard case .notes(let new) = item else { return }
    notes.withLock { $0 += new }
  }
}
