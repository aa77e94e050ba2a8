import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Following, requesting to follow, blocking.
extension ProfilePageTests {
  @Test func `Following shows at once and counts`() {
    var store = loaded()
    store.send(.tapped(.follow), effects: { _ in [.perform(Self.follow, id: "7", true)] })
    store.send(.changed(SamplePosts.memberActed(Self.follow, "7", true))) {
      $0.countsViewer = true
      $0.profile?.followersCount = 6
    }
    var confirmed = Relationship(id: "7")
    confirmed.isFollowing = true
    store.state.postsState.store.receive(relationship: confirmed, asked: SamplePosts.at(1))
    store.send(.tapped(.follow), effects: { _ in [.perform(Self.follow, id: "7", false)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(Self.follow, "7", false, at: 1))) == [])
    #expect(store.state.relationship?.isFollowing == false && store.state.profile?.followersCount == 5)
  }

  @Test func `A follow of somebody else changes nothing here`() {
    var store = loaded()
    let other = SamplePosts.memberActed(.person(.follow(name: "User 8")), "8", true)
    store.send(.changed(other))
  }

  @Test func `A locked person is asked, and the request can be taken back`() {
    var store = loaded(locked: true)
    store.send(.tapped(.follow), effects: { _ in [.perform(Self.follow, id: "7", true)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(Self.follow, "7", true))) == [])
    #expect(store.state.relationship?.isRequested == true && store.state.relationship?.isFollowing == false)
    #expect(store.state.profile?.followersCount == 5)
    store.send(.tapped(.follow), effects: { _ in [.perform(Self.follow, id: "7", false)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(Self.follow, "7", false, at: 1))) == [])
    #expect(store.state.relationship == Relationship(id: "7") && store.state.profile?.followersCount == 5)
  }

  @Test func `FOL_03 a locked person is let go after a question`() throws {
    var store = loaded(locked: true)
    var relationship = Relationship(id: "7")
    relationship.isFollowing = true
    store.state.postsState.store.receive(relationship: relationship, asked: SamplePosts.at(1))
    store.given(.tapped(.list(.notice)))
    let person = try #require(store.state.profile)
    store.send(.tapped(.follow), effects: { _ in [.open(.options(.unfollow(person)))] })
  }

  private static func bell(_ state: ProfilePage.State) -> String? {
    let html = AnyPage(ProfilePage.view(state, .made())).cell(0).html(Strings(.english)).text
    return html.split(separator: "<button").first { $0.contains("data-tap=\"notify\"") }
      .flatMap { $0.split(separator: "aria-pressed=\"").last }.map { String($0.prefix { $0 != "\"" }) }
  }

