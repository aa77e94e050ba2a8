import Contracts
import Social
import Testing

@testable import Screens

struct TimelineLoadingTests {
  private let home = APIRequest(.get, "/api/v1/timelines/home?limit=20")

  private func home(before id: Int) -> APIRequest {
    APIRequest(.get, "/api/v1/timelines/home?limit=20&max_id=\(id)")
  }

  @Test func TWT_02_theLastTwentyPostsAreAskedForAtOnce() {
    var store = TestStore.timeline()
    #expect(store.keys == (0..<6).map { "skeleton\($0)" })
    store.send(
      .appeared,
      effects: { _ in
        [
          .load(key: "session 1 timeline home"), .call(RequestName(.timeline), home),
          .after(milliseconds: 60_000, .pollIsDue),
        ]
      }
    ) { $0.loading = .first }
    store.prepare(.answered(RequestName(.timeline), Statuses.page([3, 2, 1])))
    #expect(store.keys == ["s3", "s2", "s1", "foot"])
    #expect(store.state.newCount == 0 && store.state.loading == .no)
  }

  @Test(arguments: [
    (Timeline.Kind.mentions, "/api/v1/notifications?limit=20&types%5B%5D=mention"),
    (.tag("朋友"), "/api/v1/timelines/tag/%E6%9C%8B%E5%8F%8B?limit=20"),
  ])
  func TWT_17_mentionsAndTagsAreAskedForAtTheirPlaces(kind: Timeline.Kind, target: String) {
    var store = TestStore.timeline(kind, Statuses.context(isMember: false))
    store.send(
      .appeared,
      effects: { _ in
        [.call(RequestName(.timeline), APIRequest(.get, target)), .after(milliseconds: 60_000, .pollIsDue)]
      }
    ) { $0.loading = .first }
  }

  @Test func TWT_17_mentionsArePostsOfNotifications() {
    var store = TestStore.timeline(.mentions)
    let body = #"[{"id":"90","type":"mention","account":\#(Statuses.author(7)),"status":\#(Statuses.json(3))}]"#
    store.prepare(.appeared, .answered(RequestName(.timeline), .text(body)))
    #expect(store.keys == ["s90", "foot"])
  }

  @Test func TWT_03_newsComeAboveAndAreCounted() {
    var store = TestStore.newest([3, 2, 1])
    store.send(.pulledDown, effects: { _ in [.call(RequestName(.timeline), home)] }) { $0.loading = .refresh }
    store.prepare(.answered(RequestName(.timeline), Statuses.page([5, 4, 3, 2])))
    #expect(store.ids == [5, 4, 3, 2, 1])
    #expect(store.state.newCount == 2 && store.frameKeys.contains("pill"))
    store.prepare(.anchored(key: "s4", offset: 0))
    #expect(store.state.newCount == 1)
    store.send(.tappedNew, effects: { _ in [.scrollToTop] }) { $0.newCount = 0 }
  }

  @Test func TWT_03_newsThatAreManyAreFetchedUntilTheyMeetWhatIsThere() {
    var store = TestStore.newest([3, 2, 1])
    store.prepare(.pollIsDue)
    let first = Statuses.page(stride(from: 40, to: 20, by: -1))
    store.send(
      .answered(RequestName(.timeline), first), effects: { _ in [.call(RequestName(.newer), home(before: 21))] }
    ) {
      $0.incoming = Statuses.decoder.timeline(body(first)) ?? []
      $0.incomingPages = 1
    }
    #expect(store.ids == [3, 2, 1])
    store.prepare(.answered(RequestName(.newer), Statuses.page(stride(from: 20, to: 0, by: -1))))
    #expect(store.ids == Array(stride(from: 40, to: 0, by: -1)))
    #expect(store.state.gap == nil && store.state.newCount == 37)
  }

  private func body(_ result: Result<Answer, RequestFailure>) -> [UInt8] {
    guard case .success(let answer) = result else { return [] }
    return answer.body
  }

  @Test func TWT_03_afterFourPagesAGapStaysThatCanBeFilled() {
    var store = TestStore.newest([3, 2, 1])
    store.prepare(.pollIsDue)
    for page in 0..<4 {
      let top = 200 - page * 20
      store.prepare(
        .answered(
          RequestName(page == 0 ? .timeline : .newer), Statuses.page(stride(from: top, to: top - 20, by: -1))))
    }
    #expect(store.state.gap == "121" && store.ids.count == 83)
    #expect(store.keys[80] == "gap")
    store.send(.tappedGap, effects: { _ in [.call(RequestName(.gap), home(before: 121))] }) { $0.isLoadingGap = true }
    store.send(.tappedGap)
    store.prepare(.answered(RequestName(.gap), Statuses.page(stride(from: 120, to: 100, by: -1))))
    #expect(store.state.gap == "101" && store.keys[100] == "gap")
    store.prepare(.tappedGap, .answered(RequestName(.gap), Statuses.page([100, 3])))
    #expect(store.state.gap == nil && Array(store.ids.suffix(5)) == [101, 100, 3, 2, 1])
  }

  @Test func TWT_03_olderOnesFollowAtTheEndEachOnce() {
    var store = TestStore.newest([9, 8, 7])
    store.send(.reachedEnd, effects: { _ in [.call(RequestName(.older), home(before: 7))] }) {
      $0.isLoadingOlder = true
    }
    store.send(.reachedEnd)
    store.prepare(.answered(RequestName(.older), Statuses.page([7, 6, 6, 5])))
    #expect(store.ids == [9, 8, 7, 6, 5])
    store.prepare(.reachedEnd, .answered(RequestName(.older), Statuses.page([])))
    #expect(store.keys.last == "foot")
    store.send(.reachedEnd)
  }

  @Test func aFailureIsSaidAndCanBeTriedAgain() {
    var store = TestStore.timeline()
    store.prepare(.appeared, .answered(RequestName(.timeline), .failure(.unreachable)))
    #expect(store.state.notice == .trouble(.unreachable) && store.keys == ["foot"])
    store.send(.tappedRetry, effects: { _ in [.call(RequestName(.timeline), home)] }) {
      $0.notice = nil
      $0.loading = .first
    }
    store.prepare(.answered(RequestName(.timeline), .text("nonsense")))
    #expect(store.state.notice == .trouble(.unreadable))
  }

  @Test func whatNobodyAskedForFailsInSilence() {
    var store = TestStore.newest([1])
    store.prepare(.pollIsDue)
    store.send(.answered(RequestName(.timeline), .text("", status: 503))) { $0.loading = .no }
    store.prepare(.pulledDown, .answered(RequestName(.timeline), .text("", status: 503)))
    #expect(store.state.notice == .trouble(.serverFailed(status: 503)) && store.ids == [1])
  }

  @Test func anEmptyTimelineSaysSo() {
    let store = TestStore.newest([])
    #expect(Timeline.view(store.state, .made()).cells == [.foot(.empty(.home))])
  }
}
