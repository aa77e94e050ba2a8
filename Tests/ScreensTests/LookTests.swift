import Foundation
import Testing
import Texts

@testable import Screens

/// Compares the markup of every screen in every state with `Snapshots/*.html`.
struct LookTests {
  /// The browser tests lay out the Arabic snapshots from right to left.
  static let languages = snapshotLanguages + [.arabic]

  @Test(arguments: languages)
  func `COM_10 every screen looks as recorded`(language: Language) throws {
    for look in try Look.all() {
      let html = look.screen.markup(.made(language), isWhole: true)
      try assertSnapshot(html, named: "\(look.name).\(language.tag)")
    }
  }

  @Test(arguments: languages)
  func `COM_10 every page for coming in looks as recorded`(language: Language) throws {
    for look in AuthLook.all {
      let html = AuthDocument(styleSheet: []).html(look.page, Strings(language))
      try assertSnapshot(html, named: "\(look.name).\(language.tag)")
    }
  }

  @Test func `COM_10 no screen and no state is forgotten`() throws {
    let looks = try Look.all()
    let names = Set(looks.map(\.name))
    #expect(names.count == looks.count)
    for look in looks {
      let name = className(look.screen)
      #expect(look.name == name || look.name.hasPrefix(name + "-"), "\(look.name) is named after another screen")
    }
    for (name, states) in Look.required {
      for state in states {
        #expect(names.contains(state.isEmpty ? name : "\(name)-\(state)"), "\(name) has no look of “\(state)”")
      }
    }
    // All screens, by their folders.
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Screens")
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
  private func className(_ screen: RunningScreen) -> String {
    "\(screen.name)".split(separator: " ").last.map(String.init) ?? ""
  }
}
