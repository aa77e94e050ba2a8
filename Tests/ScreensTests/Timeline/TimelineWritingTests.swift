import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the member's actions on posts of the timeline, and changes from the app and other screens.
struct TimelineWritingTests {
  private let home = APIRequest(.get, "/api/v1/timelines/home?limit=20")

  private static let interactions: [(PostInteraction, PostTap)] = [
    (.favourite, .favourite(id: "3")), (.repost, .repost(id: "3")), (.bookmark, .bookmark(id: "3")),
  ]

  @Test(arguments: interactions)
  func `TWT_07 an interaction shows at once and the next tap takes it off`(
    interaction: PostInteraction, tap: PostTap
  )
    throws
  {
    var store = TestStore.newest([3])
    store.send(.tapped(.post(tap)), effects: { _ in [.perform(.post(interaction), id: "3", true)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(.post(interaction), "3", true))) == [])
    #expect(store.state.list.entries.map(\.post) == [interaction.set(true, on: try SamplePosts.post(3))])
    #expect(interaction.isOn(store.state.list.entries[0].post))
    store.send(.tapped(.post(tap)), effects: { _ in [.perform(.post(interaction), id: "3", false)] })
    #expect(store.effects(.changed(SamplePosts.memberActed(.post(interaction), "3", false))) == [])
    #expect(store.state.list.entries.map(\.post) == [try SamplePosts.post(3)])
  }

  @Test func `TWT_07 an interaction is for posts that are there`() {
    var store = TestStore.newest([3])
    #expect(store.effects(.tapped(.post(.bookmark(id: "3")))) == [.perform(.post(.bookmark), id: "3", true)])
    store.send(.tapped(.post(.favourite(id: "99"))))
  }

  @Test func `TWT_07 counts rise and fall`() throws {
    let post = try SamplePosts.post(3, more: #","favourites_count":4,"reblogs_count":1"#)
    #expect(PostInteraction.favourite.set(true, on: post).favouritesCount == 5)
    #expect(PostInteraction.repost.set(true, on: post).repostsCount == 2)
    let back = PostInteraction.favourite.set(false, on: PostInteraction.favourite.set(true, on: post))
    #expect(back == post && PostInteraction.favourite.set(false, on: post) == post)
  }

  @Test(arguments: interactions)
  func `TWT_07 a refused interaction is rolled back`(interaction: PostInteraction, tap: PostTap) throws {
    var store = TestStore.newest([3])
    store.given(.changed(SamplePosts.memberActed(.post(interaction), "3", true)))
    #expect(interaction.isOn(store.state.list.entries[0].post))
    #expect(
      store.effects(
        .changed(SamplePosts.memberActed(.post(interaction), "3", false, at: 1, isConfirmed: true))) == [])
    #expect(store.state.list.entries.map(\.post) == [try SamplePosts.post(3)])
  }

