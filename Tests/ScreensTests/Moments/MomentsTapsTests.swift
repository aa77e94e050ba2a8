import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct MomentsTapsTests {
  @Test func `MOM_09 a long text unfolds and folds`() {
    var store = TestStore.loaded(MomentsPost.several(3))
    store.send(.tapped(.fold(key: "p1"))) { $0.unfolded = ["p1"] }
    store.send(.tapped(.fold(key: "p1")), effects: { _ in [.reveal(key: "p1")] }) { $0.unfolded = [] }
  }

  @Test func `NEW_22 an edited post says so beside its time`() {
    let posts = [nil, noon as Timestamp?].map {
      MomentsPost(id: "1", sender: .made(), text: "Hello", createdAt: noon, editedAt: $0)
    }
    let shown = posts.map { post in
      Moments.view(TestStore.loaded([post]).state, .made()).cells.all[1].html(Strings(.english)).text
    }
    #expect(!shown[0].contains("Edited"))
    #expect(shown[1].contains(#"</time><span class="edited">Edited</span>"#))
  }

  @Test(arguments: Language.allCases)
  func `NEW_22 the bar says Moments on every page, and the window whose they are`(language: Language) {
    let (strings, loaded) = (Strings(language), TestStore.loaded([.made("1")]).state)
    var (root, own, empty) = (loaded, loaded, Moments.State(username: "", origin: .own(.made())))
    root.isRoot = true
    own.viewer = Profile(id: "1", account: .made("ada"))
    empty.isRoot = true
    for (state, owner) in [(loaded, "ADA · "), (root, "ADA · "), (own, "ADA · "), (empty, "")] {
      let page = Moments.view(state, .made(language))
      #expect(page.title == owner + strings[.moments])
      let bar = page.frame.first?.html(strings).text ?? ""
      #expect(bar.contains(#"<span class="title">\#(strings[.moments])</span>"#))
    }
  }

  @Test func `NEW_22 many likes and many comments are folded, each by a button of their own`() {
    let likes = (0..<7).map { Account.made("a\($0)") }
    let comments = (0..<25).map { Comment(id: "c\($0)", sender: .made(), text: "Comment \($0)") }
    var store = TestStore.loaded([
      .made("1", comments: Array(comments.prefix(20)), likes: Array(likes.prefix(6))),
      .made("2", comments: comments, likes: likes),
    ])
    func shown(_ index: Int) -> String {
      Moments.view(store.state, .made()).cells.all[index].html(Strings(.english)).text
    }
    #expect(!shown(1).contains("fold"))
    #expect(shown(2).contains(#"aria-label="Show more: 7 likes">Show more<"#))
    #expect(shown(2).contains(">Show all 25 comments<"))
    store.send(.tapped(.fold(key: "p2 comments"))) { $0.unfolded = ["p2 comments"] }
    #expect(shown(2).contains(">Show more<"))
    #expect(shown(2).contains(#"aria-expanded="true" aria-label="Collapse: Comments">Collapse<"#))
    store.send(.tapped(.fold(key: "p2 likes"))) { $0.unfolded.insert("p2 likes") }
    #expect(!shown(2).contains(">Show more<") && !shown(2).contains(#"aria-label="Show"#))
    #expect(shown(2).contains(#"aria-label="Collapse: 7 likes">Collapse<"#))
  }

  @Test(arguments: [(6, 30, true), (2, 60, true), (1, 60, false), (6, 12, false), (0, 0, false)])
  func `NEW_22 a few likes with long names can be folded too`(count: Int, letters: Int, canFold: Bool) {
    let likes = (0..<count).map { Account.made("a\($0)", nick: String(repeating: "n", count: letters)) }
    let store = TestStore.loaded([.made("1", likes: likes)])
    let html = Moments.view(store.state, .made()).cells.all[1].html(Strings(.english)).text
    #expect(html.contains("Show more: \(count) likes") == canFold)
  }

  @Test func `MOM_02 what is behind a warning shows when it is asked for, and sensitive pictures do`() {
    var warned = MomentsPost.made("7", text: "The end", pictures: Picture.several(2))
    warned.warning = "Spoilers"
    var sensitive = MomentsPost.made("8", text: "Look", pictures: Picture.several(2))
    sensitive.isSensitive = true
    var store = TestStore.loaded([warned, sensitive])
    func shown(_ index: Int) -> String {
      Moments.view(store.state, .made()).cells.all[index].html(Strings(.english)).text
    }
    #expect(shown(1).contains("Spoilers") && !shown(1).contains("The end") && !shown(1).contains("photo"))
    #expect(
      shown(2).contains("Look") && shown(2).contains("Sensitive pictures") && !shown(2).contains("photo"))
    for key in ["p7", "p8"] { store.send(.tapped(.cover(key: key))) { $0.uncovered.insert(key) } }
    #expect(shown(1).contains("The end") && shown(1).contains("photo") && shown(1).contains("Show less"))
    #expect(shown(2).contains("photo") && !shown(2).contains("Sensitive pictures"))
    store.send(.tapped(.cover(key: "p7"))) { $0.uncovered = ["p8"] }
  }

  @Test func `MOM_09 a tapped picture opens the picture viewer at it`() {
    let pictures = Picture.several(4)
    var store = TestStore.loaded([.made(nil, text: "a"), .made("7", pictures: pictures)])
    store.send(
      .tapped(.picture(key: "p7", index: 2)),
      effects: { _ in [.open(.viewer(PictureSet(pictures: pictures, index: 2)))] })
    for (key, index) in [("p7", 4), ("p7", -1), ("n0", 0), ("p8", 0), ("", 0)] {
      store.send(.tapped(.picture(key: key, index: index)))
    }
  }

  @Test func `MOM_09 a tapped person opens their page at the same server`() {
    let origin = Origin.other(.made("https://moments.example"))
    var store = TestStore.moments(of: "ada", at: origin)
    store.send(
      .tapped(.person(username: "bob")), effects: { _ in [.open(.moments(username: "bob", origin))] })
    store.send(.tapped(.person(username: "ada")), effects: { _ in [.scrollToTop] })
  }

  /// The app handles these taps; the screen doesn't know them.
  @Test func `the bar leads to the settings and back, and who is at home to a new post`() {
    let member = MomentsActionsTests.store(Profile(id: "1", account: .made("ada")))
    for (store, taps) in [
      (TestStore.loaded([]), [AppTap.back, .settings]), (member, [AppTap.back, .compose, .settings]),
    ] {
      let bar = Moments.view(store.state, .made()).frame[0].html(Strings(.english)).text
      let written = bar.components(separatedBy: " data-tap=\"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
      #expect(written.map { AppTap(EncodedTap(text: $0)) } == taps)
      for tap in written { #expect(Moments.Tap(EncodedTap(text: tap)) == nil) }
    }
  }

  @Test func `the taps of the list do what pulling does`() {
    var store = TestStore.loaded(MomentsPost.several(12))
    store.send(.tapped(.list(.more)), effects: { _ in [.after(milliseconds: 300, .moreIsDue)] }) {
      $0.isLoadingMore = true
    }
    store.send(
      .tapped(.list(.refresh)), effects: { _ in [.cancel(Moments.Request.posts)] + bothRequests },
      change: { $0.loading = .refresh })
  }

  @Test(
    arguments: [
      ("refresh", .list(.refresh)), ("notice", .list(.notice)), ("more", .list(.more)),
      ("retry", .list(.retry)),
      ("fold:p1", .fold(key: "p1")), ("fold:a%3Ab", .fold(key: "a:b")),
      ("person:a%3Ab", .person(username: "a:b")),
      ("person:", .person(username: "")), ("person:朋友", .person(username: "朋友")),
      ("picture:p1:0", .picture(key: "p1", index: 0)), ("picture:a%3Ab:12", .picture(key: "a:b", index: 12)),
      ("thread:p1", .thread(key: "p1")),
    ] as [(String, Moments.Tap)])
  func `taps are encoded, and decoded again`(text: String, tap: Moments.Tap) {
    #expect(tap.encoded.text == text)
    #expect(Moments.Tap(EncodedTap(text: text)) == tap)
  }

  @Test(arguments: [
    "", ":", "love:1", "answer:1", "picture", "picture:", "picture:p1", "picture:p1:", "picture:p1:x",
    "Back", "back",
  ])
  func `other taps are not the screen's`(text: String) {
    #expect(Moments.Tap(EncodedTap(text: text)) == nil)
  }
}
