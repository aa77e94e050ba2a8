import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that screens get the newest response, under the viewer's changes.
struct EntityStoreTests {
  private static func favourites(_ count: Int) throws -> Post {
    try SamplePosts.post(3, more: #","favourites_count":\#(count)"#)
  }

  @Test func `NEW_15 the newest response wins, whatever comes last`() throws {
    let store = EntityStore()
    let stored = store.receive(try Self.favourites(2), asked: SamplePosts.at(5))
    store.receive(try Self.favourites(1), asked: noon)
    #expect(stored.post.favouritesCount == 2 && !store.hasChanged)
    #expect(store.receive(try Self.favourites(4), asked: SamplePosts.at(6)) === stored)
    #expect(stored.post.favouritesCount == 4 && store.hasChanged)
    #expect(store.current(try Self.favourites(0)).favouritesCount == 4)
  }

  @Test func `TWT_07 a change lies over what a server said before it`() throws {
    let store = EntityStore()
    let stored = store.receive(try SamplePosts.post(3), asked: noon)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1))
    #expect(stored.post.interactions.isFavourite && stored.post.favouritesCount == 1)
    store.receive(try SamplePosts.post(3), asked: SamplePosts.at(2))
    #expect(stored.post.interactions.isFavourite, "no server has confirmed it")
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 3, isConfirmed: true))
    store.receive(try SamplePosts.post(3), asked: SamplePosts.at(4))
    #expect(!stored.post.interactions.isFavourite, "taken back elsewhere since")
    store.apply(SamplePosts.memberActed(.post(.bookmark), "3", true, at: 5))
    store.apply(SamplePosts.memberActed(.post(.bookmark), "3", false, at: 5, isConfirmed: true))
    #expect(stored.post == (try SamplePosts.post(3)), "refused")
  }

  @Test func `FOL_03 a relationship is the newest response, under what the viewer did since`() throws {
    let (store, person) = (EntityStore(), try SamplePosts.post(3).author)
    #expect(store.follow(person) == .none)
    store.receive(relationship: Relationship(id: person.id), asked: noon)
    #expect(store.follow(person) == .off)
    store.apply(SamplePosts.memberActed(.person(.follow(name: "other name")), person.id, true, at: 1))
    store.apply(SamplePosts.memberActed(.person(.follow(name: person.account.nick)), person.id, true, at: 1))
    #expect(store.follow(person) == .on)
    store.receive(relationship: Relationship(id: person.id), asked: noon)
    #expect(store.follow(person) == .on)
    store.apply(SamplePosts.memberActed(.person(.block(name: "")), person.id, true, at: 2))
    #expect(store.relationship(with: person)?.isBlocking == true && store.follow(person) == .off)
    var locked = person
    locked.flags[.locked] = true
    store.apply(SamplePosts.memberActed(.person(.block(name: "")), person.id, false, at: 3))
    #expect(store.follow(locked) == .requested)
  }

  @Test func `TWT_16 a person that a server no longer shows is left out, until a newer response has them`()
    throws
  {
    let (store, post, other) = (EntityStore(), try SamplePosts.post(3), try SamplePosts.post(4, by: 8))
    store.receive(post, asked: noon)
    store.receive(other, asked: noon)
    store.apply(.personRemoved(id: nil, handle: post.author.handle, at: SamplePosts.at(5)))
    #expect(store.hides(post, in: .list) && store.hides(post, in: .page))
    #expect(store.isRemoved(post.author.account))
    #expect(store.hides(other, by: post.author, in: .list) && !store.hides(other, in: .list))
    store.receive(post, asked: SamplePosts.at(4))
    #expect(store.hides(post, in: .list), "that was asked before")
    store.receive(post, asked: SamplePosts.at(6))
    #expect(!store.hides(post, in: .list) && !store.hides(post, in: .page))
    store.apply(.personRemoved(id: "99", handle: "nobody", at: SamplePosts.at(7)))
    #expect(store.removedPeople.isEmpty)
  }

  @Test func `NEW_12 one place decides what is left out`() throws {
    let (store, post) = (EntityStore(), try SamplePosts.post(3))
    func hidden() -> [Bool] { [store.hides(post, in: .list), store.hides(post, in: .page)] }
    #expect(hidden() == [false, false])
    for action in [RelationshipChange.mute(name: "x"), .block(name: "x")] {
      store.apply(SamplePosts.memberActed(.person(action), post.author.id, true))
      #expect(hidden() == [true, false])
      #expect(store.hides(try SamplePosts.post(4, by: 8), by: post.author, in: .list))
      store.apply(SamplePosts.memberActed(.person(action), post.author.id, false))
    }
    var muted = Relationship(id: "8")
    muted.isMuting = true
    store.receive(relationship: muted, asked: SamplePosts.at(9))
    #expect(store.hides(try SamplePosts.post(4, by: 8), in: .list), "muted on another device")
    store.receive(relationship: Relationship(id: "8"), asked: SamplePosts.at(10))
    #expect(!store.hides(try SamplePosts.post(4, by: 8), in: .list))
    store.apply(.postRemoved(id: "3"))
    #expect(hidden() == [true, true])
    store.apply(.postRestored(id: "3"))
    #expect(hidden() == [false, false])
  }

  /// A server that counts, and responses that arrive late and in any order.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `NEW_15 in the end the store says what the server says, and never takes a choice back`(seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let store = EntityStore()
    let stored = store.receive(try SamplePosts.post(3), asked: noon)
    var (isOn, time): (Bool, Int64) = (false, 0)
    var late: [(post: Post, asked: Int64)] = []
    func response() throws -> Post {
      try SamplePosts.post(3, more: #","favourited":\#(isOn),"favourites_count":\#(isOn ? 1 : 0)"#)
    }
    for _ in 0..<40 {
      time += 1
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        isOn.toggle()
        store.apply(SamplePosts.memberActed(.post(.favourite), "3", isOn, at: time))
        store.apply(SamplePosts.memberActed(.post(.favourite), "3", isOn, at: time, isConfirmed: true))
      case 1: late.append((try response(), time))
      default:
        guard let index = late.indices.randomElement(using: &generator) else { continue }
        let (post, asked) = late.remove(at: index)
        store.receive(post, asked: SamplePosts.at(asked))
      }
      #expect(stored.post.interactions.isFavourite == isOn)
      #expect(stored.post.favouritesCount == (isOn ? 1 : 0))
    }
  }
}
