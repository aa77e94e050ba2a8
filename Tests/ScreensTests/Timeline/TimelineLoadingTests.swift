import Contracts
import Social
import Testing

@testable import Localization
@testable import Screens

struct TimelineLoadingTests {
  private let home = APIRequest(.get, "/api/v1/timelines/home?limit=20")

  private func home(before id: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=\(id)")
  }

  private func down(_ top: Int, _ count: Int) -> [Int] { (0..<count).map { top - $0 } }

  @Test func `TWT_02 the last twenty posts are asked for at once`() {
    var store = TestStore.timeline()
    #expect(store.keys == (0..<6).map { "skeleton\($0)" })
    store.send(
      .appeared,
      effects: { _ in [.load(key: "session 1 timeline home"), .ask(Timeline.Request.newest, home)] }
    ) { $0.loading = .first }
    store.answer(
      .newest, with: SamplePosts.page([3, 2, 1]),
      change: {
        $0.list.merge(SamplePosts.items([3, 2, 1]))
        $0.askedAt = noon
        $0.loading = .no
      })
    #expect(store.keys == ["s3", "s2", "s1", "footer"])
    #expect(store.state.newCount == 0)
  }

  @Test(arguments: [
    (Timeline.Kind.mentions, "/api/v1/notifications?limit=20&types%5B%5D=mention"),
    (.tag("朋友"), "/api/v1/timelines/tag/%E6%9C%8B%E5%8F%8B?limit=20"),
  ])
  func `TWT_17 mentions and tags are asked for at their places`(kind: Timeline.Kind, target: String) {
    var store = TestStore.timeline(kind, SamplePosts.context(isMember: false))
    store.send(.appeared, effects: { _ in [.ask(Timeline.Request.newest, APIRequest(.get, target))] }) {
      $0.loading = .first
      $0.hasReadCache = true
    }
  }

  @Test func `TWT_17 mentions are posts of notifications`() {
    var store = TestStore.timeline(.mentions)
    let body =
      #"[{"id":"90","type":"mention","account":\#(SamplePosts.author(7)),"status":\#(SamplePosts.json(3))}]"#
    store.given(.appeared, .received(.newest, .text(body), at: noon))
    #expect(store.keys == ["s90", "footer"])
  }

  @Test func `TWT_03 the newest are asked for every half minute while the timeline shows`() {
    var store = TestStore.newest([3, 2, 1])
    store.send(.ticked(SamplePosts.at(24)))
    let ask = Effect.ask(Timeline.Request.newest, home)
    store.send(
      .ticked(SamplePosts.at(30)),
      effects: { _ in [.ask(Timeline.Request.circles, CircleRequests.all), ask] }
    ) {
      $0.loading = .quiet
      $0.asksForCircles = false
    }
    store.send(.ticked(SamplePosts.at(31)))
    store.answer(
      .newest, with: SamplePosts.page([3, 2, 1]), at: SamplePosts.at(30),
      effects: { _ in [SamplePosts.saved([3, 2, 1], at: SamplePosts.at(30))] }
    ) {
      $0.loading = .no
      $0.askedAt = SamplePosts.at(30)
    }
    store.send(.ticked(SamplePosts.at(54)))
    store.send(.returned, effects: { _ in [.ask(Timeline.Request.newest, home)] }) { $0.loading = .quiet }
  }

