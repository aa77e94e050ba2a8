import Contracts
import Social
import Testing

@testable import Localization
@testable import Screens

struct ThreadTests {
  private func store(_ post: Post? = nil) -> TestStore<Thread> {
    TestStore<Thread>(Thread.State("5", post, SamplePosts.context(isRoot: false)))
  }

  private func loaded() throws -> TestStore<Thread> {
    var store = store(try SamplePosts.post(5))
    store.given(
      .appeared, .received(.post, .text(SamplePosts.json(5)), at: noon),
      .received(.context, context, at: noon))
    return store
  }

  private let isReply = #","in_reply_to_id":"5","in_reply_to_account_id":"7""#

  private var context: Result<Response, RequestFailure> {
    .text(
      #"{"ancestors":[\#(SamplePosts.json(1)),\#(SamplePosts.json(1)),\#(SamplePosts.json(5))],"#
        + #""descendants":[\#(SamplePosts.json(9, more: isReply)),\#(SamplePosts.json(8, more: isReply)),{"error":"x"}]}"#
    )
  }

  private let requests: [Effect] = [
    .ask(Thread.Request.post, APIRequest(.get, "/api/v1/statuses/5")),
    .ask(Thread.Request.context, APIRequest(.get, "/api/v1/statuses/5/context")),
  ]

  @Test func `TWT_06 a post is shown at once and asked for with all around it`() throws {
    var store = store(try SamplePosts.post(5))
    let author = Effect.ask(Thread.Request.relationships(["7"]), MastodonRequests.relationships(to: ["7"]))
    store.send(.appeared, effects: { _ in [.load(key: "session 1 thread 5")] + requests + [author] }) {
      $0.isLoading = true
      _ = $0.postsState.requestRelationships(with: [$0.post?.author].compactMap { $0 })
    }
    #expect(store.keys == ["s5", "footer"])
    store.send(.pulledDown)
  }

  @Test func `TWT_06 replies are in the order of time and nothing shows twice`() throws {
    #expect(try loaded().keys == ["s1", "s5", "s8", "s9", "footer"])
  }

