import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Compares the markup of posts and of whole documents with `Snapshots/*.html`.
struct SnapshotTests {
  @Test(arguments: 0...9)
  func `MOM_03 every number of pictures has its layout`(count: Int) throws {
    let post = MomentsPost.made("1", text: count == 0 ? "None" : "", pictures: Picture.several(count))
    let page = Moments.view(TestStore.loaded([post]).state, .made())
    try assertSnapshot(AnyPage(page).cell(1).html(Strings(.english)), named: "post-\(count)-pictures")
  }

  /// Returns whole documents, as the server renders them. `LookTests` compares them with the recorded ones.
  static func documents(_ language: Language) -> [(name: String, html: HTML)] {
    let contents: [(String, InitialPage.Content)] = [
      (
        "moments",
        .moments(
          .made("ada"), [.made("1", text: "Hello </script>")], isComplete: true, shownCount: 5, isRoot: true)
      ),
      ("other-server", .otherMoments(username: "ada", .made("https://moments.example"))),
      ("message", .message(.pageNotFound, help: .pageNotFoundHelp)),
    ]
    return contents.map { name, content in
      let first = InitialPage(content, language: language, now: noon)
      return ("document-\(name)", Document(server: .made(), assets: Samples.assets).html(first))
    }
  }

  @Test func `the document without the app can be read`() throws {
    let first = InitialPage(
      .moments(.made("ada"), [.made("1")], isComplete: true, shownCount: 5, isRoot: true), language: .english,
      now: noon
    )
    let html = Document(server: .made(), assets: nil).html(first)
    #expect(!html.text.contains("<script"))
    try assertSnapshot(html, named: "document-without-app")
  }
}