  @Test func `NEW_18 circles that were made on another device come after half a minute, once`() {
    var store = TestStore.newest([3, 2, 1])
    #expect(
      store.effects(.ticked(SamplePosts.at(30))).contains(
        .ask(Timeline.Request.circles, CircleRequests.all)))
    let response = Result<Response, RequestFailure>.text(#"[{"id":"12","title":"Family"}]"#)
    let circles = [Circle(id: "12", name: "Family")]
    #expect(
      store.effects(.received(.circles, response, at: SamplePosts.at(31))) == [
        .remember(key: "circles", "12 Family\n"), .broadcast(.circlesChanged(circles)),
      ])
    store.given(.changed(.circlesChanged(circles)))
    #expect(Timeline.view(store.state, .made()).frame.contains(.circles(circles)))
    #expect(
      !store.effects(.ticked(SamplePosts.at(90))).contains(.ask(Timeline.Request.circles, CircleRequests.all))
    )
  }

  @Test func `TWT_03 pulling while a refresh runs shows the running one`() {
    var store = TestStore.newest([3, 2, 1])
    store.send(.returned, effects: { _ in [.ask(Timeline.Request.newest, home)] }) { $0.loading = .quiet }
    store.send(.pulledDown) { $0.loading = .refresh }
    #expect(store.page.status == "refreshing")
  }

  @Test func `TWT_03 news come above and are counted`() {
    var store = TestStore.newest([3, 2, 1])
    store.send(.returned, effects: { _ in [.ask(Timeline.Request.newest, home)] }) { $0.loading = .quiet }
    store.answer(
      .newest, with: SamplePosts.page([5, 4, 3, 2]),
      effects: { _ in [SamplePosts.saved([5, 4, 3, 2, 1]), SamplePosts.rememberedNew(2)] }
    ) {
      $0.list.merge(SamplePosts.items([5, 4, 3, 2]))
      ($0.newCount, $0.rememberedNewCount) = (2, 2)
      $0.savedCount = 5
      $0.loading = .no
    }
    #expect(store.ids == [5, 4, 3, 2, 1])
    #expect(store.frameKeys.contains("pill"))
    store.send(
      .anchored(key: "s4", offset: 0),
      effects: { _ in [.remember(key: "place home", "0:s4"), SamplePosts.rememberedNew(1)] }
    ) {
      ($0.newCount, $0.rememberedNewCount) = (1, 1)
      $0.readingPosition = ReadingPosition(key: "s4", offset: 0)
      $0.isRestored = true
    }
    store.send(.tapped(.list(.new)), effects: { _ in [.scrollToTop, SamplePosts.rememberedNew(nil)] }) {
      ($0.newCount, $0.rememberedNewCount) = (0, 0)
    }
  }

  @Test func `NEW_10 whoever asks for news at the top sees them, and farther down they are counted`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(.pulledDown)
    #expect(store.effects(.received(.newest, SamplePosts.page([5, 4, 3]), at: noon)).last == .scrollToTop)
    #expect(store.state.newCount == 0 && store.ids == [5, 4, 3, 2, 1])
    store.given(.anchored(key: "s3", offset: 50), .tapped(.list(.refresh)))
    #expect(!store.effects(.received(.newest, SamplePosts.page([6, 5]), at: noon)).contains(.scrollToTop))
    #expect(store.state.newCount == 1)
  }

  @Test func `NEW_14 the pill leads to the oldest of the news, and then to the top`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .anchored(key: "s3", offset: 50), .returned,
      .received(.newest, SamplePosts.page([6, 5, 4, 3]), at: noon))
    #expect(store.effects(.tapped(.list(.new))) == [.reveal(key: "s4")])
    #expect(store.effects(.anchored(key: "s4", offset: 50)).contains(SamplePosts.rememberedNew(2)))
    store.given(.returned, .received(.newest, SamplePosts.page([7, 6]), at: noon))
    #expect(store.effects(.tapped(.list(.new))) == [.reveal(key: "s5")], "others came meanwhile")
    #expect(store.effects(.tapped(.list(.new))) == [.scrollToTop, SamplePosts.rememberedNew(nil)])
  }

  @Test func `NEW_05 without a network that is said after two seconds, and once`() {
    var store = TestStore.newest([3, 2, 1])
    let lost = Timeline.Action.received(.newest, .failure(.unreachable), at: noon)
    store.given(.returned)
    #expect(store.effects(lost) == [.after(milliseconds: 1_500, .asksAgain)])
    #expect(store.state.notice == nil)
    #expect(store.effects(.asksAgain) == [.ask(Timeline.Request.newest, home)])
    #expect(store.effects(lost) == [] && store.state.notice == .unreachable)
    for action in [Timeline.Action.tapped(.list(.notice)), .returned, lost] { store.given(action) }
    #expect(store.state.notice == nil)
    store.given(.returned, .received(.newest, SamplePosts.page([3, 2]), at: noon), .returned)
    #expect(store.effects(lost) == [.after(milliseconds: 1_500, .asksAgain)])
  }

  @Test func `NEW_14 choosing the tab again at the top asks for news`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(.anchored(key: "s2", offset: 50))
    #expect(store.effects(.choseAgain) == [.scrollToTop])
    store.given(.anchored(key: "s3", offset: 50))
    #expect(store.effects(.choseAgain) == [.scrollToTop, .ask(Timeline.Request.newest, home)])
    #expect(store.page.status == "refreshing")
  }

  @Test func `TWT_03 news that are many are fetched until they meet what is there`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(.returned)
    store.answer(
      .newest, with: SamplePosts.page(down(40, 20)),
      effects: { _ in [.ask(Timeline.Request.newer(before: "21"), home(before: 21))] }
    ) {
      $0.incoming = SamplePosts.items(down(40, 20))
      $0.incomingPages = 1
    }
    #expect(store.ids == [3, 2, 1])
    store.answer(
      .newer(before: "21"), with: SamplePosts.page(down(20, 20)),
      effects: { _ in [SamplePosts.saved(down(40, 40)), SamplePosts.rememberedNew(37)] }
    ) {
      $0.incoming = []
      $0.incomingPages = 0
      $0.loading = .no
      $0.list.merge(SamplePosts.items(down(40, 40)))
      ($0.newCount, $0.rememberedNewCount) = (37, 37)
      $0.savedCount = 40
    }
    #expect(store.ids == down(40, 40) && store.gaps == [])
  }

  @Test func `TWT_03 after four pages a gap stays that can be filled`() {
    var store = TestStore.newest([3, 2, 1])
    store.given(
      .returned, .received(.newest, SamplePosts.page(down(200, 20)), at: noon),
      .received(.newer(before: "181"), SamplePosts.page(down(180, 20)), at: noon),
      .received(.newer(before: "161"), SamplePosts.page(down(160, 20)), at: noon))
    #expect(
      store.effects(.received(.newer(before: "141"), SamplePosts.page(down(140, 20)), at: noon)) == [
        .remember(key: "gap home", "121"), SamplePosts.saved(down(200, 80)), SamplePosts.rememberedNew(80),
      ])
    #expect(store.gaps == ["121"] && store.ids.count == 83)
    #expect(store.keys[80] == "gap 121")
    store.send(
      .tapped(.gap(after: "121")),
      effects: { _ in [.ask(Timeline.Request.gap(after: "121"), home(before: 121))] }
    ) { $0.list.setLoading(true, gap: "121") }
    store.send(.tapped(.gap(after: "121")))
    store.answer(
      .gap(after: "121"), with: SamplePosts.page(down(120, 20)),
      effects: { _ in [.remember(key: "gap home", "101"), SamplePosts.saved(down(200, 80))] }
    ) {
      $0.list.fill(gap: "121", with: SamplePosts.items(down(120, 20)))
      $0.rememberedGaps = ["101"]
    }
    #expect(store.gaps == ["101"] && store.keys[100] == "gap 101")
    store.send(
      .tapped(.gap(after: "101")),
      effects: { _ in [.ask(Timeline.Request.gap(after: "101"), home(before: 101))] }
    ) { $0.list.setLoading(true, gap: "101") }
    #expect(
      store.effects(.received(.gap(after: "101"), SamplePosts.page([100, 3]), at: noon)) == [
        .remember(key: "gap home", nil), SamplePosts.saved(down(200, 80)),
      ])
    #expect(store.gaps == [] && Array(store.ids.suffix(5)) == [101, 100, 3, 2, 1])
  }

  @Test func `TWT_03 several gaps are filled each by its own response`() {
    var store = TestStore.newest([3, 2, 1])
    for top in [40, 80] {
      store.given(.returned, .received(.newest, SamplePosts.page([top]), at: noon))
      for id in down(top - 1, 3) {
        store.given(.received(.newer(before: "\(id + 1)"), SamplePosts.page([id]), at: noon))
      }
    }
    #expect(
      store.keys == [
        "s80", "s79", "s78", "s77", "gap 77", "s40", "s39", "s38", "s37", "gap 37", "s3", "s2", "s1",
        "footer",
      ])
    store.send(
      .tapped(.gap(after: "77")),
      effects: { _ in [.ask(Timeline.Request.gap(after: "77"), home(before: 77))] }
    ) { $0.list.setLoading(true, gap: "77") }
    store.send(
      .tapped(.gap(after: "37")),
      effects: { _ in [.ask(Timeline.Request.gap(after: "37"), home(before: 37))] }
    ) { $0.list.setLoading(true, gap: "37") }
    store.answer(
      .gap(after: "37"), with: SamplePosts.page([36, 35]), effects: { state in gapsAndLines(state, "77 35") }
    ) {
      $0.list.fill(gap: "37", with: SamplePosts.items([36, 35]))
      $0.rememberedGaps = ["77", "35"]
      $0.savedCount = 13
    }
    #expect(store.ids == [80, 79, 78, 77, 40, 39, 38, 37, 36, 35, 3, 2, 1])
    #expect(
      store.state.list.gap(after: "77")?.isLoading == true
        && store.state.list.gap(after: "35")?.isLoading == false)
    store.answer(
      .gap(after: "77"), with: SamplePosts.page([76, 41, 40]), effects: { state in gapsAndLines(state, "35") }
    ) {
      $0.list.fill(gap: "77", with: SamplePosts.items([76, 41, 40]))
      $0.rememberedGaps = ["35"]
      $0.savedCount = 15
    }
    #expect(store.ids == [80, 79, 78, 77, 76, 41, 40, 39, 38, 37, 36, 35, 3, 2, 1] && store.gaps == ["35"])
  }

  private func gapsAndLines(_ state: Timeline.State, _ gaps: String?) -> [Effect] {
    [.remember(key: "gap home", gaps), SamplePosts.saved(state.list.entries.compactMap { Int($0.id) })]
  }

  @Test func `TWT_03 a gap that could not be filled stays and says why`() {
    var store = TestStore.newest([3])
    store.given(.returned, .received(.newest, SamplePosts.page([40]), at: noon))
    for id in [39, 38, 37] {
      store.given(.received(.newer(before: "\(id + 1)"), SamplePosts.page([id]), at: noon))
    }
    store.given(.tapped(.gap(after: "37")))
    store.answer(
      .gap(after: "37"), with: .text("", status: 503),
      change: {
        $0.list.setLoading(false, gap: "37")
        $0.notice = .serverFailed(status: 503)
      })
    #expect(store.keys == ["s40", "s39", "s38", "s37", "gap 37", "s3", "footer"])
  }

  @Test func `TWT_03 older ones follow at the end each once`() {
    var store = TestStore.newest([9, 8, 7])
    store.send(.reachedEnd, effects: { _ in [.ask(Timeline.Request.older(before: "7"), home(before: 7))] }) {
      $0.isLoadingOlder = true
    }
    store.send(.reachedEnd)
    store.answer(
      .older(before: "7"), with: SamplePosts.page([7, 6, 6, 5]),
      effects: { _ in [SamplePosts.saved([9, 8, 7, 6, 5])] }
    ) {
      $0.list.append(SamplePosts.items([6, 5]))
      $0.isLoadingOlder = false
      $0.savedCount = 5
    }
    #expect(store.ids == [9, 8, 7, 6, 5])
    store.send(.reachedEnd, effects: { _ in [.ask(Timeline.Request.older(before: "5"), home(before: 5))] }) {
      $0.isLoadingOlder = true
    }
    store.answer(
      .older(before: "5"), with: SamplePosts.page([]), effects: { _ in [SamplePosts.saved([9, 8, 7, 6, 5])] }
    ) {
      $0.isLoadingOlder = false
      $0.isComplete = true
    }
    #expect(store.keys.last == "footer")
    store.send(.reachedEnd)
  }

  @Test func `TWT_03 a page for another end of the list is dropped`() {
    var store = TestStore.timeline()
    store.given(
      .appeared, .received(.newest, SamplePosts.page([30, 29]), at: noon), .reachedEnd,
      .loaded(SamplePosts.copy([3, 2, 1])))
    store.answer(
      .older(before: "29"), with: SamplePosts.page([28, 27]), change: { $0.isLoadingOlder = false })
    #expect(store.ids == [30, 29, 3, 2, 1] && store.gaps == ["29"])
  }

  @Test func `A failure is said and can be tried again`() {
    var store = TestStore.timeline()
    store.given(.appeared)
    store.answer(
      .newest, with: .failure(.unreachable),
      change: {
        $0.loading = .no
        $0.askedAt = noon
        $0.failure = .unreachable
        $0.notice = .unreachable
      })
    #expect(store.keys == ["footer"] && !store.frameKeys.contains("notice"))
    #expect(
      Timeline.view(store.state, .made()).cells.tail == [.part(.footer(.failed(Message(.unreachable))))])
    store.send(.tapped(.list(.retry)), effects: { _ in [.ask(Timeline.Request.newest, home)] }) {
      $0.notice = nil
      $0.failure = nil
      $0.loading = .first
    }
    store.answer(
      .newest, with: .text("nonsense"),
      change: {
        $0.loading = .no
        $0.failure = .unreadable
        $0.notice = .unreadable
      })
  }

  @Test func `What nobody asked for fails in silence`() {
    var store = TestStore.newest([1])
    store.given(.returned)
    store.answer(.newest, with: .text("", status: 503), change: { $0.loading = .no })
    store.send(.pulledDown, effects: { _ in [.ask(Timeline.Request.newest, home)] }) { $0.loading = .refresh }
    store.answer(
      .newest, with: .text("", status: 503),
      change: {
        $0.loading = .no
        $0.notice = .serverFailed(status: 503)
      })
    #expect(store.ids == [1] && store.frameKeys.contains("notice"))
    store.send(.tapped(.list(.notice))) { $0.notice = nil }
  }

  @Test func `An empty timeline says so`() {
    let store = TestStore.newest([])
    #expect(store.keys == ["footer"])
    #expect(
      Timeline.view(store.state, .made()).cells.tail == [
        .part(.footer(.empty(.noPosts, help: .emptyHomeHelp)))
      ])
  }
}
