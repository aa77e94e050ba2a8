import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

struct MomentsTapsTests {
  @Test func MOM_09_longTextUnfoldsAndFolds() {
    var store = TestStore.loaded(Post.several(3))
    store.send(.tappedFold(key: "p1")) { $0.unfolded = ["p1"] }
    store.send(.tappedFold(key: "p1"), effects: { _ in [.reveal(key: "p1")] }) { $0.unfolded = [] }
  }

  @Test func MOM_09_aTappedPictureOpensTheViewerAtIt() {
    let pictures = Picture.several(4)
    var store = TestStore.loaded([.made(nil, text: "a"), .made("7", pictures: pictures)])
    store.send(
      .tappedPicture(key: "p7", index: 2),
      effects: { _ in [.open(.viewer(Viewer.Start(pictures: pictures, index: 2)))] })
    for (key, index) in [("p7", 4), ("p7", -1), ("n0", 0), ("p8", 0), ("", 0)] {
      store.send(.tappedPicture(key: key, index: index))
    }
  }

  @Test func aTappedPersonOpensTheirPageAtTheSameServer() {
    let origin = Origin.other(.made("https://moments.example"))
    var store = TestStore.moments(of: "ada", at: origin)
    store.send(.tappedPerson(username: "bob"), effects: { _ in [.open(.moments(username: "bob", origin))] })
    store.send(.tappedPerson(username: "ada"), effects: { _ in [.scrollToTop] })
  }

  @Test func theBarLeadsToTheSettingsAndBack() {
    var store = TestStore.moments()
    store.send(.tappedSettings, effects: { _ in [.open(.settings)] })
    store.send(.tappedBack, effects: { _ in [.close] })
  }

  @Test(
    arguments: [
      ("back", .tappedBack), ("settings", .tappedSettings), ("refresh", .pulledDown), ("notice", .tappedNotice),
      ("more", .reachedEnd),
      ("retry", .tappedRetry), ("fold:p1", .tappedFold(key: "p1")), ("fold:a:b", .tappedFold(key: "a:b")),
      ("person:a:b", .tappedPerson(username: "a:b")), ("person:", .tappedPerson(username: "")),
      ("person:朋友", .tappedPerson(username: "朋友")), ("picture:p1:0", .tappedPicture(key: "p1", index: 0)),
      ("picture:a:b:12", .tappedPicture(key: "a:b", index: 12)),
    ] as [(String, Moments.Action)])
  func tapsAreReadBack(tap: String, action: Moments.Action) {
    #expect(Moments.Action(tap: tap) == action)
  }

  @Test(arguments: [
    "", ":", "love:1", "answer:1", "picture", "picture:", "picture:p1", "picture:p1:", "picture:p1:x", "Back",
  ])
  func otherTapsAreNone(tap: String) {
    #expect(Moments.Action(tap: tap) == nil)
  }
}
