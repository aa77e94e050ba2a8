import Foundation
import Testing
import Texts

@testable import Screens

/// What every screen looks like in every state, as markup, against `Snapshots/*.html`.
struct LookTests {
  /// The browser tests lay out the Arabic ones from right to left.
  static let languages = snapshotLanguages + [.arabic]

  @Test(arguments: languages)
  func COM_10_everyScreenLooksAsRecorded(language: Language) throws {
    for look in try Look.all() {
      let html = ScreenMarkup.html(look.screen, tab: look.tab, id: 1, .made(language))
      try assertSnapshot(html, named: "\(look.name).\(language.tag)")
    }
  }

  @Test(arguments: languages)
  func COM_10_everyPageForComingInLooksAsRecorded(language: Language) throws {
    for look in AuthLook.all {
      let html = AuthDocument(styleSheet: []).html(look.page, Strings(language))
      try assertSnapshot(html, named: "\(look.name).\(language.tag)")
    }
  }

  @Test func COM_10_noScreenAndNoStateIsForgotten() throws {
    let looks = try Look.all()
    let names = Set(looks.map(\.name))
    #expect(names.count == looks.count)
    for look in looks {
      let name = className(look.screen)
      #expect(look.name == name || look.name.hasPrefix(name + "-"), "\(look.name) is named after another screen")
      for state in Look.required(of: look.screen) {
        #expect(names.contains(state.isEmpty ? name : "\(name)-\(state)"), "\(name) has no look of \(state)")
      }
    }
    // The screens' names, where they are written down.
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Screens/App/ScreenState.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let written = lines.compactMap { $0.wholeMatch(of: /\s+case \.\w+: "(?:[a-z-]+ )*([a-z-]+)"/).map { String($0.1) } }
    #expect(Set(written) == Set(looks.map { className($0.screen) }))
  }

  /// Of several classes the last is the screen's own.
  private func className(_ screen: ScreenState) -> String {
    screen.name.split(separator: " ").last.map(String.init) ?? ""
  }
}