  @Test
  func
    `TWT_11 a bell on the page of somebody one follows tells of their posts, and is rolled back if refused`()
  {
    var store = loaded()
    #expect(Self.bell(store.state) == nil, "only of people one follows")
    store.send(.changed(SamplePosts.memberActed(Self.follow, "7", true))) {
      $0.countsViewer = true
      $0.profile?.followersCount = 6
    }
    #expect(Self.bell(store.state) == "false")
    let notify = MemberAction.person(.notify(name: "User 7"))
    store.send(.tapped(.notify), effects: { _ in [.perform(notify, id: "7", true)] })
    #expect(ProfilePage.Tap(ProfilePage.Tap.notify.encoded) == .notify)
    store.given(.changed(SamplePosts.memberActed(notify, "7", true, at: 1)))
    #expect(Self.bell(store.state) == "true", "at once")
    store.given(
      .changed(SamplePosts.memberActed(notify, "8", false, at: 1)),
      .received(.relationship, .text(#"[{"id":"7","following":true}]"#), at: noon))
    #expect(Self.bell(store.state) == "true", "the server was asked before")
    #expect(store.effects(.tapped(.notify)) == [.perform(notify, id: "7", false)])
    store.given(.changed(SamplePosts.memberActed(notify, "7", false, at: 2, isConfirmed: true)))
    #expect(Self.bell(store.state) == "false", "put back")
    #expect(notify.failure == Message(.silenceFailed, "User 7"))
    var own = store.state
    own.profile = SamplePosts.me
    own.id = SamplePosts.me.id
    #expect(Self.bell(own) == nil)
  }

  @Test func `A refused follow goes back`() {
    var store = loaded()
    let before = (store.state.relationship, store.state.profile)
    store.given(.changed(SamplePosts.memberActed(Self.follow, "7", true)))
    #expect(store.state.relationship?.isFollowing == true && store.state.profile?.followersCount == 6)
    #expect(
      store.effects(.changed(SamplePosts.memberActed(Self.follow, "7", false, at: 1, isConfirmed: true)))
        == [])
    #expect(store.state.relationship == before.0 && store.state.profile == before.1)
  }

  @Test func `An older response does not undo a follow`() {
    var store = loaded()
    store.given(
      .pulledDown, .changed(SamplePosts.memberActed(Self.follow, "7", true, at: 1, isConfirmed: true)))
    let following = store.state.relationship
    store.answer(
      .relationship, with: .text(#"[{"id":"7","following":false}]"#), at: noon, effects: Self.stored)
    #expect(following?.isFollowing == true && store.state.relationship == following)
    store.given(
      .received(.newest(.posts), SamplePosts.page([3]), at: SamplePosts.at(2)),
      .pulledDown,
      .received(.relationship, .text(#"[{"id":"7","following":false}]"#), at: SamplePosts.at(2)))
    #expect(store.state.relationship == Relationship(id: "7"))
  }

  @Test func `NEW_12 whoever is blocked can be unblocked there, and their posts come back`() {
    var store = loaded()
    let block = MemberAction.person(.block(name: "User 7"))
    func button() -> String {
      AnyPage(ProfilePage.view(store.state, .made())).cell(0).html(Strings(.english)).text
    }
    #expect(store.effects(.changed(SamplePosts.memberActed(block, "8", true))) == [])
    #expect(store.keys.contains("s3"), "somebody else")
    #expect(store.effects(.changed(SamplePosts.memberActed(block, "7", true))) == [])
    #expect(store.effects(.changed(SamplePosts.memberActed(block, "7", true, isConfirmed: true))) == [])
    #expect(store.keys == ["header", "selection", "footer"] && button().contains("Unblock"))
    #expect(
      ProfilePage.view(store.state, .made()).cells.tail == [
        .part(.footer(.empty(.isBlocked, help: .blockedHelp)))
      ])
    #expect(store.effects(.reachedEnd) == [])
    #expect(store.effects(.tapped(.follow)) == [.perform(block, id: "7", false)])
    #expect(store.effects(.changed(SamplePosts.memberActed(block, "7", false, at: 1))) == [])
    #expect(store.keys.last == "skeleton3" && button().contains("Follow"))
    #expect(store.effects(.reachedEnd) == [], "the server still knows of the block")
    #expect(
      store.effects(.changed(SamplePosts.memberActed(block, "7", false, at: 1, isConfirmed: true))) == [
        Self.relationship, Self.pinned, Self.posts,
      ])
    store.given(
      .received(.pinned, .text("[]"), at: SamplePosts.at(2)),
      .received(.newest(.posts), SamplePosts.page([3]), at: SamplePosts.at(2)))
    #expect(store.keys == ["header", "selection", "s3", "footer"])
  }

  @Test func `NEW_12 an unblocking that is refused leaves them blocked`() {
    var store = loaded()
    let block = MemberAction.person(.block(name: "User 7"))
    for isOn in [true, false, true] {
      store.given(.changed(SamplePosts.memberActed(block, "7", isOn, isConfirmed: isOn)))
    }
    #expect(store.state.isBlocking && !store.state.isRefreshing)
    #expect(store.keys == ["header", "selection", "footer"])
  }
}
