import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// A tap is written by a view and read back by the app: none may be written that is not understood.
struct WrittenTapsTests {
  static let moments: [Moments.State] = {
    let loaded = TestStore.loaded(Samples.posts, showing: 12)
    var failed = TestStore.loaded(Samples.posts)
    failed.prepare(.pulledDown, .answered(.posts, .failure(.unreachable)), .reachedEnd)
    var empty = TestStore.moments()
    empty.prepare(.appeared, .answered(.posts, .failure(.unreachable)))
    var writing = MomentsActionsTests.store()
    writing.prepare(.tappedMenu(key: "p7"), .tappedAnswer(key: "p7", comment: "71"), .tappedMenu(key: "p7"))
    let menu = writing.state
    writing.prepare(.tappedComment(key: "p8"))
    let hostile = Account.made("a:b \"<&>' 朋友", nick: "x")
    return [
      loaded.state, failed.state, empty.state, TestStore.loaded(Samples.posts).state,
      TestStore.loaded([
        .made("a:b:c", by: hostile, text: String(repeating: "\n", count: 9) + "x", pictures: Picture.several(9))
      ]).state, menu, writing.state,
    ]
  }()

  @Test(arguments: moments.indices)
  func everyTapOfMomentsIsUnderstood(index: Int) {
    let taps = writtenTaps(.moments(Self.moments[index]))
    #expect(!taps.isEmpty)
    for tap in taps { #expect(Moments.Action(tap: tap) != nil, "\(tap)") }
  }

  @Test func everyTapOfAPostLeadsWhereItSays() {
    let state = Self.moments[4]
    let taps = writtenTaps(.moments(state)).compactMap { Moments.Action(tap: $0) }
    #expect(taps.contains(.tappedPerson(username: "a:b \"<&>' 朋友")))
    for index in 0..<9 {
      #expect(taps.contains(.tappedPicture(key: "pa:b:c", index: index)))
      var store = TestStore(state, Moments.reduce)
      store.send(
        .tappedPicture(key: "pa:b:c", index: index),
        effects: { _ in [.open(.viewer(Viewer.Start(pictures: state.posts[0].pictures, index: index)))] })
    }
  }

  @Test func everyKindOfTapIsWrittenSomewhere() {
    let verbs = Set(Self.moments.flatMap { writtenTaps(.moments($0)) }.map { String($0.prefix { $0 != ":" }) })
    #expect(
      verbs == [
        "back", "settings", "refresh", "notice", "more", "retry", "fold", "person", "picture", "menu", "like",
        "comment", "answer", "delete",
        "delete-comment", "unask", "send-comment",
      ])
  }

  @Test func everyTapOfComposingIsUnderstood() {
    var store = ComposeTests.store(ComposeStart(replyTo: ComposeTests.post, writer: ComposeTests.anna))
    store.prepare(.typed(field: "text", text: "Hello"), .tappedAudience)
    let before = writtenTaps(.compose(store.state))
    store.prepare(.tappedDiscard)
    let taps = Set(before + writtenTaps(.compose(store.state)))
    #expect(
      taps == [
        "back", "send", "audience", "outside", "audience:public", "audience:unlisted", "audience:private",
        "audience:direct", "warning", "discard", "restore",
      ])
    for tap in taps { #expect(Compose.Action(tap: tap) != nil, "\(tap)") }
  }

  @Test func everyTapOfTheSettingsIsUnderstood() {
    let taps = writtenTaps(.settings(Settings.State()))
    let expected =
      ["back", "file", "text-size:"] + TextSize.steps.map { "text-size:\($0)" }
      + Language.allCases.map { "language:" + $0.tag }
    #expect(taps.sorted() == expected.sorted())
    for tap in taps { #expect(Settings.Action(tap: tap) != nil, "\(tap)") }
  }

  @Test func everyTapOfTheViewerIsUnderstood() {
    let taps = writtenTaps(.viewer(Viewer.State(.init(pictures: Picture.several(3), index: 0))))
    #expect(taps == ["close"])
    for tap in taps { #expect(Viewer.Action(tap: tap) != nil, "\(tap)") }
  }

  @Test func everyTapOfThePicturesIsUnderstood() {
    var feed = TestStore.shown(1...10)
    feed.prepare(.pulledDown, .answered(RequestName(.timeline), .failure(.unreachable)))
    let taps = writtenTaps(.imageFeed(feed.state))
    #expect(taps.contains("image:" + Images.id(10)) && taps.contains("more") && taps.contains("notice"))
    for tap in taps { #expect(ImageFeed.Action(.tapped(tap)) != nil, "\(tap)") }
    var comments = TestStore.comments()
    comments.prepare(.appeared, .answered(RequestName(.thread), .failure(.unreachable)))
    let others = writtenTaps(.imageComments(comments.state))
    #expect(Set(others) == ["back", "refresh", "notice", "write", "picture", "retry"])
    for tap in others { #expect(ImageComments.Action(.tapped(tap)) != nil, "\(tap)") }
  }

  private func writtenTaps(_ screen: ScreenState) -> [String] {
    let html = ScreenMarkup.html(screen, id: 1, .made()).text
    return html.components(separatedBy: " data-tap=\"").dropFirst().map { rest in
      var tap = String(rest.prefix { $0 != "\"" })
      for (reference, character) in [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
        tap = tap.components(separatedBy: reference).joined(separator: character)
      }
      return tap
    }
  }
}
