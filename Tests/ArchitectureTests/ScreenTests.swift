import Foundation
import Testing

/// A screen never knows another screen; `App` composes them.
struct ScreenTests {
  /// Folders of Screens that are no screens: what screens share, and what composes them.
  static let shared: Set<String> = ["App", "Gestures", "Outbox", "Parts", "Session", "Statuses", "Strings"]

  /// The one thing of another screen that a screen may name: which pictures to open, as the value that
  /// `Destination.viewer` carries.
  static let exceptions: [String: Set<String>] = ["Moments": ["Viewer.Start("], "ImageComments": ["Viewer.Start("]]

  @Test func noScreenMentionsAnother() throws {
    let files = try SourceFile.all(in: "Sources/Screens")
    let screens = Set(files.map(\.folder)).subtracting(Self.shared)
    #expect(screens.isSuperset(of: ["Moments", "Settings", "Viewer"]))
    for file in files where screens.contains(file.folder) {
      var code = file.code
      for exception in Self.exceptions[file.folder, default: []] {
        code = code.components(separatedBy: exception).joined(separator: "(")
      }
      for other in screens where other != file.folder {
        #expect(!code.contains("\(other)."), "\(file) mentions \(other)")
      }
    }
  }

  @Test func whatScreensShareKnowsNoScreen() throws {
    let files = try SourceFile.all(in: "Sources/Screens")
    let screens = Set(files.map(\.folder)).subtracting(Self.shared)
    for file in files where ["Gestures", "Parts", "Strings"].contains(file.folder) {
      for screen in screens { #expect(!file.code.contains("\(screen)."), "\(file) mentions \(screen)") }
    }
  }
}
