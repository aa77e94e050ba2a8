import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests responses to requests from before a change: they don't have the change, and arrive at any time.
struct MomentsLateResponseTests {
  private static let me = MomentsActionsTests.me.account
  private static let bob = MomentsActionsTests.bob
  private static let before = noon.advanced(byMilliseconds: -1000)
  private static let after = noon.advanced(byMilliseconds: 1000)
  /// The server's posts before the change: without the favourite and the comment.
  private static let old = MomentsActionsTests.posts

  private static func confirmed(_ isOn: Bool) -> Moments.Action {
    .changed(.memberActed(MomentsActionsTests.memberActed(isOn, isConfirmed: true)))
  }

  private static func comment(_ id: String) -> (waiting: Moments.Action, sent: Moments.Action) {
    let draft = Draft(
      text: "Nice", visibility: nil, replyTo: .init(id: "7", nick: "Bob", handle: "bob", text: "Hello"))
    let item = OutboxItem(id: "local", session: "1", .publish(draft), createdAt: before, notBefore: before)
    let post = Post(id: id, author: MomentsActionsTests.me, content: .text("Nice"), createdAt: noon)
    return (.changed(.itemWaiting(item)), .changed(.itemSent(item, post, body: [], at: noon)))
  }

  private func likes(_ store: TestStore<Moments>) -> [String] { store.state.posts[0].likes.map(\.nick) }

  private func comments(_ store: TestStore<Moments>) -> [String] { store.state.posts[0].comments.map(\.text) }

  @Test func `MOM_09 an older response that comes late undoes no like`() {
    var store = MomentsActionsTests.store()
    store.given(
      .pulledDown, Self.confirmed(true), .received(.profile, .profile(.made("ada")), at: Self.before))
    store.answer(
      .posts, with: .posts(Self.old), at: Self.before, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(likes(store) == ["Bob", "Me"])
  }

  @Test func `MOM_09 an older response that comes late brings no like back that was taken off`() {
    var store = MomentsActionsTests.store()
    store.given(
      .pulledDown, Self.confirmed(true), Self.confirmed(false),
      .received(.profile, .profile(.made("ada")), at: Self.before)
    )
    var liked = Self.old
    liked[0].likes.append(Self.me)
    store.answer(.posts, with: .posts(liked), at: Self.before, effects: { [Moments.save($0), .scrollToTop] })
    {
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(likes(store) == ["Bob"])
  }

  @Test func `MOM_09 a like that changes after the posts have come, and before the profile has, stays`() {
    for isOn in [true, false] {
      var store = MomentsActionsTests.store()
      store.given(.pulledDown, .received(.posts, .posts(Self.old), at: Self.before), Self.confirmed(true))
      if !isOn { store.given(Self.confirmed(false)) }
      store.answer(
        .profile, with: .profile(.made("ada")), at: Self.before,
        effects: { [Moments.save($0), .scrollToTop] }
      ) {
        $0.loading = .no
        $0.decoding = nil
      }
      #expect(likes(store) == (isOn ? ["Bob", "Me"] : ["Bob"]))
    }
  }

  @Test func `MOM_09 a response that was asked for after a confirmed like says how it is`() {
    var store = MomentsActionsTests.store()
    store.given(
      Self.confirmed(true), .pulledDown, .received(.profile, .profile(.made("ada")), at: Self.after))
    store.answer(
      .posts, with: .posts(Self.old), at: Self.after, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.posts[0].likes = [Self.bob]
      $0.records = $0.records.map { MomentsRecord($0.post, asked: Self.after) }
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(likes(store) == ["Bob"])
  }

  @Test func `MOM_09 a like on its way stays, whenever the response was asked for`() {
    var store = MomentsActionsTests.store()
    store.given(
      .changed(.memberActed(MomentsActionsTests.memberActed(true))), .pulledDown,
      .received(.profile, .profile(.made("ada")), at: Self.after))
    store.answer(
      .posts, with: .posts(Self.old), at: Self.after, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(likes(store) == ["Bob", "Me"])
  }

  @Test func `MOM_09 a page that opens anew, and its cached response, know the likes of just now`() {
    let context = SamplePosts.context()
    context.store.apply(.memberActed(MomentsActionsTests.memberActed(true, isConfirmed: true)))
    let origin = Origin.own(.made())
    var store = TestStore<Moments>(Moments.State(loading: "ada", origin: origin).seen(by: context))
    guard case .save(_, let bytes) = Moments.save(TestStore.loaded(Self.old).state) else {
      Issue.record("nothing is saved")
      return
    }
    store.given(.appeared, .loaded(bytes))
    #expect(store.state.posts[0].likes.map(\.username) == ["bob", "anna"])
    let rendered = Moments.State(
      rendered: .made("ada"), posts: Self.old, isComplete: true, origin: origin, isRoot: false)
    #expect(rendered.seen(by: context).posts[0].likes.map(\.username) == ["bob", "anna"])
  }

  @Test func `MOM_09 an older response that comes late takes no fresh comment away`() {
    let (waiting, sent) = Self.comment("72")
    var store = MomentsActionsTests.store()
    store.given(waiting, .pulledDown, sent, .received(.profile, .profile(.made("ada")), at: Self.before))
    #expect(comments(store) == ["First", "Mine", "Nice"])
    store.answer(
      .posts, with: .posts(Self.old), at: Self.before, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(comments(store) == ["First", "Mine", "Nice"])
    #expect(store.state.posts[0].comments.last?.id == "72")
  }

  @Test func `MOM_09 a comment that is sent while a response is decoded stays too`() {
    let (waiting, sent) = Self.comment("72")
    var store = MomentsActionsTests.store()
    store.given(waiting, .pulledDown, .received(.posts, .posts(Self.old), at: Self.before), sent)
    store.answer(
      .profile, with: .profile(.made("ada")), at: Self.before, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.loading = .no
      $0.decoding = nil
    }
    #expect(comments(store) == ["First", "Mine", "Nice"])
  }

  @Test func `MOM_09 a response that has the fresh comment already shows it once`() {
    let (waiting, sent) = Self.comment("72")
    var store = MomentsActionsTests.store()
    store.given(waiting, .pulledDown, sent, .received(.profile, .profile(.made("ada")), at: Self.before))
    var fresh = Self.old
    fresh[0].comments.append(Comment(id: "72", sender: Self.me, text: "Nice"))
    store.answer(.posts, with: .posts(fresh), at: Self.before, effects: { [Moments.save($0), .scrollToTop] })
    {
      $0.posts = fresh
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(comments(store) == ["First", "Mine", "Nice"])
  }

  @Test func `MOM_09 a comment that a later response lacks is gone`() {
    let (waiting, sent) = Self.comment("72")
    var store = MomentsActionsTests.store()
    store.given(waiting, sent, .pulledDown, .received(.profile, .profile(.made("ada")), at: Self.after))
    store.answer(
      .posts, with: .posts(Self.old), at: Self.after, effects: { [Moments.save($0), .scrollToTop] }
    ) {
      $0.posts = Self.old
      $0.loading = .no
      $0.receivedProfile = nil
    }
    #expect(comments(store) == ["First", "Mine"])
  }
}
