import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests encoded taps, which a view writes and the app reads: no view may write one that the app doesn't
/// understand.
struct EncodedTapsTests {
  static let moments: [Moments.State] = {
    let loaded = TestStore.loaded(Samples.posts, showing: 12)
    var failed = TestStore.loaded(Samples.posts)
    failed.given(.pulledDown, .received(.posts, .failure(.unreachable), at: noon), .reachedEnd)
    var empty = TestStore.moments()
    empty.given(.appeared, .received(.posts, .failure(.unreachable), at: noon))
    var writing = MomentsActionsTests.store()
    writing.given(
      .tapped(.menu(key: "p7")), .tapped(.reply(key: "p7", comment: "71")), .tapped(.menu(key: "p7")))
    let menu = writing.state
    writing.given(.tapped(.comment(key: "p8")))
    let hostile = Account.made("a:b \"<&>' 朋友", nick: "x")
    return [
      loaded.state, failed.state, empty.state, TestStore.loaded(Samples.posts).state,
      TestStore.loaded([
        .made(
          "a:b:c", by: hostile, text: String(repeating: "\n", count: 9) + "x", pictures: Picture.several(9))
      ]).state, menu, writing.state,
    ]
  }()

  @Test(arguments: moments.indices)
  func `every tap of moments is understood`(index: Int) {
    let taps = writtenTaps(.moments(Self.moments[index]))
    #expect(!taps.isEmpty)
    for tap in taps { #expect(isUnderstood(Moments.Tap.init, tap), "\(tap)") }
  }

  @Test func `every tap of a post leads where it says`() {
    let state = Self.moments[4]
    let taps = writtenTaps(.moments(state)).compactMap { Moments.Tap(EncodedTap(text: $0)) }
    #expect(taps.contains(.person(username: "a:b \"<&>' 朋友")))
    for index in 0..<9 {
      #expect(taps.contains(.picture(key: "pa:b:c", index: index)))
      var store = TestStore<Moments>(state)
      store.send(
        .tapped(.picture(key: "pa:b:c", index: index)),
        effects: { _ in [.open(.viewer(PictureSet(pictures: state.posts[0].pictures, index: index)))] })
    }
  }

  @Test func `every kind of tap is encoded somewhere`() {
    let verbs = Set(
      Self.moments.flatMap { writtenTaps(.moments($0)) }.map { String($0.prefix { $0 != ":" }) })
    #expect(
      verbs == [
        "back", "settings", "refresh", "notice", "more", "retry", "fold", "person", "picture", "menu", "like",
        "comment", "answer", "delete", "options", "handle",
        "delete-asked", "unask", "send-comment", "emoji",
      ])
  }

  @Test func `every tap of composing is understood`() {
    var store = ComposeTests.store(ComposeStart(replyTo: ComposeTests.post, writer: ComposeTests.anna))
    store.given(.typed(field: "text", text: "Hello"), .tapped(.audience))
    let before = writtenTaps(.compose(store.state))
    store.given(.tapped(.discard))
    let taps = Set(before + writtenTaps(.compose(store.state)))
    #expect(
      taps == [
        "leave", "send", "audience", "outside", "audience:private", "audience:direct", "warning", "discard",
        "restore",
        "poll", "emoji",
      ])
    for tap in taps { #expect(isUnderstood(Compose.Tap.init, tap), "\(tap)") }
  }

  @Test func `every tap of the settings is understood`() {
    let taps = writtenTaps(.settings(Settings.State()))
    let expected =
      ["back", "file", "use-shortcuts:off", "text-size:", "scheme:", "scheme:light", "scheme:dark"]
      + TextSize.steps.map { "text-size:\($0)" }
      + Language.allCases.map { "language:" + $0.tag }
    #expect(taps.sorted() == expected.sorted())
    for tap in taps { #expect(isUnderstood(Settings.Tap.init, tap), "\(tap)") }
  }

  @Test func `every tap of the picture viewer is understood`() {
    let taps = writtenTaps(.viewer(PictureViewer.State(PictureSet(pictures: Picture.several(3), index: 0))))
    #expect(taps == ["close", "share"])
    for tap in taps { #expect(isUnderstood(PictureViewer.Tap.init, tap), "\(tap)") }
  }

  @Test func `every tap of the pictures is understood`() {
    var feed = TestStore.shown(1...10)
    feed.given(.pulledDown, .received(.newest, .failure(.unreachable), at: noon))
    let taps = writtenTaps(.imageFeed(feed.state))
    #expect(taps.contains("image:" + SampleImages.id(10)) && taps.contains("more") && taps.contains("notice"))
    for tap in taps { #expect(isUnderstood(ImageListTap.init, tap), "\(tap)") }
    var comments = TestStore.comments()
    comments.given(.appeared, .received(.comments, .failure(.unreachable), at: noon))
    let others = writtenTaps(.imageComments(comments.state))
    #expect(Set(others) == ["back", "refresh", "notice", "write", "picture", "retry"])
    for tap in others { #expect(isUnderstood(ImageListTap.init, tap), "\(tap)") }
  }

  /// True if the screen understands the tap, or the app does for every screen.
  private func isUnderstood<Tap: ScreenTap>(_ read: (EncodedTap) -> Tap?, _ text: String) -> Bool {
    let tap = EncodedTap(text: text)
    if let known = read(tap) { return known.encoded.text == text }
    return AppTap(tap)?.encoded.text == text
  }

  private func writtenTaps<S: Screen>(_ screen: LookState<S>) -> [String] {
    let html = ScreenHost<S>(screen.state, id: 1).markup(.made(), isWhole: true).text
    return html.components(separatedBy: " data-tap=\"").dropFirst().map { rest in
      var tap = String(rest.prefix { $0 != "\"" })
      for (reference, character) in [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
        tap = tap.components(separatedBy: reference).joined(separator: character)
      }
      return tap
    }
  }
}
