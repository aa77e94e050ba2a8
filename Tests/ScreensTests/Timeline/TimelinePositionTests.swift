import Contracts
import Social
import Testing

@testable import Screens

/// Tests the reading position, and its storage on the device.
struct TimelinePositionTests {
  private func store(_ memory: [String: String] = [:]) -> TestStore<Timeline> {
    .timeline(.home, SamplePosts.context(memory: memory))
  }

  private func home(before id: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=\(id)")
  }

  @Test func `The reading position is stored as it changes`() {
    var store = TestStore.newest([3, 2, 1])
    store.send(.anchored(key: "s2", offset: -40), effects: { _ in [.remember(key: "place home", "-40:s2")] })
    {
      $0.readingPosition = ReadingPosition(key: "s2", offset: -40)
      $0.isRestored = true
    }
    store.send(.anchored(key: "s2", offset: -40))
    store.send(.anchored(key: "footer", offset: 0))
    store.send(.anchored(key: "s99", offset: 0))
  }

  @Test func `The cached response shows where the person stopped`() {
    var store = store(["place home": "-12:s2"])
    store.given(.appeared)
    store.send(.loaded(SamplePosts.copy([3, 2, 1])), effects: { _ in [.restore(key: "s2", offset: -12)] }) {
      $0.list.merge(SamplePosts.items([3, 2, 1]))
      $0.hasReadCache = true
      $0.savedCount = 3
      $0.isRestored = true
    }
    store.answer(
      .newest, with: SamplePosts.page([5, 4, 3]),
      effects: { _ in [SamplePosts.saved([5, 4, 3, 2, 1]), SamplePosts.rememberedNew(2)] }
    ) {
      $0.list.merge(SamplePosts.items([5, 4, 3]))
      ($0.newCount, $0.rememberedNewCount) = (2, 2)
      $0.savedCount = 5
      $0.askedAt = noon
      $0.loading = .no
    }
    #expect(store.ids == [5, 4, 3, 2, 1])
  }

  private func opened(_ memory: [String: String]) -> TestStore<Timeline> {
    var opened = store(memory)
    opened.given(.appeared)
    return opened
  }

  @Test(arguments: [[:], ["place home": "0:s60"], ["gap home": "50"], ["place home": "-12:s31"]])
  func
    `TWT_14 the first lines of a long cached response show before the others, and all is as if it were read at once`(
      memory: [String: String]
    ) throws
  {
    let words = String(repeating: "long ", count: 200)
    let posts = (1...60).reversed().map { id in
      SamplePosts.json(
        id, more: id == 58 ? #","in_reply_to_id":"20","content":"\#(words)""# : #","text":"\#(words)""#)
    }
    let copy = Array(("[" + posts.joined(separator: ",") + "]").utf8)
    #expect(copy.count > Timeline.largeCachedBytes)
    let isRead = memory["place home"]?.hasSuffix("s31") == true
    var store = opened(memory)
    var effects = store.effects(.loaded(copy))
    if isRead {
      #expect(
        store.state.cached == nil && store.ids.count == 60,
        "whoever read farther down comes back there at once")
      return
    }
    #expect(effects == [.after(milliseconds: 0, .decodesOn)])
    #expect(store.ids == Array((49...60).reversed()) && !store.state.hasReadCache)
    effects = store.effects(.decodesOn)
    #expect(store.state.cached == nil)
    let whole = opened(memory)
    var expected = whole.state
    #expect(Timeline.showCached(&expected, copy) == effects)
    #expect(store.state == expected)
    #expect(store.effects(.decodesOn) == [])
    // The server's response arrives before the second part is decoded.
    var fast = opened(memory)
    fast.given(.loaded(copy), .received(.newest, SamplePosts.page([62, 61, 60]), at: noon))
    let last = fast.effects(.decodesOn)
    #expect(fast.ids.prefix(3) == [62, 61, 60] && fast.ids.count == 62 && fast.state.cached == nil)
    #expect(last.contains { if case .save = $0 { true } else { false } })
  }

  @Test func `NEW_10 what was new is still new after a reload, and what came since is added`() {
    var store = store(["place home": "0:s2", "new home": "1"])
    store.given(.appeared)
    #expect(store.effects(.loaded(SamplePosts.copy([3, 2, 1]))) == [.restore(key: "s2", offset: 0)])
    #expect(store.state.newCount == 1)
    let answered = store.effects(.received(.newest, SamplePosts.page([5, 4, 3]), at: noon))
    #expect(answered.last == SamplePosts.rememberedNew(3) && store.state.newCount == 3)
    #expect(store.effects(.anchored(key: "s5", offset: 0)).last == SamplePosts.rememberedNew(nil))
  }

