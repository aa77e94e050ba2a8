import Contracts
import Social
import Testing

@testable import Screens

/// Where the person reads, and what the device keeps.
struct TimelinePlaceTests {
  @Test func theReadingPlaceIsKeptAsItChanges() {
    var store = TestStore.newest([3, 2, 1])
    store.send(
      .anchored(key: "s2", offset: -40), effects: { _ in [.remember(key: "place home", "-40:s2")] },
      change: { $0.place = ReadingPlace(key: "s2", offset: -40) })
    store.send(.anchored(key: "s2", offset: -40))
    store.send(.anchored(key: "foot", offset: 0))
    store.send(.anchored(key: "s99", offset: 0))
  }

  @Test func theStoredCopyShowsWhereThePersonStopped() {
    let context = Statuses.context(memory: ["place home": "-12:s2"])
    var store = TestStore.timeline(.home, context)
    store.prepare(.appeared)
    let copy = Array(("[" + [3, 2, 1].map { Statuses.json($0) }.joined(separator: ",") + "]").utf8)
    store.send(.loaded(copy), effects: { _ in [.restore(key: "s2", offset: -12)] }) {
      _ = $0.list.append(Statuses.decoder.timeline(copy) ?? [])
      $0.isRestored = true
    }
    store.prepare(.answered(RequestName(.timeline), Statuses.page([5, 4, 3])))
    #expect(store.ids == [5, 4, 3, 2, 1] && store.state.newCount == 2)
  }

  @Test func whatIsKeptIsWhatCame() {
    var store = TestStore.newest([3, 2, 1])
    let all = [3, 2, 1, 0].map { Statuses.json($0) }.joined(separator: ",")
    store.prepare(.reachedEnd)
    store.send(
      .answered(RequestName(.older), Statuses.page([0])),
      effects: { _ in [.save(key: "session 1 timeline home", Array("[\(all)]".utf8))] },
      change: {
        $0.isLoadingOlder = false
        _ = $0.list.append(Statuses.decoder.timeline(Array("[\(Statuses.json(0))]".utf8)) ?? [])
      })
  }

  @Test func withoutANetworkTheCopyIsSaidToBeOne() {
    var store = TestStore.timeline()
    store.prepare(.appeared, .answered(RequestName(.timeline), .failure(.unreachable)))
    store.prepare(.loaded(Array("[\(Statuses.json(1))]".utf8)))
    #expect(store.state.notice == .offlineCopy && store.frameKeys.contains("notice"))
    var other = TestStore.timeline()
    other.prepare(
      .appeared, .loaded(Array("[\(Statuses.json(1))]".utf8)),
      .answered(RequestName(.timeline), .failure(.unreachable)))
    #expect(other.state.notice == .offlineCopy)
  }

  @Test func aNetworkThatIsFasterThanTheCopyDoesNotLoseThePlace() {
    let context = Statuses.context(memory: ["place home": "-12:s1"])
    var store = TestStore.newest([4, 3], context)
    let copy = Array(("[" + [3, 2, 1].map { Statuses.json($0) }.joined(separator: ",") + "]").utf8)
    store.send(.loaded(copy), effects: { _ in [.restore(key: "s1", offset: -12)] }) {
      _ = $0.list.append(Statuses.decoder.timeline(copy) ?? [])
      $0.isRestored = true
    }
    #expect(store.ids == [4, 3, 2, 1])
    store.send(.loaded(copy))
  }

  @Test func aPlaceAmongTheNewestIsFoundWithoutTheCopy() {
    var store = TestStore.timeline(.home, Statuses.context(memory: ["place home": "5:s3"]))
    store.prepare(.appeared)
    store.send(
      .answered(RequestName(.timeline), Statuses.page([4, 3])),
      effects: { Timeline.save($0) + [.restore(key: "s3", offset: 5)] },
      change: {
        $0.loading = .no
        $0.isRestored = true
        _ = $0.list.append(
          Statuses.decoder.timeline(Array("[\(Statuses.json(4)),\(Statuses.json(3))]".utf8)) ?? [])
      })
  }

  @Test func aCopyThatComesLateChangesNothing() {
    var store = TestStore.newest([3])
    store.send(.loaded(Array("[\(Statuses.json(1))]".utf8)))
    store.send(.loaded(nil))
  }

  @Test(arguments: ["", "s2", ":s2", "x:s2", "1:", "9999999999999999999999:s2"])
  func aPlaceThatIsNoneIsForgotten(text: String) {
    #expect(ReadingPlace(text) == nil)
  }
}