  @Test func `TWT_06 what a server returns is the thread`() throws {
    var store = store(try SamplePosts.post(5))
    store.given(.appeared)
    store.answer(.post, with: .text(SamplePosts.json(5, more: #","favourites_count":4"#)))
    #expect(store.state.post?.favouritesCount == 4)
    let copy = copy(SamplePosts.json(5, more: #","favourites_count":4"#))
    let effects = store.effects(.received(.context, context, at: noon))
    #expect(effects == [.save(key: "session 1 thread 5", copy)])
    #expect(!store.state.isLoading && store.state.hasContext && store.state.depths == [0, 0])
    #expect(store.state.entries.map(\.post.id) == ["1", "5", "8", "9"])
  }

  @Test func `NEW_10 the parent of a reply has a place above it before it comes, and if it never does`()
    throws
  {
    let answers = #","in_reply_to_id":"1","in_reply_to_account_id":"7""#
    var store = store(try SamplePosts.post(5, more: answers))
    store.given(.appeared)
    #expect(store.keys == ["answered", "s5", "footer"])
    store.given(.received(.context, .failure(.unreachable), at: noon))
    #expect(store.keys == ["answered", "s5", "footer"], "it may come yet")
    store.given(.pulledDown)
    var other = store
    store.given(.received(.context, context, at: noon))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
    other.given(.received(.context, .text(#"{"ancestors":[],"descendants":[]}"#), at: noon))
    #expect(other.keys == ["answered", "s5", "footer"])
  }

  @Test func `THR_03 replies of which none can be read are no empty thread`() throws {
    var store = store(try SamplePosts.post(5))
    store.given(
      .appeared, .received(.context, .text(#"{"ancestors":[],"descendants":[{"id":7},{"id":8}]}"#), at: noon))
    #expect(!store.state.hasContext && store.state.failure == .unreadable)
  }

  @Test func `NEW_10 if what is above came first the post is put to its place`() {
    var store = store()
    store.given(.appeared, .received(.context, context, at: noon))
    let place = Effect.restore(key: "s5", offset: 132)
    for isFirst in [true, false] {
      let effects = store.effects(.received(.post, .text(SamplePosts.json(5)), at: noon))
      #expect(effects.contains(place) == isFirst)
    }
  }

  @Test func `NEW_06 a thread that may lack replies is loaded again, without a sign of it`() throws {
    var store = try loaded()
    for event in [Thread.Action.returned, .ticked] {
      #expect(store.effects(event) == [], "nothing was missed")
      #expect(store.effects(.missedEvents) == [])
      #expect(store.effects(event) == requests)
      #expect(store.state.isLoading && !store.state.showsLoading)
      #expect(store.effects(event) == [], "the request is on its way")
      store.given(
        .received(.post, .text(SamplePosts.json(5)), at: noon), .received(.context, context, at: noon))
      #expect(store.effects(event) == [])
    }
    store.given(.missedEvents, .returned, .pulledDown)
    #expect(store.state.showsLoading, "now the viewer asked")
  }

  @Test func `NEW_06 replies that a thread missed are announced if they are out of sight`() throws {
    var store = try loaded()
    func context(_ replies: String...) -> Thread.Action {
      let all = [SamplePosts.json(8, more: isReply), SamplePosts.json(9, more: isReply)] + replies
      return .received(
        .context, .text(#"{"ancestors":[],"descendants":[\#(all.joined(separator: ","))]}"#), at: noon)
    }
    let new = context(
      SamplePosts.json(12, by: 8, more: isReply), SamplePosts.json(11, by: 8, more: isReply),
      SamplePosts.json(13, by: 1, more: isReply))
    store.given(.missedEvents, .ticked)
    #expect(store.effects(new).contains(.after(milliseconds: 300, .entriesArrived)))
    #expect(store.effects(.looks) == [.look(["s11", "s12"])], "without the viewer's own")
    store.given(.seen([]))
    #expect(store.text.contains("2 new replies"))
    // The viewer looks for themselves.
    var other = try loaded()
    other.given(.pulledDown)
    #expect(!other.effects(new).contains(.after(milliseconds: 300, .entriesArrived)))
  }

  @Test func `NEW_06 a reply that comes while its thread is loaded stays`() throws {
    var store = try loaded()
    store.given(.missedEvents, .ticked)
    store.given(.changed(try ArrivingTests.entry(12, by: 8, more: isReply, at: 1)))
    store.given(.received(.context, context, at: noon))
    #expect(store.keys.contains("s12"))
    store.given(.missedEvents, .ticked, .received(.context, context, at: SamplePosts.at(2)))
    #expect(!store.keys.contains("s12"), "a later response knows it")
  }

  @Test func `NEW_06 without a network a thread says so, and loads again once there is one`() throws {
    var store = try loaded()
    store.given(.missedEvents, .returned)
    store.given(
      .received(.post, .failure(.unreachable), at: noon),
      .received(.context, .failure(.unreachable), at: noon))
    #expect(store.text.contains("You are offline.") && store.keys == ["s1", "s5", "s8", "s9", "footer"])
    let footer = try loaded().footer
    #expect(store.footer == footer, "it isn't the end that failed")
    #expect(store.effects(.ticked) == [], "not each half minute")
    #expect(store.effects(.returned) == requests)
    #expect(!store.frameKeys.contains("notice"), "at once")
  }

  @Test func `TWT_05 an own reply shows while it waits and when it is sent, and counts`() throws {
    var store = try loaded()
    let item = SamplePosts.item(replyTo: "5")
    store.send(.changed(.itemWaiting(item))) { $0.waiting = [item] }
    store.send(.changed(.itemWaiting(SamplePosts.item("x"))))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "wlocal", "footer"])
    let sent = try SamplePosts.sent(item, as: 11, more: isReply, at: 1)
    #expect(store.effects(.changed(sent)) == [])
    #expect(store.state.post?.repliesCount == 1)
    #expect(store.keys == ["s1", "s5", "s8", "s9", "s11", "footer"])
    // The change arrives twice, but the reply is there already.
    #expect(store.effects(.changed(sent)) == [])
    #expect(store.keys == ["s1", "s5", "s8", "s9", "s11", "footer"])
  }

  @Test func `TWT_05 an own reply that is taken back goes`() throws {
    var store = try loaded()
    store.given(.changed(.itemWaiting(SamplePosts.item(replyTo: "5"))))
    store.send(.changed(.itemCancelled(id: "local"))) { $0.waiting = [] }
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
  }

  @Test func `TWT_05 an older response does not take a fresh reply away`() throws {
    var store = store(try SamplePosts.post(5))
    let item = SamplePosts.item(replyTo: "5")
    store.given(
      .appeared, .received(.post, .text(SamplePosts.json(5)), at: noon),
      .changed(try SamplePosts.sent(item, as: 11, more: isReply, at: 1)))
    #expect(store.keys == ["s5", "s11", "footer"])
    // Requested before the reply was sent.
    store.given(.received(.context, context, at: noon))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "s11", "footer"])
    // Requested afterwards: a missing reply was deleted.
    store.send(.pulledDown, effects: { _ in requests }) { $0.isLoading = true }
    store.given(.received(.context, context, at: SamplePosts.at(2)))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
  }

  @Test func `TWT_05 an older response for the post does not take the reply out of its count`() throws {
    var store = store(try SamplePosts.post(5))
    store.given(
      .appeared, .changed(try SamplePosts.sent(SamplePosts.item(replyTo: "5"), as: 11, more: isReply, at: 1)))
    store.given(.received(.post, .text(SamplePosts.json(5)), at: noon))
    #expect(store.state.post?.repliesCount == 1)
    // Requested afterwards: the server's count holds.
    store.given(.received(.post, .text(SamplePosts.json(5)), at: SamplePosts.at(2)))
    #expect(store.state.post?.repliesCount == 0)
  }

  @Test func `TWT_07 an older response does not undo a confirmed interaction`() throws {
    var store = store(try SamplePosts.post(5))
    store.given(
      .appeared, .changed(SamplePosts.memberActed(.post(.favourite), "5", true, at: 1, isConfirmed: true)),
      .changed(SamplePosts.memberActed(.post(.bookmark), "8", true, at: 1, isConfirmed: true)))
    let changed = PostInteraction.favourite.set(true, on: try SamplePosts.post(5))
    store.answer(.post, with: .text(SamplePosts.json(5)))
    #expect(store.state.post == changed)
    store.given(.received(.context, context, at: noon))
    #expect(store.state.replies.map(\.post.interactions.isBookmarked) == [true, false])
    // The response to a later request holds.
    store.given(.pulledDown)
    store.answer(.post, with: .text(SamplePosts.json(5)), at: SamplePosts.at(2))
    #expect(store.state.post == (try SamplePosts.post(5)))
  }

  /// Returns the cached copy of the thread.
  private func copy(_ post: String = SamplePosts.json(5), at time: Timestamp = noon) -> [UInt8] {
    guard case .success(let response) = context else { return [] }
    return CachedResponse(savedAt: time, parts: [Array(post.utf8), response.body]).bytes
  }

  @Test func `FOL_04 what was seen of a thread shows at once, and offline it says how old it is`() {
    var store = store()
    store.given(.appeared, .loaded(copy(at: SamplePosts.at(-3600))))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
    #expect(store.page.status == "" && !store.frameKeys.contains("notice"))
    store.given(
      .received(.post, .failure(.unreachable), at: noon),
      .received(.context, .failure(.unreachable), at: noon))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
    #expect(store.text.contains("1 hour ago"))
    // Pulled again, with a network: the server's thread replaces the copy.
    store.send(.pulledDown, effects: { _ in requests }) {
      $0.isLoading = true
      $0.failure = nil
    }
    store.given(
      .received(.post, .text(SamplePosts.json(5)), at: noon),
      .received(.context, .text(#"{"ancestors":[],"descendants":[]}"#), at: noon))
    #expect(store.keys == ["s5", "footer"] && store.state.cachedAt == nil)
    #expect(!store.frameKeys.contains("notice"))
  }

  @Test func `FOL_04 a cached thread shows nothing once the server has answered, and strangers have none`()
    throws
  {
    var store = try loaded()
    #expect(store.effects(.loaded(copy(SamplePosts.json(5, more: #","favourites_count":9"#)))) == [])
    #expect(store.state.post?.favouritesCount == 0 && store.state.cachedAt == nil)
    var stranger = TestStore<Thread>(
      Thread.State("5", nil, SamplePosts.context(isMember: false, isRoot: false)))
    #expect(stranger.effects(.appeared) == requests)
  }

  @Test(arguments: ["", "x", "1:9 9 \nshort", "1:2 2 \n{}{}", "1:\n", "1:99999999999999999999 1 \n{}"])
  func `FOL_04 a broken cached response of a thread isn't shown`(text: String) {
    var store = store()
    store.given(.appeared)
    #expect(store.effects(.loaded(Array(text.utf8))) == [])
    #expect(store.state.post == nil && store.state.cachedAt == nil)
  }

  @Test func `A post that is gone closes its page`() throws {
    var store = try loaded()
    store.send(.changed(.postRemoved(id: "5")), effects: { _ in [.close] })
    store.send(.changed(.postRemoved(id: "8")))
    #expect(store.keys == ["s1", "s5", "s9", "footer"])
    store.send(.changed(.postRestored(id: "8")))
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
  }

  @Test func `A post that is not there is said`() {
    var store = store()
    store.given(.appeared)
    store.answer(
      .post, with: .text("{}", status: 404), effects: { _ in [.forget(.post(id: "5"))] },
      change: {
        $0.failure = .missing
        $0.isLoading = false
      })
    #expect(store.keys == ["footer"])
    #expect(Thread.view(store.state, .made()).cells.tail == [.part(.footer(.failed(Message(.notThere))))])
  }

  @Test func `The screens that show a post learn that it is gone`() throws {
    var store = store(try SamplePosts.post(5))
    store.given(.appeared)
    store.answer(
      .post, with: .text("{}", status: 404),
      effects: { _ in [.forget(.post(id: "5")), .broadcast(.postRemoved(id: "5"))] }
    ) {
      $0.failure = .missing
      $0.opened = nil
      $0.rows = $0.visibleRows()
      $0.isLoading = false
    }
  }

  @Test func `NEW_15 changes of posts show`() throws {
    var store = try loaded()
    for id in [1, 5, 8] {
      let item = OutboxItem(
        id: "e\(id)", session: "1", .edit(id: "\(id)", Draft(text: "New")), createdAt: noon, notBefore: noon)
      store.given(
        .changed(.itemWaiting(item)), .changed(SamplePosts.memberActed(.post(.favourite), "\(id)", true)))
      let post = store.state.entries.first { $0.post.id == "\(id)" }?.post
      #expect(post?.content == .text("New") && post?.interactions.isFavourite == true)
    }
    #expect(store.keys == ["s1", "s5", "s8", "s9", "footer"])
  }

  @Test(arguments: [
    (PostInteraction.favourite, PostTap.favourite(id: "8")), (.repost, .repost(id: "5")),
    (.bookmark, .bookmark(id: "1")),
  ])
  func `TWT_07 each post of a thread takes interactions`(interaction: PostInteraction, tap: PostTap) throws {
    var store = try loaded()
    let id = EncodedTap(text: tap.encoded.text).value
    store.send(.tapped(.post(tap)), effects: { _ in [.perform(.post(interaction), id: id, true)] })
  }

  @Test func `NEW_10 whoever wrote the opened post can be followed there`() throws {
    var store = TestStore<Thread>(
      Thread.State("5", try SamplePosts.post(5), SamplePosts.context(isRoot: false)))
    func follow() -> FollowState? {
      Thread.view(store.state, .made()).cells.all.lazy.compactMap(\.postCell).first { $0.style == .large }?
        .follow
    }
    let ask = Effect.ask(Thread.Request.relationships(["7"]), MastodonRequests.relationships(to: ["7"]))
    #expect(store.effects(.appeared).last == ask && follow() == FollowState.none)
    store.given(.received(.relationships(["7"]), .text(#"[{"id":"7","following":false}]"#), at: noon))
    #expect(follow() == .off)
    #expect(
      store.effects(.tapped(.post(.follow(id: "7")))) == [
        .perform(.person(.follow(name: "User 7")), id: "7", true)
      ])
    store.given(
      .changed(
        .memberActed(
          MemberActionChange(
            action: .person(.follow(name: "User 7")), id: "7", isOn: true, at: noon, isConfirmed: false))
      ))
    #expect(follow() == FollowState.none)
  }

  @Test func `NEW_09 a requested reply opens the composer once, as soon as the post is known`() throws {
    var store = store()
    store.given(.appeared)
    store.send(.replyRequested) { $0.isReplyRequested = true }
    let effects = store.effects(.received(.post, .text(SamplePosts.json(5)), at: noon))
    let isCompose = { (effect: Effect) in if case .openIfInFront(.compose) = effect { true } else { false } }
    #expect(effects.count(where: isCompose) == 1 && !store.state.isReplyRequested)
    #expect(!store.effects(.received(.context, context, at: noon)).contains(where: isCompose))
    var known = try loaded()
    #expect(known.effects(.replyRequested).contains(where: isCompose), "it is known already")
  }
}
