import Foundation
import Testing

/// Checks that a screen never knows another screen; `App` composes them.
struct ScreenTests {
  /// The only uses of another screen that are allowed: the pictures to open, as the value that
  /// `Destination.viewer` carries.
  static let exceptions: [String: Set<String>] = [
    "Moments": ["PictureViewer.Start("], "ImageComments": ["PictureViewer.Start("],
  ]

  /// One screen's name may end in another one's.
  private static func mentions(_ screen: String, in code: String) -> Bool {
    code.range(of: #"\b\#(screen)\."#, options: .regularExpression) != nil
  }

  @Test func `no screen mentions another`() throws {
    let files = try SourceFile.all(in: "Sources/WebApp")
    let screens = Set(files.map(\.screen)).subtracting([""])
    #expect(screens.isSuperset(of: ["Moments", "Settings", "PictureViewer"]))
    for file in files where screens.contains(file.screen) {
      var code = file.code
      for exception in Self.exceptions[file.screen, default: []] {
        code = code.components(separatedBy: exception).joined(separator: "(")
      }
      for other in screens where other != file.screen {
        #expect(!Self.mentions(other, in: code), "\(file) mentions \(other)")
      }
    }
  }

  /// The files that compose the screens. `App+Badge.swift` compares new posts with the home timeline's,
  /// `App+Likers.swift` the number of likes with the names on Moments pages, and `App+Messages.swift` the
  /// unread number with the notifications that Moments knows.
  static let composing: Set<String> = [
    "Navigation/Destination.swift", "Navigation/ScrapbookStart.swift", "Runtime/InitialPage.swift",
    "Runtime/Document.swift",
    "Sync/App+Badge.swift", "Sync/App+Likers.swift", "Sync/App+Messages.swift",
  ]

  @Test func `the app looks into no screen`() throws {
    let files = try SourceFile.all(in: "Sources/WebApp")
    let screens = Set(files.map(\.screen)).subtracting([""])
    for file in files
    where file.screen.isEmpty && !Self.composing.contains(where: { file.path.hasSuffix($0) }) {
      for screen in screens {
        #expect(!Self.mentions(screen, in: file.code), "\(file) mentions \(screen)")
        #expect(!file.code.contains("<\(screen)>"), "\(file) mentions \(screen)")
      }
    }
  }

  @Test func `what screens share knows no screen`() throws {
    let files = try SourceFile.all(in: "Sources/WebApp")
    let screens = Set(files.map(\.screen)).subtracting([""])
    for file in files where ["Gestures", "Components"].contains(file.webAppFolder) {
      for screen in screens { #expect(!Self.mentions(screen, in: file.code), "\(file) mentions \(screen)") }
    }
  }

  /// Step 4 of "Adding a screen" (CONTRIBUTING.md).
  @Test func `a screen has rules in a style sheet, under its own name`() throws {
    let styles = try SourceFile.all(in: "Web/styles", endings: ["css"]).map(\.text).joined()
    let screens = try SourceFile.all(in: "Sources/WebApp").filter { !$0.screen.isEmpty }
    var count = 0
    for file in screens {
      for match in file.text.matches(of: /static let name: StaticString = "([a-z -]+)"/) {
        count += 1
        for name in match.output.1.split(separator: " ") {
          #expect(
            styles.firstMatch(of: try Regex("\\.\(name)[^a-z-]")) != nil,
            "\(file): no style sheet in Web/styles has a rule for .\(name)")
        }
      }
    }
    #expect(count > 10)
  }
}