  @Test func `NEW_10 no more is new than stands above`() {
    var store = store(["place home": "0:s2", "new home": "40"])
    store.given(.appeared)
    let loaded = store.effects(.loaded(SamplePosts.copy([3, 2, 1])))
    #expect(loaded == [.restore(key: "s2", offset: 0), SamplePosts.rememberedNew(1)])
  }

  @Test func `What is cached is what came`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(.reachedEnd)
    store.answer(
      .older(before: "1"), with: SamplePosts.page([0]), effects: { _ in [SamplePosts.saved([3, 2, 1, 0])] }
    ) {
      $0.isLoadingOlder = false
      $0.list.append(SamplePosts.items([0]))
      $0.savedCount = 4
    }
  }

  @Test func `As many lines are cached as the person has read, and more below`() {
    var store = TestStore.newest((0..<200).map { 500 - $0 })
    #expect(store.state.savedCount == 80)
    store.send(.anchored(key: "s431", offset: 0), effects: { _ in [.remember(key: "place home", "0:s431")] })
    {
      $0.readingPosition = ReadingPosition(key: "s431", offset: 0)
      $0.isRestored = true
    }
    store.send(
      .anchored(key: "s429", offset: 0),
      effects: { _ in [.remember(key: "place home", "0:s429"), SamplePosts.saved((0..<111).map { 500 - $0 })]
      }
    ) {
      $0.readingPosition = ReadingPosition(key: "s429", offset: 0)
      $0.savedCount = 111
    }
  }

  @Test func `Without a network the cached response is said to be one`() {
    var store = store()
    store.given(
      .appeared, .received(.newest, .failure(.unreachable), at: noon), .loaded(SamplePosts.copy([1])))
    #expect(store.state.notice == .unreachable && store.frameKeys.contains("notice"))
    #expect(store.keys == ["s1", "footer"] && store.state.failure == nil)
    var other = self.store()
    other.given(
      .appeared, .loaded(SamplePosts.copy([1])), .received(.newest, .failure(.unreachable), at: noon))
    #expect(other.state.notice == .unreachable && other.frameKeys.contains("notice"))
  }

  @Test func `FOL_04 offline a cached response says how old it is, and one of before says nothing of it`() {
    for (copy, age) in [
      (SamplePosts.copy([1], at: SamplePosts.at(-3600)), true),
      (Array("[\(SamplePosts.json(1))]".utf8), false),
    ] {
      var store = TestStore<Timeline>.timeline(.home, SamplePosts.context())
      store.given(.appeared, .loaded(copy), .received(.newest, .failure(.unreachable), at: noon))
      #expect(store.ids == [1] && store.frameKeys.contains("notice"))
      #expect(store.text.contains("1 hour ago") == age)
    }
  }

  @Test func `A network that is faster than the device does not lose the position`() {
    var store = store(["place home": "-12:s1"])
    store.given(.appeared)
    // The cached copy isn't read yet, so it must not be overwritten.
    store.answer(
      .newest, with: SamplePosts.page([4, 3]),
      change: {
        $0.list.merge(SamplePosts.items([4, 3]))
        $0.askedAt = noon
        $0.loading = .no
      })
    store.send(
      .loaded(SamplePosts.copy([3, 2, 1])),
      effects: { _ in [.restore(key: "s1", offset: -12), SamplePosts.saved([4, 3, 2, 1])] }
    ) {
      $0.list.merge(SamplePosts.items([3, 2, 1]))
      $0.hasReadCache = true
      $0.savedCount = 4
      $0.isRestored = true
    }
    #expect(store.ids == [4, 3, 2, 1] && store.gaps == [])
    store.send(.loaded(SamplePosts.copy([3, 2, 1])))
  }

  @Test func `A position among the newest is found without the cached response`() {
    var store = store(["place home": "5:s3"])
    store.given(.appeared)
    store.answer(
      .newest, with: SamplePosts.page([4, 3]), effects: { _ in [.restore(key: "s3", offset: 5)] }
    ) {
      $0.list.merge(SamplePosts.items([4, 3]))
      $0.askedAt = noon
      $0.loading = .no
      $0.isRestored = true
    }
  }

  @Test func `No cached response is overwritten before it was read, and it goes on below a gap`() throws {
    var store = store()
    store.given(.appeared)
    store.answer(
      .newest, with: SamplePosts.page([30, 29]),
      change: {
        $0.list.merge(SamplePosts.items([30, 29]))
        $0.askedAt = noon
        $0.loading = .no
      })
    #expect(store.effects(.changed(try SamplePosts.sent(SamplePosts.item(), as: 31))) == [])
    #expect(store.effects(.anchored(key: "s29", offset: 1)) == [.remember(key: "place home", "1:s29")])
    let own = SamplePosts.json(31, by: 1)
    let others = [30, 29, 3, 2, 1].map { SamplePosts.json($0) }.joined(separator: ",")
    #expect(
      store.effects(.loaded(SamplePosts.copy([3, 2, 1]))) == [
        .remember(key: "gap home", "31 29"),
        .save(key: "session 1 timeline home", SamplePosts.copy("[\(own),\(others)]")),
      ])
    #expect(store.keys == ["s31", "s30", "s29", "gap 29", "s3", "s2", "s1", "footer"])
  }

  @Test func `The gaps of the cached response are where they were when it was written`() {
    var store = store(["gap home": "40 38"])
    store.given(.appeared, .loaded(SamplePosts.copy([41, 40, 39, 38, 10, 9])))
    #expect(store.keys == ["s41", "s40", "gap 40", "s39", "s38", "gap 38", "s10", "s9", "footer"])
    // A newer response covers one gap of the copy.
    var faster = self.store(["gap home": "40"])
    faster.given(
      .appeared, .received(.newest, SamplePosts.page([42, 41, 40, 39, 38]), at: noon),
      .loaded(SamplePosts.copy([41, 40, 10, 9])))
    #expect(faster.keys == ["s42", "s41", "s40", "s39", "s38", "gap 38", "s10", "s9", "footer"])
  }

  @Test func `A cached response that is read twice changes nothing the second time`() {
    var store = TestStore.newest([3])
    store.send(.loaded(SamplePosts.copy([1])))
    store.send(.loaded(nil))
  }

  @Test func `A position that neither the device nor the first page has is asked for`() {
    var store = store(["place home": "-12:s99"])
    store.given(.appeared, .loaded(nil))
    store.answer(
      .newest, with: SamplePosts.page([200, 199]),
      effects: { _ in
        [SamplePosts.saved([200, 199]), .ask(Timeline.Request.position(id: "99"), home(before: 100))]
      }
    ) {
      $0.list.merge(SamplePosts.items([200, 199]))
      $0.savedCount = 2
      $0.askedAt = noon
      $0.loading = .no
    }
    // The list is still at the top before it restores the reading position, so this isn't a new position.
    store.send(.anchored(key: "s200", offset: 0))
    store.answer(
      .position(id: "99"), with: SamplePosts.page([99, 98]),
      effects: { _ in
        [
          .remember(key: "gap home", "199"), SamplePosts.saved([200, 199, 99, 98]),
          .restore(key: "s99", offset: -12),
        ]
      }
    ) {
      $0.list.merge(SamplePosts.items([99, 98]))
      $0.rememberedGaps = ["199"]
      $0.savedCount = 4
      $0.isRestored = true
    }
    #expect(store.keys == ["s200", "s199", "gap 199", "s99", "s98", "footer"])
  }

  @Test func `A position that the cache lacks is requested once that was read, and the next line is as good`()
  {
    var store = store(["place home": "7:s50"])
    store.given(.appeared, .received(.newest, SamplePosts.page([200, 199]), at: noon))
    #expect(
      store.effects(.loaded(SamplePosts.copy([199, 198]))) == [
        .ask(Timeline.Request.position(id: "50"), home(before: 51)), SamplePosts.saved([200, 199, 198]),
      ])
    #expect(
      store.effects(.received(.position(id: "50"), SamplePosts.page([49, 48]), at: noon)).last
        == .restore(key: "s49", offset: 7))
    #expect(store.keys == ["s200", "s199", "s198", "gap 198", "s49", "s48", "footer"])
  }

  @Test(
    arguments: [.failure(.unreachable), .text("", status: 503), .text("nonsense")]
      as [Result<Response, RequestFailure>]
  )
  func `A position that does not come leaves the person where they are`(
    response: Result<Response, RequestFailure>
  ) {
    var store = store(["place home": "7:s50"])
    store.given(.appeared, .loaded(nil), .received(.newest, SamplePosts.page([200, 199]), at: noon))
    store.answer(.position(id: "50"), with: response, change: { $0.isRestored = true })
    #expect(store.ids == [200, 199])
  }

  @Test func `Who has scrolled on is not taken back to the position`() {
    var store = store(["place home": "7:s50"])
    store.given(.appeared, .loaded(nil), .received(.newest, SamplePosts.page([200, 199]), at: noon))
    store.send(.anchored(key: "s199", offset: 3), effects: { _ in [.remember(key: "place home", "3:s199")] })
    {
      $0.readingPosition = ReadingPosition(key: "s199", offset: 3)
      $0.isRestored = true
    }
    store.answer(.position(id: "50"), with: SamplePosts.page([50, 49]))
    #expect(store.ids == [200, 199])
  }

  @Test(arguments: ["", "s2", ":s2", "x:s2", "1:", "9999999999999999999999:s2"])
  func `An unreadable position is forgotten`(text: String) {
    #expect(ReadingPosition(text) == nil)
  }
}
