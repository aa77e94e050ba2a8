import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that a store takes a bounded number of bytes beside what screens show.
struct EvictionTests {
  private static func store(budget: Int) -> EntityStore {
    let store = EntityStore()
    (store.budget, store.limit) = (budget, budget)
    return store
  }

  /// Returns the bytes that everything in the store takes.
  private static func size(of store: EntityStore) -> Int {
    store.posts.reduce(0) { $0 + $1.post.estimatedBytes }
      + store.moments.reduce(0) { $0 + $1.post.estimatedBytes }
      + store.people.reduce(0) { $0 + $1.estimatedBytes }
  }

  private static func checkIndices(of store: EntityStore) {
    #expect(store.posts.allSatisfy { store[$0.id] === $0 } && store.indices.count == store.posts.count)
    #expect(store.momentsIndices.allSatisfy { store.moments[$1].post.id == $0 })
    #expect(store.momentsIndices.count == store.moments.count)
    #expect(store.personIndices.allSatisfy { store.people[$1].id == $0 })
    #expect(store.personIndices.count == store.people.count)
  }

  @Test func `NEW_15 posts that no list holds any more are dropped, others stay the same`() throws {
    let store = Self.store(budget: 100_000)
    func receive(_ number: Int) throws -> PostRecord {
      store.receive(try SamplePosts.post(number), asked: noon)
    }
    let held = [try receive(7), try receive(399)]
    for number in 1...400 { _ = try receive(number) }
    #expect(store.posts.count < 80)
    #expect(held.allSatisfy { store[$0.id] === $0 })
    Self.checkIndices(of: store)
    let many = try (1...300).map { try receive($0) }
    #expect(many.allSatisfy { store[$0.id] === $0 }, "what lists show is never dropped")
  }

  @Test func `NEW_15 the least recently loaded goes first`() throws {
    let store = Self.store(budget: 100_000)
    for number in 1...200 {
      store.receive(try SamplePosts.post(number), asked: SamplePosts.at(Int64(number)))
      // One of them is loaded again and again.
      store.receive(try SamplePosts.post(1), asked: SamplePosts.at(Int64(number)))
    }
    store.evict()
    let numbers = store.posts.compactMap { Int($0.id) }.sorted()
    #expect(numbers.first == 1 && numbers.count > 10)
    #expect(Array(numbers.dropFirst()) == Array((202 - numbers.count)...200))
  }

  @Test func `NEW_15 a post that is larger than the rest together goes with them`() throws {
    let store = Self.store(budget: 100_000)
    for number in 1...20 { store.receive(try SamplePosts.post(number), asked: noon) }
    var long = try SamplePosts.post(99)
    long.content = .text(String(repeating: "a", count: 90_000))
    store.receive(long, asked: SamplePosts.at(1))
    store.receive(try SamplePosts.post(100), asked: SamplePosts.at(2))
    #expect(store["99"] == nil && store["100"] != nil && Self.size(of: store) < 100_000)
  }

  @Test func `NEW_15 a post with a change that waits stays`() throws {
    let store = Self.store(budget: 10_000)
    for id in ["1", "2", "3"] { store.receive(try SamplePosts.post(Int(id) ?? 0), asked: noon) }
    store.apply(SamplePosts.memberActed(.post(.favourite), "1", true, at: 1))
    let edit = OutboxItem(
      id: "a", session: "1", .edit(id: "2", Draft(text: "Changed")), createdAt: noon, notBefore: noon)
    store.apply(.itemWaiting(edit))
    for number in 10...60 { store.receive(try SamplePosts.post(number), asked: SamplePosts.at(2)) }
    #expect(store["1"] != nil && store["2"] != nil && store["3"] == nil)
    store.apply(SamplePosts.memberActed(.post(.favourite), "1", true, at: 3, isConfirmed: true))
    store.apply(.itemCancelled(id: "a"))
    for number in 10...60 { store.receive(try SamplePosts.post(number), asked: SamplePosts.at(4)) }
    #expect(store["1"] == nil && store["2"] == nil)
  }

  @Test func `FOL_03 a relationship stays as long as a screen shows it`() throws {
    let store = Self.store(budget: 20_000)
    var held = HeldPeople()
    held.add((1...100).map { store.receive(relationship: Relationship(id: "\($0)"), asked: noon) })
    for number in 101...2_000 {
      store.receive(relationship: Relationship(id: "\(number)"), asked: SamplePosts.at(1))
    }
    #expect((1...100).allSatisfy { store.record(of: "\($0)") != nil })
    #expect(store.people.count < 300)
    Self.checkIndices(of: store)
    held.removeAll()
    store.evict()
    #expect((1...100).allSatisfy { store.record(of: "\($0)") == nil })
  }

