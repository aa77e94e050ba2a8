import Foundation
import Markup
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Compares the markup of every screen in every state with `Snapshots/*.html` in English, and the other
/// languages with English.
struct LookTests {
  static let otherLanguages = Language.allCases.filter { $0 != .english }

  /// Looks that consist of other elements in a language. They are recorded in it, as
  /// `Snapshots/<name>.<language>.html`. Arabic says “one post” without a number.
  private static let ownSkeletons: [Language: Set<String>] = [.arabic: ["profile"]]

  @Test func `COM_10 NEW_04 every screen and every page looks as recorded`() throws {
    for look in try Self.looks(.english) { try assertSnapshot(look.html, named: look.name) }
  }

  @Test func `COM_10 the drawings and the tab bar are as recorded`() throws {
    try assertRecorded(SnapshotParts.recording, in: "parts.html")
  }

  @Test(arguments: otherLanguages)
  func `COM_10 every language fills the same elements`(language: Language) throws {
    let own = Self.ownSkeletons[language] ?? []
    for (english, look) in zip(try Self.looks(.english), try Self.looks(language)) {
      let expected = Skeleton(english.html.text).tags(in: language)
      let tags = Skeleton(look.html.text).tags
      if own.contains(look.name) {
        #expect(tags != expected, "\(look.name) needs no recording of its own in \(language)")
        try assertSnapshot(look.html, named: "\(look.name).\(language.tag)")
      } else if let place = zip(expected, tags).enumerated().first(where: { $1.0 != $1.1 }) {
        Issue.record(
          "\(look.name), \(language): tag \(place.offset) is \(place.element.1), not \(place.element.0)")
      } else {
        #expect(tags.count == expected.count, "\(look.name), \(language)")
      }
    }
  }

  @Test func `COM_10 a language may change what people read, and nothing else`() {
    let english = Skeleton(#"<a class="tab" aria-label="Home"><b>1</b> post</a>"#)
    let other = Skeleton(#"<a class="tab" aria-label="Start">Beitrag <b>1</b></a>"#)
    #expect(other.tags == english.tags(in: .greek))
    #expect(
      english.texts == ["Home", "", "1", " post", ""] && other.texts == ["Start", "Beitrag ", "1", "", ""])
    for wrong in [
      #"<a class="tabs" aria-label="Start"><b>1</b></a>"#, #"<a class="tab" title="Start"><b>1</b></a>"#,
      #"<a class="tab" aria-label="Start">1</a>"#,
      #"<a class="tab" aria-label="Start" lang="el"><b>1</b></a>"#,
    ] {
      #expect(Skeleton(wrong).tags != english.tags(in: .greek), "\(wrong)")
    }
  }

  /// The browser tests put the Arabic texts into the recorded markup, and lay it out from right to left.
  @Test(arguments: [Language.arabic, .simplifiedChinese])
  func `COM_10 the texts of every screen are as recorded`(language: Language) throws {
    let own = Self.ownSkeletons[language] ?? []
    let looks = zip(try Self.looks(.english), try Self.looks(language)).filter { !own.contains($1.name) }
    let texts = looks.map { english, look in
      (look.name, Skeleton(english.html.text).texts, Skeleton(look.html.text).texts)
    }
    try assertRecorded(try textRecording(texts), in: "texts.\(language.tag).jsonl")
  }

  /// Returns every screen in every state, and the pages that the server renders.
  private static func looks(_ language: Language) throws -> [(name: String, html: HTML)] {
    try Look.all().map { ($0.name, $0.screen.markup(.made(language), isWhole: true)) }
      + AuthLook.all.map { ($0.name, AuthDocument(styleSheet: []).html($0.page, Strings(language))) }
      + SnapshotTests.documents(language)
  }

  @Test func `COM_10 no screen and no state is forgotten`() throws {
    let looks = try Look.all()
    let names = Set(looks.map(\.name))
    #expect(names.count == looks.count)
    for look in looks {
      let name = className(look.screen)
      #expect(
        look.name == name || look.name.hasPrefix(name + "-"), "\(look.name) is named after another screen")
    }
    for (name, states) in Look.required {
      for state in states {
        #expect(
          names.contains(state.isEmpty ? name : "\(name)-\(state)"), "\(name) has no look of “\(state)”")
      }
    }
    // All screens, by their folders.
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/WebApp")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var screens: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains(/enum \w+: Screen \{/),
        let name = text.firstMatch(of: /static let name: StaticString = "(?:[a-z-]+ )*([a-z-]+)"/)
      {
        screens.insert(String(name.1))
      }
    }
    #expect(screens.count > 10)
    for screen in screens {
      #expect(Look.required[screen] != nil, "Look.required does not know the screen “\(screen)”")
    }
    #expect(Set(Look.required.keys) == screens)
    #expect(Set(looks.map { className($0.screen) }) == screens)
  }

  /// Returns the screen's own class, which is the last one.
  private func className(_ screen: AnyScreenHost) -> String {
    "\(screen.name)".split(separator: " ").last.map(String.init) ?? ""
  }
}
