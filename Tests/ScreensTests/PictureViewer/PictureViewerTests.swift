import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct PictureViewerTests {
  private func store(_ count: Int, at index: Int) -> TestStore<PictureViewer> {
    TestStore<PictureViewer>(PictureViewer.State(PictureSet(pictures: Picture.several(count), index: index)))
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
    #expect(PictureViewer.Action(.appeared) == nil)
  }

  @Test(arguments: [(3, -1, 0), (3, 3, 2), (1, 9, 0), (0, 0, 0), (0, 5, 0)])
  func `MOM_09 it opens at a picture that is there`(count: Int, asked: Int, index: Int) {
    #expect(store(count, at: asked).state.index == index)
  }

  @Test func `NEW_22 the viewer says the picture's number and its description`() {
    let picture = Picture(url: "/1.jpg", description: #"A "bird""#)
    func said(_ picture: Picture, of count: Int) -> String {
      PictureViewer.Cell.bar(picture, index: 1, count: count, isDescribed: false).html(Strings(.english)).text
    }
    let words = #"<span class="unseen">Picture 2 of 9</span>"#
    #expect(
      said(picture, of: 9).contains(
        #"role="status">"# + words + #"<span class="unseen" dir="auto">A "bird"</span>"#))
    let plain = said(Picture(url: "/1.jpg"), of: 9)
    #expect(plain.contains(#"role="status">"# + words + "<i "))
    #expect(!said(picture, of: 1).contains("role=\"status\""))
  }

  @Test func `MOM_09 turning changes only the bar`() {
    let environment = ViewEnvironment.made()
    let viewer = ScreenHost<PictureViewer>(store(9, at: 0).state, id: 1)
    #expect(viewer.markup(environment).text.contains("slide0"))
    #expect(viewer.handle(.turned(to: 1)) == [.resetZoom])
    let bar = PictureViewer.view(store(9, at: 1).state, environment).frame[0].html(environment.strings)
    #expect(viewer.draw(environment) == [.replace(key: "bar", bar)])
  }

  @Test func `taps are encoded, and decoded again`() {
    for (text, tap) in [("close", PictureViewer.Tap.close), ("next", .next), ("previous", .previous)] {
      #expect(tap.encoded.text == text)
      #expect(PictureViewer.Tap(EncodedTap(text: text)) == tap)
    }
    for text in ["", "picture:p1:0", "back"] { #expect(PictureViewer.Tap(EncodedTap(text: text)) == nil) }
  }

  @Test func `MOM_09 keys and swipes are taps too`() {
    for (event, tap) in [
      (ScreenEvent.pressed(.escape), PictureViewer.Tap.close), (.pressed(.forward), .next),
      (.pressed(.backward), .previous),
      (.zoomed(.next), .next), (.zoomed(.previous), .previous),
    ] { #expect(PictureViewer.Action(event) == .tapped(tap)) }
    #expect(PictureViewer.Action(.zoomed(.closes)) == .draggedDown)
    #expect(PictureViewer.Action(.timerFired(.singleTap)) == .singleTapped)
  }
}
