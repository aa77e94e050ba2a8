import Markup
import Social
import TestSupport
import Testing

@testable import Screens

struct ViewerTests {
  private func store(_ count: Int, at index: Int) -> TestStore<Viewer> {
    TestStore<Viewer>(Viewer.State(PictureSet(pictures: Picture.several(count), index: index)))
  }

  @Test func `MOM_09 turning stops at both ends`() {
    var store = store(3, at: 1)
    store.send(.tapped(.next), effects: { _ in [.reveal(key: "slide2")] }) { $0.index = 2 }
    store.send(.tapped(.next))
    store.send(.tapped(.previous), effects: { _ in [.reveal(key: "slide1")] }) { $0.index = 1 }
    store.send(.tapped(.previous), effects: { _ in [.reveal(key: "slide0")] }) { $0.index = 0 }
    store.send(.tapped(.previous))
  }

  @Test func `MOM_09 swiping is followed within bounds`() {
    var store = store(3, at: 0)
    store.send(.turned(to: 2), effects: { _ in [.resetZoom] }) { $0.index = 2 }
    store.send(.turned(to: 3))
    store.send(.turned(to: -1))
  }

  @Test func `MOM_09 dragging down or closing closes`() {
    var store = store(3, at: 0)
    store.send(.draggedDown, effects: { _ in [.close] })
    store.send(.tapped(.close), effects: { _ in [.close] })
    store.send(.singleTapped, effects: { _ in [.close] })
    #expect(Viewer.Action(.appeared) == nil)
  }

  @Test(arguments: [(3, -1, 0), (3, 3, 2), (1, 9, 0), (0, 0, 0), (0, 5, 0)])
  func `MOM_09 it opens at a picture that is there`(count: Int, asked: Int, index: Int) {
    #expect(store(count, at: asked).state.index == index)
  }

  @Test func `MOM_09 turning changes only the bar`() {
    let reader = Reader.made()
    let viewer = ScreenHost<Viewer>(store(9, at: 0).state, id: 1)
    #expect(viewer.markup(reader).text.contains("slide0"))
    #expect(viewer.handle(.turned(to: 1)) == [.resetZoom])
    let bar = Viewer.view(store(9, at: 1).state, reader).frame[0].html(reader.strings)
    #expect(viewer.draw(reader) == [.replace(key: "bar", bar)])
  }

  @Test func `taps are written, and read back`() {
    for (text, tap) in [("close", Viewer.Tap.close), ("next", .next), ("previous", .previous)] {
      #expect(tap.encoded.text == text)
      #expect(Viewer.Tap(EncodedTap(text: text)) == tap)
    }
    for text in ["", "picture:p1:0", "back"] { #expect(Viewer.Tap(EncodedTap(text: text)) == nil) }
  }

  @Test func `MOM_09 keys and swipes are taps too`() {
    for (event, tap) in [
      (ScreenEvent.pressed(.escape), Viewer.Tap.close), (.pressed(.forward), .next), (.pressed(.backward), .previous),
      (.zoomed(.next), .next), (.zoomed(.previous), .previous),
    ] { #expect(Viewer.Action(event) == .tapped(tap)) }
    #expect(Viewer.Action(.zoomed(.closes)) == .draggedDown)
    #expect(Viewer.Action(.timerFired(.singleTap)) == .singleTapped)
  }
}
