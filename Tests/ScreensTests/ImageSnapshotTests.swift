import Contracts
import Markup
import Social
import Testing

@testable import Screens

/// What the image screens look like as markup: `Snapshots/image-*.html`.
struct ImageSnapshotTests {
  private static let full = #"""
    {"items":[{"id":"\#(Images.id(1))","image":"https://pictures.example/1.jpg","location":"Seafront\nDoor 7",
    "description":"A <b>coast</b> & clouds"},{"id":"\#(Images.id(2))","image":"/media/2.jpg","status_id":"2"}]}
    """#

  @Test(arguments: Language.allCases)
  func COM_01_theFeed(language: Language) throws {
    var store = TestStore.images()
    store.prepare(.appeared, .answered(RequestName(.timeline), .text(Self.full)))
    try check(.imageFeed(store.state), "image-feed", language)
  }

  @Test(arguments: Language.allCases)
  func COM_03_theFeedFails(language: Language) throws {
    var store = TestStore.images()
    store.prepare(.appeared, .answered(RequestName(.timeline), .failure(.unreachable)), .loaded(nil))
    try check(.imageFeed(store.state), "image-feed-failed", language)
  }

  @Test func COM_03_theFeedLoads() throws {
    try check(.imageFeed(ImageFeed.State(nil, own: .made())), "image-feed-loading", .english)
  }

  @Test(arguments: Language.allCases)
  func COM_02_comments(language: Language) throws {
    var store = TestStore.comments()
    store.prepare(.appeared, .answered(RequestName(.thread), Images.comments([1, 3])))
    store.prepare(.heard(.statusWaiting(Statuses.item(text: "Lovely", replyTo: "1"))))
    try check(.imageComments(store.state), "image-comments", language)
  }

  @Test(arguments: Language.allCases)
  func COM_05_commentsThatCantBeRead(language: Language) throws {
    var store = TestStore.comments(at: .made("https://feed.example"))
    store.prepare(.appeared, .answered(RequestName(.thread), .text("nonsense")))
    try check(.imageComments(store.state), "image-comments-invalid", language)
  }

  private func check(_ screen: ScreenState, _ name: String, _ language: Language) throws {
    try assertSnapshot(ScreenMarkup.html(screen, id: 1, .made(language)), named: name + "." + language.tag)
  }
}