  @Test func `NEW_15 what notifications show stays in the store as long as they show it`() throws {
    var state = Notices.shown(
      [Notices.json(9, "mention", of: 30), Notices.json(8, "favourite", by: 5, of: 3)], marker: 9)
    let store = state.postsState.store
    (store.budget, store.limit) = (0, 0)
    store.evict()
    store.apply(SamplePosts.memberActed(.post(.favourite), "30", true, at: 1, isConfirmed: true))
    #expect(state.entries[0].post.interactions.isFavourite)
    var renamed = state.items[1].actor
    renamed.account.nick = "New"
    store.apply(.profileChanged(renamed, at: SamplePosts.at(2)))
    store.evict()
    #expect(store.newest(state.items[1].actor).account.nick == "New")
    _ = Notifications.reduce(&state, .received(.newest, Notices.page([]), at: SamplePosts.at(3)))
    store.evict()
    #expect(store["30"] == nil && store.people.isEmpty)
  }

  @Test func `TWT_08 deletions are remembered for long, and while a list holds the post`() throws {
    let store = EntityStore()
    let stored = store.receive(try SamplePosts.post(1), asked: noon)
    for number in 1...(EntityStore.maxRemovals + 2) { store.apply(.postRemoved(id: "\(number)")) }
    store.apply(.postRestored(id: "4"))
    store.apply(.postRemoved(id: "4"))
    store.evict()
    #expect(store.removed.contains(stored.id) && !store.removed.contains("2"))
    #expect(store.removed.contains("3") && store.removed.contains("4"))
    #expect(store.removed.count == EntityStore.maxRemovals + 1)
  }

  /// Lists that show and leave out posts of all kinds, and responses in any order.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `NEW_15 nothing that shows is lost, and the rest stays within its bytes`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let budget = 60_000
    let store = Self.store(budget: budget)
    let samples = try (1...40).map { try SamplePosts.post($0, by: 100 + $0 % 9) }
    var (posts, moments, people) = ([PostRecord](), [MomentsRecord](), [PersonRecord]())
    // The newest version of each, and the time of its request.
    var newest: [String: (text: String, asked: Int64)] = [:]
    var largest = 0
    for step in 1..<600 as Range<Int64> {
      let number = Int.random(in: 1...40, using: &generator)
      let asked = step - Int64.random(in: 0..<20, using: &generator)
      let text = String(repeating: "x", count: Int.random(in: 0..<3_000, using: &generator)) + "\(step)"
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1:
        var post = samples[number - 1]
        post.content = .text(text)
        let isShown = posts.contains { $0.id == post.id }
        let stored = store.receive(post, asked: SamplePosts.at(asked))
        if !isShown {
          // It may have been dropped, and begun anew.
          let known = stored.asked.milliseconds - noon.milliseconds
          newest[post.id] = (stored.post.content.plainText, known / 1_000)
        } else if let known = newest[post.id], asked >= known.asked {
          newest[post.id] = (text, asked)
        }
        if Bool.random(using: &generator) { posts.append(stored) }
      case 2:
        let stored = store.receive(
          MomentsPost.made("\(number)", text: text), asked: SamplePosts.at(asked))
        if Bool.random(using: &generator) { moments.append(stored) }
      case 3:
        let stored = store.receive(relationship: Relationship(id: "\(number)"), asked: SamplePosts.at(asked))
        if Bool.random(using: &generator) { people.append(stored) }
      case 4: posts = posts.filter { _ in Bool.random(using: &generator) }
      case 5: (moments, people) = ([], [])
      default:
        store.apply(SamplePosts.memberActed(.post(.bookmark), "\(number)", true, at: step, isConfirmed: true))
      }
      Self.checkIndices(of: store)
      for stored in posts {
        #expect(store[stored.id] === stored, "step \(step)")
        #expect(stored.post.content.plainText == newest[stored.id]?.text, "step \(step)")
        #expect(store.newest(stored.post.author) == stored.post.author)
      }
      #expect(moments.allSatisfy { held in store.moments.contains { $0 === held } })
      #expect(people.allSatisfy { store.record(of: $0.id) === $0 })
      #expect(Self.size(of: store) <= store.bytes && store.bytes < store.limit + 10_000)
      largest = max(largest, Self.size(of: store))
    }
    (posts, moments, people) = ([], [], [])
    store.evict()
    #expect(store.limit == budget && Self.size(of: store) <= budget && largest > budget / 2)
  }
}
