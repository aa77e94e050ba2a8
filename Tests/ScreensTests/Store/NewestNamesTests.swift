import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests that a person has the same name wherever they show: that of the newest response.
struct NewestNamesTests {
  private static func post(_ id: Int, by author: Int = 7, named name: String) throws -> Post {
    var post = try SamplePosts.post(id, by: author)
    post.author.account.nick = name
    return post
  }

  private static func profile(_ id: Int = 7, named name: String) throws -> Profile {
    try post(1, by: id, named: name).author
  }

  private static func name(_ stored: PostRecord) -> String { stored.post.author.account.nick }

  @Test func `NEW_15 a new name shows on all posts, and an older response brings none back`() throws {
    let store = EntityStore()
    let posts = [
      store.receive(try Self.post(3, named: "Old"), asked: SamplePosts.at(1)),
      store.receive(try Self.post(4, by: 8, named: "Other"), asked: SamplePosts.at(1)),
    ]
    #expect(!store.hasChanged)
    let new = store.receive(try Self.post(5, named: "New"), asked: SamplePosts.at(3))
    #expect(store.hasChanged && posts.map(Self.name) == ["New", "Other"] && Self.name(new) == "New")
    let late = store.receive(try Self.post(6, named: "Old"), asked: SamplePosts.at(2))
    #expect(Self.name(late) == "New")
    store.receive(person: try Self.profile(named: "Old"), asked: SamplePosts.at(2))
    #expect(posts.map(Self.name) == ["New", "Other"])
    store.receive(person: try Self.profile(named: "Newest"), asked: SamplePosts.at(4))
    #expect(posts.map(Self.name) == ["Newest", "Other"])
    #expect(store.newest(try Self.profile(named: "Old")).account.nick == "Newest")
    #expect(store.newest(try Self.profile(9, named: "Unknown")).account.nick == "Unknown")
  }

  @Test func `NEW_15 other numbers of followers rename no one`() throws {
    let store = EntityStore()
    store.receive(try SamplePosts.post(3), asked: noon)
    store.hasChanged = false
    var post = try SamplePosts.post(4)
    post.author.followersCount += 1
    store.receive(post, asked: SamplePosts.at(1))
    #expect(!store.hasChanged)
  }

  @Test func `NEW_15 a person without an id is nobody else`() throws {
    let store = EntityStore()
    var (one, other) = (try Self.post(3, named: "One"), try Self.post(4, named: "Two"))
    one.author.id = ""
    other.author.id = ""
    let stored = [store.receive(one, asked: noon), store.receive(other, asked: SamplePosts.at(1))]
    #expect(stored.map(Self.name) == ["One", "Two"] && store.people.isEmpty)
  }

  @Test func `NEW_15 a new name shows where somebody reposted, and in notifications`() throws {
    let context = SamplePosts.context()
    let post = try SamplePosts.post(3)
    let entry = TimelineEntry(
      id: "9", createdAt: noon, post: post, reposter: try Self.profile(8, named: "Old"))
    var list = EntryList(in: context.store)
    list.append([PostsState(context).receive(MastodonDecoder.Item(entry: entry, source: []), asked: noon)])
    #expect(list.entries.first?.reposter?.account.nick == "Old")
    let notification = Notification(
      id: "1", kind: .follow, createdAt: noon, actor: try Self.profile(8, named: "Old"))
    let group = try #require(NotificationGroup.groups(of: [notification]).first)
    context.store.receive(person: try Self.profile(8, named: "New"), asked: SamplePosts.at(1))
    #expect(list.entries.first?.reposter?.account.nick == "New")
    #expect(group.current(PostsState(context)).people.map(\.account.nick) == ["New"])
  }

  @Test func `NEW_13 the viewer's new name shows at once, also on Moments, until it is refused`() throws {
    let store = EntityStore()
    let old = try Self.profile(named: "Old")
    let moments = store.receive(
      MomentsPost.made(
        "7", by: old.account, comments: [Comment(id: "8", sender: old.account, text: "Yes")],
        likes: [old.account]), asked: noon)
    let stored = store.receive(try Self.post(3, named: "Old"), asked: noon)
    func names() -> [String] {
      [Self.name(stored), moments.post.sender.nick, moments.post.comments[0].sender.nick]
        + moments.post.likes.map(\.nick)
    }
    store.apply(.profileChanged(try Self.profile(named: "New"), at: SamplePosts.at(2)))
    #expect(names() == ["New", "New", "New", "New"])
    store.receive(try Self.post(4, named: "Old"), asked: SamplePosts.at(1))
    #expect(Self.name(stored) == "New", "asked before")
    store.apply(.profileChanged(old, at: SamplePosts.at(2)))
    #expect(names() == ["Old", "Old", "Old", "Old"])
  }

  @Test func `NEW_13 a post that was changed before the name has the new name`() throws {
    let store = EntityStore()
    let stored = store.receive(try Self.post(3, named: "Old"), asked: noon)
    let edit = OutboxItem(
      id: "a", session: "1", .edit(id: "3", Draft(text: "Changed")), createdAt: noon, notBefore: noon)
    store.apply(.itemWaiting(edit))
    store.apply(.itemSent(edit, try Self.post(3, named: "Old"), body: [], at: SamplePosts.at(1)))
    store.apply(.profileChanged(try Self.profile(named: "New"), at: SamplePosts.at(2)))
    #expect(Self.name(stored) == "New")
  }

  /// People who change their names, and responses that arrive late and in any order.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `NEW_15 at any time all posts have the newest name that was seen`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = EntityStore()
    var names = ["Person 7", "Person 8"]
    var newest: [(name: String, asked: Int64)] = names.map { ($0, -1) }
    var late: [(id: Int, person: Int, name: String, asked: Int64)] = []
    var posts: [PostRecord] = []
    for step in 1..<60 as Range<Int64> {
      let person = Int.random(in: 0..<2, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: names[person] = "Name \(step)"
      case 1: late.append((Int(step), person, names[person], step))
      default:
        guard let index = late.indices.randomElement(using: &generator) else { continue }
        let (id, person, name, asked) = late.remove(at: index)
        if asked >= newest[person].asked { newest[person] = (name, asked) }
        // A post, or a list of people.
        if Bool.random(using: &generator) {
          posts.append(
            store.receive(try Self.post(id, by: 7 + person, named: name), asked: SamplePosts.at(asked)))
        } else {
          store.receive(person: try Self.profile(7 + person, named: name), asked: SamplePosts.at(asked))
        }
      }
      for stored in posts {
        let person = stored.post.author.id == "7" ? 0 : 1
        #expect(Self.name(stored) == newest[person].name, "step \(step)")
      }
    }
  }
}
