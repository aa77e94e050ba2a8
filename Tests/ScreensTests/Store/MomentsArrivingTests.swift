import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// A Moments page takes posts, comments and likes that come by themselves, and tells of those on the viewer's
/// posts.
struct MomentsArrivingTests {
  @Test func `NEW_06 comments and likes come into their bubble, and a post on top`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = MomentsActionsTests.me
    var store = TestStore<Moments>(state)
    let comment = try ArrivingTests.entry(90, by: 8, more: ArrivingTests.reply(to: 7) + #","comment_of":"7""#)
    store.given(.changed(comment), .changed(comment))
    #expect(store.state.posts[0].comments.map(\.text) == ["First", "Mine", "Post 90"])
    store.given(
      .changed(try ArrivingTests.entry(91, by: 9, more: ArrivingTests.reply(to: 90) + #","comment_of":"7""#)))
    #expect(store.state.posts[0].comments.last?.replyTo?.id == "90")
    store.given(.changed(try ArrivingTests.notification(Notices.json(1, "favourite", by: 5, of: 8))))
    #expect(store.state.posts[1].likes.map(\.username) == ["user5"])
    store.given(.changed(.postRemoved(id: "90")))
    #expect(store.keys == ["header", "p7", "p8", "footer"])
    var own = store.state
    own.profile = .made("user7")
    var page = TestStore<Moments>(own)
    page.given(.changed(try ArrivingTests.entry(95)))
    #expect(page.keys == ["header", "p95", "p7", "p8", "footer"])
  }

  @Test func `NEW_06 posts of people whom one follows come to the own Moments page, and none goes`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = Profile(id: "1", account: .made(state.username))
    state.shownCount = 2
    var store = TestStore<Moments>(state)
    store.given(.changed(try ArrivingTests.entry(96, by: 8)))
    let keys = ["header", "p96", "p7", "p8", "footer"]
    #expect(store.keys == keys)
    store.given(.changed(try ArrivingTests.notification(Notices.json(4, "mention", by: 9, of: 97))))
    #expect(store.keys == keys, "who mentions the viewer need not be followed")
  }

  @Test func `NEW_06 names of those who like a post come, go, and keep their order`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = MomentsActionsTests.me
    var store = TestStore<Moments>(state)
    let arriving: [(names: [String], isComplete: Bool, shown: [String])] = [
      (["eve", "bob", "dan"], true, ["bob", "eve", "dan"]), (["dan", "bob"], true, ["bob", "dan"]),
      (["amy"], false, ["bob", "dan", "amy"]), ([], true, []),
    ]
    for (names, isComplete, shown) in arriving {
      let likers = names.map { Account.made($0) }
      store.given(.changed(.likersArrived(post: "7", likers, isComplete: isComplete, at: noon)))
      #expect(store.state.posts[0].likes.map(\.username) == shown)
    }
    #expect(store.state.posts[1].likes.isEmpty)
    // The viewer's like was tapped after the request.
    let change = MomentsActionsTests.memberActed(true, at: noon.advanced(byMilliseconds: 1))
    store.state.writing.store.apply(.memberActed(change))
    store.given(.changed(.likersArrived(post: "7", [.made("bob")], isComplete: true, at: noon)))
    #expect(store.state.posts[0].likes.map(\.username) == ["bob", "me"])
  }

  @Test func `NEW_06 comments and likes are announced over Moments until they were read`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = MomentsActionsTests.me
    state.isRoot = true
    var store = TestStore<Moments>(state)
    store.given(
      .changed(try ArrivingTests.notification(Notices.json(1, "favourite", by: 5, of: 8))),
      .changed(try ArrivingTests.notification(Notices.json(2, "follow", by: 6))),
      .changed(
        try ArrivingTests.notification(
          Notices.json(3, "mention", by: 9, of: 90, more: ArrivingTests.reply(to: 7)))))
    for (unread, expected) in [(0, nil), (1, 1), (2, 2), (5, 2)] {
      let cell = Moments.messages(store.state, unread: unread).first
      if let expected, case .messages(let count, let writer)? = cell {
        #expect(count == expected && writer.username == "user9")
      } else {
        #expect(expected == nil && cell == nil)
      }
    }
    #expect(store.effects(.tapped(.messages)) == [.open(.tab(.notifications))])
    #expect(Moments.messages(store.state, unread: 5).isEmpty)
  }

  @Test func `NEW_06 Moments counts what came before it was open, each message once`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = MomentsActionsTests.me
    state.isRoot = true
    var store = TestStore<Moments>(state)
    let notices = [
      Notices.json(12, "mention", by: 9, of: 90, more: ArrivingTests.reply(to: 7)),
      Notices.json(11, "follow", by: 6),
      Notices.json(9, "favourite", by: 5, of: 8),
    ]
    let unread = try notices.map { json in
      guard case .notificationArrived(let notification, _, _) = try ArrivingTests.notification(json) else {
        throw UnexpectedChange()
      }
      return notification
    }
    // The stream was sooner than the response.
    store.given(
      .changed(try ArrivingTests.notification(notices[0])), .changed(.messagesArrived(unread, of: 3)))
    #expect(store.state.writing.messages.map(\.id) == ["9", "12"])
    #expect(store.state.writing.notifiedCount == 3)
    store.given(.changed(.messagesArrived([], of: 5)))
    #expect(store.state.writing.messages.count == 2, "a server that refuses takes nothing away")
    store.given(.changed(.notificationsRead))
    #expect(store.state.writing.messages.isEmpty && store.state.writing.notifiedCount == 0)
    state.isRoot = false
    var other = TestStore<Moments>(state)
    other.given(.changed(.messagesArrived(unread, of: 3)))
    #expect(other.state.writing.messages.isEmpty)
  }

  private struct UnexpectedChange: Error {}

  @Test func `NEW_06 a response from before a comment or like is followed by another`() throws {
    var state = TestStore<Moments>.loaded(MomentsActionsTests.posts).state
    state.viewer = MomentsActionsTests.me
    let arriving: [Moments.Action] = [
      .changed(try ArrivingTests.entry(90, by: 8, more: ArrivingTests.reply(to: 7) + #","comment_of":"7""#)),
      .changed(try ArrivingTests.notification(Notices.json(1, "favourite", by: 5, of: 8))),
    ]
    for arrived in arriving {
      var store = TestStore<Moments>(state)
      #expect(store.effects(.returned) == [], "nothing was missed")
      let asked = store.effects(.hydrated)
      store.given(arrived)
      #expect(store.effects(.returned) == [], "a request is on its way")
      let late = store.effects(.received(.posts, .posts(MomentsActionsTests.posts), at: noon))
      #expect(late == [Moments.save(store.state)] + asked)
      #expect(
        store.effects(.received(.posts, .posts(MomentsActionsTests.posts), at: noon))
          == [Moments.save(store.state)])
    }
  }

  @Test func `NEW_06 a Moments page that may lack something is loaded again when it shows`() throws {
    var store = TestStore<Moments>.loaded(MomentsActionsTests.posts)
    #expect(store.effects(.missedEvents) == [])
    #expect(store.effects(.returned) == store.effects(.hydrated))
    store.given(.received(.posts, .posts(MomentsActionsTests.posts), at: noon))
    #expect(store.effects(.returned) == [])
  }
}