  @Test func `TWT_07 an older response does not undo a confirmed interaction, nor what else is on its way`()
    throws
  {
    var store = TestStore.newest([3])
    store.given(
      .pulledDown, .changed(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1)),
      .changed(SamplePosts.memberActed(.post(.repost), "3", true, at: 2)),
      .changed(SamplePosts.memberActed(.post(.favourite), "3", true, at: 3, isConfirmed: true)))
    let changed = PostInteraction.repost.set(
      true, on: PostInteraction.favourite.set(true, on: try SamplePosts.post(3)))
    // Requested before the favourite was confirmed.
    #expect(store.effects(.received(.newest, SamplePosts.page([3]), at: noon)) == [SamplePosts.saved([3])])
    #expect(store.state.list.entries.map(\.post) == [changed])
    // Requested afterwards: the server's state holds, except for the repost, which it hasn't confirmed.
    store.given(.pulledDown)
    #expect(
      store.effects(.received(.newest, SamplePosts.page([3]), at: SamplePosts.at(4)))
        == [SamplePosts.saved([3], at: SamplePosts.at(4))])
    #expect(
      store.state.list.entries.map(\.post) == [PostInteraction.repost.set(true, on: try SamplePosts.post(3))])
  }

  @Test func `TWT_07 the cached response has the interactions of today`() throws {
    var store = TestStore.timeline()
    store.given(
      .appeared, .changed(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1, isConfirmed: true)),
      .loaded(SamplePosts.copy([3])))
    #expect(
      store.state.list.entries.map(\.post) == [
        PostInteraction.favourite.set(true, on: try SamplePosts.post(3))
      ])
  }

  @Test func `TWT_06 NEW_12 strangers are led to the landing page`() {
    var store = TestStore.newest([3], SamplePosts.context(isMember: false))
    store.send(
      .tapped(.post(.reply(id: "3"))), effects: { _ in [.open(.landingPage(DeferredAction(.reply, "3")))] })
    // The app shows strangers the landing page for interactions, as the app is what writes.
    store.send(
      .tapped(.post(.favourite(id: "3"))), effects: { _ in [.perform(.post(.favourite), id: "3", true)] })
  }

  @Test func `TWT_08 a reply names author and reposter`() throws {
    var store = TestStore.timeline()
    let body = #"[{"id":"9","account":\#(SamplePosts.author(8)),"reblog":\#(SamplePosts.json(3))}]"#
    store.given(.appeared, .received(.newest, .text(body), at: noon))
    let entry = store.state.list.entries[0]
    let start = ComposeStart(replyTo: entry.post, reposter: entry.reposter, writer: SamplePosts.me)
    #expect(start.draft.text == "@user7 @user8 ")
    store.send(.tapped(.post(.reply(id: "3"))), effects: { _ in [.open(.compose(start))] })
  }

  @Test func `TWT_05 an own post shows while it waits and when it is sent, and moves no list`() throws {
    var store = TestStore.newest([3, 2])
    let item = SamplePosts.item()
    store.send(.changed(.itemWaiting(item))) { $0.waiting = [item] }
    #expect(store.keys == ["wlocal", "s3", "s2", "footer"])
    store.send(.changed(.itemWaiting(item)))
    let own = SamplePosts.copy(
      "[\(SamplePosts.json(4, by: 1)),\(SamplePosts.json(3)),\(SamplePosts.json(2))]")
    #expect(
      store.effects(.changed(try SamplePosts.sent(item, as: 4))) == [
        .remember(key: "gap home", "4"), .save(key: "session 1 timeline home", own),
      ])
    #expect(store.keys == ["s4", "s3", "s2", "footer"] && store.state.waiting.isEmpty)
    store.given(.returned)
    #expect(
      store.effects(.received(.newest, SamplePosts.page([4, 3]), at: noon)) == [
        .remember(key: "gap home", nil), SamplePosts.saved([4, 3, 2]),
      ])
    #expect(store.ids == [4, 3, 2] && store.state.newCount == 0 && store.gaps == [])
  }

  @Test func `NEW_10 an own post shows over the news where nothing that was read is above`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .anchored(key: "s3", offset: 50), .returned, .received(.newest, SamplePosts.page([5, 4, 3]), at: noon))
    #expect(store.effects(.changed(.itemWaiting(SamplePosts.item()))) == [.scrollToTop])
    #expect(store.effects(.changed(.itemWaiting(SamplePosts.item()))) == [], "once")
    var read = TestStore.newest([3, 2, 1])
    read.given(
      .anchored(key: "s1", offset: 50), .returned, .received(.newest, SamplePosts.page([4, 3]), at: noon))
    #expect(read.effects(.changed(.itemWaiting(SamplePosts.item()))) == [])
  }

  @Test func `TWT_05 a reply that waits moves no list, a change or a deletion shows nowhere as new`() {
    var store = TestStore.newest([3, 2])
    let reply = SamplePosts.item(replyTo: "3")
    store.send(.changed(.itemWaiting(reply))) { $0.waiting = [reply] }
    let edit = OutboxItem(
      id: "e", session: "1", .edit(id: "3", Draft(text: "x")), createdAt: noon, notBefore: noon)
    let deletion = OutboxItem(id: "d", session: "1", .delete(id: "3"), createdAt: noon, notBefore: noon)
    store.send(.changed(.itemWaiting(edit)))
    store.send(.changed(.itemWaiting(deletion)))
    let sent = Change.itemSent(edit, try? SamplePosts.post(3), body: SamplePosts.copy([3]), at: noon)
    store.send(.changed(sent))
    #expect(store.ids == [3, 2])
  }

  @Test func `NEW_10 an own comment is no line of home, neither while it waits nor when it is sent`() throws {
    let quoted = Draft.Quoted(id: "3", nick: "x", handle: "x", text: "x")
    let item = OutboxItem(
      id: "local", session: "1", .publish(Draft(text: "Nice", replyTo: quoted, isComment: true)),
      createdAt: noon,
      notBefore: noon)
    var store = TestStore.newest([3], SamplePosts.context(outbox: [item]))
    #expect(store.state.waiting.isEmpty)
    #expect(store.effects(.changed(.itemWaiting(item))) == [])
    #expect(store.effects(.changed(try SamplePosts.sent(item, as: 6))) == [])
    #expect(store.ids == [3] && store.state.waiting.isEmpty)
  }

  @Test func `TWT_05 a sent post whose response can't be read waits no longer`() {
    var store = TestStore.newest([3], SamplePosts.context(outbox: [SamplePosts.item()]))
    store.send(.changed(.itemSent(SamplePosts.item(), nil, body: [], at: noon))) { $0.waiting = [] }
    #expect(store.ids == [3])
  }

  @Test func `TWT_05 after an own post and a refresh all stand in the order of time`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(.changed(try SamplePosts.sent(SamplePosts.item(), as: 6)))
    #expect(store.keys == ["s6", "s3", "s2", "s1", "footer"])
    store.given(.returned)
    #expect(
      store.effects(.received(.newest, SamplePosts.page([8, 7, 6, 5, 4, 3]), at: noon)) == [
        .remember(key: "gap home", nil), SamplePosts.saved([8, 7, 6, 5, 4, 3, 2, 1]),
        SamplePosts.rememberedNew(4),
      ])
    #expect(store.ids == [8, 7, 6, 5, 4, 3, 2, 1] && store.gaps == [] && store.state.newCount == 4)
  }

  @Test func `TWT_05 an own post that comes after newer ones stands below them`() throws {
    var store = TestStore.newest([8, 7, 5])
    store.given(.changed(try SamplePosts.sent(SamplePosts.item(), as: 6)))
    #expect(store.keys == ["s8", "s7", "s6", "s5", "footer"] && store.gaps == [])
  }

  @Test func `TWT_05 twenty unseen posts below an own one are fetched`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(.changed(try SamplePosts.sent(SamplePosts.item(), as: 24)), .returned)
    let page = (0..<20).map { 24 - $0 }
    store.answer(
      .newest, with: SamplePosts.page(page),
      effects: { _ in
        [
          .ask(
            Timeline.Request.newer(before: "5"), APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=5"))
        ]
      }
    ) {
      $0.incoming = SamplePosts.items(page)
      $0.incomingPages = 1
    }
    store.given(.received(.newer(before: "5"), SamplePosts.page([4, 3, 2, 1]), at: noon))
    #expect(store.ids == (0..<24).map { 24 - $0 } && store.gaps == [])
    #expect(store.state.newCount == 20)
  }

  @Test func `TWT_05 more unseen posts below an own one than are fetched leave a gap that shows`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .changed(try SamplePosts.sent(SamplePosts.item(), as: 40)), .returned,
      .received(.newest, SamplePosts.page([41, 40]), at: noon),
      .received(.newer(before: "40"), SamplePosts.page([39]), at: noon),
      .received(.newer(before: "39"), SamplePosts.page([38]), at: noon),
      .received(.newer(before: "38"), SamplePosts.page([37]), at: noon))
    #expect(store.keys == ["s41", "s40", "s39", "s38", "s37", "gap 37", "s3", "s2", "s1", "footer"])
  }

  @Test func `TWT_05 a refresh that does not reach an own post leaves a gap on both sides of it`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .changed(try SamplePosts.sent(SamplePosts.item(), as: 20)), .returned,
      .received(.newest, SamplePosts.page([41]), at: noon)
    )
    for id in [40, 39, 38] {
      store.given(.received(.newer(before: "\(id + 1)"), SamplePosts.page([id]), at: noon))
    }
    #expect(
      store.keys == ["s41", "s40", "s39", "s38", "gap 38", "s20", "gap 20", "s3", "s2", "s1", "footer"])
  }

  @Test func `TWT_05 after a restart it is known that some may be missing below an own post`() throws {
    var store = TestStore.timeline(.home, SamplePosts.context(memory: ["gap home": "24"]))
    store.given(.appeared, .loaded(SamplePosts.copy([24, 3, 2, 1])))
    #expect(store.keys == ["s24", "gap 24", "s3", "s2", "s1", "footer"])
    let page = (0..<20).map { 24 - $0 }
    #expect(
      store.effects(.received(.newest, SamplePosts.page(page), at: noon)) == [
        .ask(
          Timeline.Request.newer(before: "5"), APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=5"))
      ])
  }

  @Test func `TWT_05 a post that is taken back goes`() {
    var store = TestStore.newest([3], SamplePosts.context(outbox: [SamplePosts.item()]))
    #expect(store.keys == ["wlocal", "s3", "footer"])
    let waiting = store.page.cell(0).html(Strings(.english)).text
    #expect(waiting.contains("data-tap=\"edit:local\">Undo</button>"), "its words open for writing")
    store.send(.tapped(.post(.outbox(.edit("local")))), effects: { _ in [.outbox(.edit("local"))] })
    store.send(.changed(.itemCancelled(id: "local"))) { $0.waiting = [] }
  }

  @Test func `A deleted post is hidden and comes back if it was not`() throws {
    var store = TestStore.newest([3, 2])
    #expect(store.effects(.changed(.postRemoved(id: "3"))) == [SamplePosts.saved([2])], "nor is it cached")
    #expect(store.keys == ["s2", "footer"])
    #expect(store.effects(.changed(.postRestored(id: "3"))) == [SamplePosts.saved([3, 2])])
    #expect(store.keys == ["s3", "s2", "footer"])
  }

  @Test func `A changed post shows what it became`() throws {
    var store = TestStore.newest([3, 2])
    let edit = OutboxItem(
      id: "e", session: "1", .edit(id: "3", Draft(text: "New")), createdAt: noon, notBefore: noon)
    #expect(store.effects(.changed(.itemWaiting(edit))) == [])
    let changed = Draft(text: "New").applied(to: try SamplePosts.post(3))
    #expect(store.state.list.entries.map(\.post) == [changed, try SamplePosts.post(2)])
  }

  @Test func `NEW_12 posts of somebody who was muted do not show, and come back`() throws {
    var store = TestStore.newest([3, 2])
    let author = try SamplePosts.post(3).author
    let change = {
      MemberActionChange(
        action: .person(.mute(name: "x")), id: author.id, isOn: $0, at: noon, isConfirmed: false)
    }
    let before = store.keys
    #expect(store.effects(.changed(.memberActed(change(true)))) == [SamplePosts.saved([Int]())])
    #expect(store.keys == ["footer"])
    let context = SamplePosts.context()
    context.store.apply(.memberActed(change(true)))
    #expect(
      TestStore.newest([3, 2], context).keys == ["footer"],
      "whoever comes back from another account sees the same")
    #expect(store.effects(.changed(.memberActed(change(false)))) == [SamplePosts.saved([3, 2])])
    #expect(store.keys == before)
  }

  @Test func `NEW_12 the device caches a hidden line only where some are missing below it`() {
    var store = TestStore.timeline()
    store.given(
      .appeared, .loaded(nil), .received(.newest, SamplePosts.page([9]), at: noon),
      .changed(.postRemoved(id: "9")))
    #expect(store.state.list.cacheable.isEmpty)
    store = TestStore.timeline(.home, SamplePosts.context(memory: ["gap home": "9"]))
    store.given(.appeared, .loaded(SamplePosts.copy([9, 3])), .changed(.postRemoved(id: "9")))
    #expect(store.gaps == ["9"] && store.state.list.cacheable.map(\.entry.id) == ["9", "3"])
  }

  @Test func `What can be done with a post opens over the list`() throws {
    var store = TestStore.newest([3])
    let post = try SamplePosts.post(3)
    store.send(.tapped(.post(.menu(id: "3"))), effects: { _ in [.open(.options(.post(post)))] })
  }

  @Test func `Warnings and covers open and close`() {
    var store = TestStore.newest([3])
    #expect(store.effects(.tapped(.post(.warning(id: "3")))) == [])
    #expect(store.effects(.tapped(.post(.cover(id: "3")))) == [])
    #expect(store.state.postsState.unfolded == ["3"] && store.state.postsState.uncovered == ["3"])
    #expect(store.effects(.tapped(.post(.warning(id: "3")))) == [.reveal(key: "s3")])
    #expect(store.state.postsState.unfolded.isEmpty)
  }

  @Test func `TWT_11 an avatar opens its profile`() throws {
    var store = TestStore.newest([3])
    let author = try SamplePosts.post(3).author
    store.send(
      .tapped(.post(.profile(id: "7"))), effects: { _ in [.open(.profile(id: "7", handle: "user7", author))] }
    )
    store.send(
      .tapped(.post(.profile(id: "99"))), effects: { _ in [.open(.profile(id: "99", handle: nil, nil))] })
    store.send(
      .tapped(.post(.open(id: "3"))), effects: { _ in [.open(.thread(id: "3", try? SamplePosts.post(3)))] })
    store.send(.tapped(.post(.tag("cats"))), effects: { _ in [.open(.tag("cats"))] })
  }
}
