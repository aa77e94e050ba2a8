import Social
import TestSupport
import Testing

@testable import Screens

struct ViewerTests {
  private func store(_ count: Int, at index: Int) -> TestStore<Viewer.State, Viewer.Action> {
    TestStore(Viewer.State(Viewer.Start(pictures: Picture.several(count), index: index)), Viewer.reduce)
  }

  @Test func MOM_09_turningStopsAtBothEnds() {
    var store = store(3, at: 1)
    store.send(.tappedNext, effects: { _ in [.reveal(key: "slide2")] }) { $0.index = 2 }
    store.send(.tappedNext)
    store.send(.tappedPrevious, effects: { _ in [.reveal(key: "slide1")] }) { $0.index = 1 }
    store.send(.tappedPrevious, effects: { _ in [.reveal(key: "slide0")] }) { $0.index = 0 }
    store.send(.tappedPrevious)
  }

  @Test func MOM_09_swipingIsFollowedWithinBounds() {
    var store = store(3, at: 0)
    store.send(.turned(to: 2)) { $0.index = 2 }
    store.send(.turned(to: 3))
    store.send(.turned(to: -1))
  }

  @Test func MOM_09_draggingDownOrClosingCloses() {
    var store = store(3, at: 0)
    store.send(.draggedDown, effects: { _ in [.close] })
    store.send(.tappedClose, effects: { _ in [.close] })
    store.send(.appeared)
  }

  @Test(arguments: [(3, -1, 0), (3, 3, 2), (1, 9, 0), (0, 0, 0), (0, 5, 0)])
  func itOpensAtAPictureThatIsThere(count: Int, asked: Int, index: Int) {
    #expect(store(count, at: asked).state.index == index)
  }

  @Test func turningChangesOnlyTheBar() {
    let reader = Reader.made()
    let shown = Viewer.view(Viewer.State(.init(pictures: Picture.several(9), index: 0)), reader)
    let turned = Viewer.view(Viewer.State(.init(pictures: Picture.several(9), index: 1)), reader)
    let operations = turned.operations(from: shown, reader.strings)
    #expect(operations == [.replace(key: "bar", turned.frame[0].html(reader.strings))])
  }

  @Test func tapsAreReadBack() {
    #expect(Viewer.Action(tap: "close") == .tappedClose)
    #expect(Viewer.Action(tap: "back") == .tappedClose)
    #expect(Viewer.Action(tap: "next") == .tappedNext)
    #expect(Viewer.Action(tap: "previous") == .tappedPrevious)
    #expect(Viewer.Action(tap: "") == nil)
    #expect(Viewer.Action(tap: "picture:p1:0") == nil)
  }
}
