import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// What the screens look like as markup, in both languages: `Snapshots/*.html`.
struct SnapshotTests {
  @Test(arguments: snapshotLanguages)
  func MOM_01_momentsShowsEveryLayout(language: Language) throws {
    let loaded = TestStore.loaded(Samples.posts, showing: 7).state
    var state = Moments.State(
      rendered: Samples.ada, posts: loaded.posts, isComplete: true, origin: loaded.origin, isRoot: false, shownCount: 7)
    _ = Moments.reduce(&state, .tappedFold(key: "p14"))
    try check(.moments(state), "moments-content", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_01_theOwnPageIsTheRoot(language: Language) throws {
    let state = Moments.State(
      rendered: Samples.ada, posts: Array(Samples.posts.prefix(2)), isComplete: false, origin: .own(.made()),
      isRoot: true)
    try check(.moments(state), "moments-root", language)
  }

  @Test(arguments: 0...9)
  func MOM_03_everyNumberOfPicturesHasItsLayout(count: Int) throws {
    let post = Post.made("1", text: count == 0 ? "None" : "", pictures: Picture.several(count))
    let page = Moments.view(TestStore.loaded([post]).state, .made())
    try assertSnapshot(page.cells[1].html(Strings(.english)), named: "post-\(count)-pictures")
  }

  @Test(arguments: snapshotLanguages)
  func momentsLoads(language: Language) throws {
    try check(.moments(Moments.State(loading: "ada", origin: .own(.made()))), "moments-loading", language)
  }

  @Test(arguments: snapshotLanguages)
  func momentsWithoutPosts(language: Language) throws {
    try check(.moments(TestStore.loaded([]).state), "moments-empty", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_10_momentsThatCouldNotBeLoaded(language: Language) throws {
    var store = TestStore.moments(at: .other(.made("https://moments.example:8443/api")))
    store.prepare(.appeared, .answered(.posts, .failure(.unreachable)))
    try check(.moments(store.state), "moments-unreachable", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_10_momentsThatRefreshes(language: Language) throws {
    var store = TestStore.loaded(Array(Samples.posts.suffix(7)))
    store.prepare(.pulledDown, .reachedEnd)
    try check(.moments(store.state), "moments-refreshing", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_10_aFailedRefreshIsSaid(language: Language) throws {
    var store = TestStore.loaded([.made("1")])
    store.prepare(.pulledDown, .answered(.posts, .text("", status: 503)))
    try check(.moments(store.state), "moments-refresh-failed", language)
  }

  @Test(arguments: snapshotLanguages)
  func theStoredCopyOffline(language: Language) throws {
    var store = TestStore.loaded(Array(Samples.posts.suffix(6)))
    store.prepare(.tookOver, .answered(.posts, .failure(.unreachable)))
    try check(.moments(store.state), "moments-offline", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_09_whatAMemberCanDoOnThePage(language: Language) throws {
    var store = MomentsActionsTests.store()
    store.prepare(.tappedLike(key: "p7"), .tappedMenu(key: "p7"), .tappedAnswer(key: "p7", comment: "70"))
    store.prepare(.tappedMenu(key: "p7"), .typedComment("Hi"))
    try check(.moments(store.state), "moments-writing", language)
    store.prepare(.tappedOutsideComment, .tappedAnswer(key: "p7", comment: "71"))
    try check(.moments(store.state), "moments-asking", language)
  }

  @Test(arguments: snapshotLanguages)
  func TWT_04_composing(language: Language) throws {
    var store = ComposeTests.store()
    try check(.compose(store.state), "compose-new", language)
    store = ComposeTests.store(ComposeStart(replyTo: ComposeTests.post, writer: ComposeTests.anna))
    store.prepare(.typed(field: "text", text: "\n<b>" + String(repeating: "a", count: 500)), .tappedAudience)
    try check(.compose(store.state), "compose-reply", language)
    store.prepare(.tappedDiscard)
    try check(.compose(store.state), "compose-discarded", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_09_theViewer(language: Language) throws {
    let pictures = Samples.posts[1].pictures
    try check(.viewer(Viewer.State(.init(pictures: pictures, index: 1))), "viewer", language)
  }

  @Test func MOM_09_theViewerOfOnePicture() throws {
    try check(.viewer(Viewer.State(.init(pictures: [.made()], index: 0))), "viewer-single", .english)
  }

  @Test(arguments: snapshotLanguages)
  func theSettings(language: Language) throws {
    try check(.settings(Settings.State(isRoot: true)), "settings", language)
  }

  @Test(arguments: snapshotLanguages)
  func MOM_06_theSettingsWithAProblem(language: Language) throws {
    var state = Settings.State()
    _ = Settings.reduce(&state, .submitted(address: "\"ftp://x", username: "<b>"))
    try check(.settings(state), "settings-invalid-address", language)
    _ = Settings.reduce(&state, .submitted(address: "example.org", username: ""))
    try check(.settings(state), "settings-invalid-username", language)
  }

  @Test(arguments: snapshotLanguages)
  func NEW_04_theWholeDocument(language: Language) throws {
    let contents: [(String, FirstScreen.Content)] = [
      (
        "moments",
        .moments(.made("ada"), [.made("1", text: "Hello </script>")], isComplete: true, shownCount: 5, isRoot: true)
      ),
      ("other-server", .otherMoments(username: "ada", .made("https://moments.example"))),
      ("message", .message(.pageNotFound, help: .pageNotFoundHelp)),
    ]
    for (name, content) in contents {
      let first = FirstScreen(content, language: language, now: noon)
      try assertSnapshot(
        Document(server: .made(), assets: Samples.assets).html(first), named: "document-\(name).\(language.tag)")
    }
  }

  @Test func theDocumentWithoutTheAppCanBeRead() throws {
    let first = FirstScreen(
      .moments(.made("ada"), [.made("1")], isComplete: true, shownCount: 5, isRoot: true), language: .english, now: noon
    )
    let html = Document(server: .made(), assets: nil).html(first)
    #expect(!html.text.contains("<script"))
    try assertSnapshot(html, named: "document-without-app")
  }

  private func check(_ screen: ScreenState, _ name: String, _ language: Language) throws {
    try assertSnapshot(
      ScreenMarkup.html(screen, id: 1, .made(language)), named: "\(name).\(language.tag)")
  }
}
