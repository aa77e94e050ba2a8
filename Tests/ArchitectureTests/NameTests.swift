import Foundation
import Testing

/// Checks that one thing has one name (docs/glossary.md), and that a name leads to one file and one type.
struct NameTests {
  /// The types and functions that were given other names, with the new one.
  static let retired: [(word: String, now: String)] = [
    ("Status", "Post"), ("StatusRow", "PostRow"), ("StatusReader", "PostReader"), ("StatusMemory", "PostCache"),
    ("StatusDraft", "PostDraft"), ("Asker", "Viewer"), ("asker", "viewer"), ("ApplicationRecord", "ClientRecord"),
    ("ApplicationDraft", "ClientDraft"), ("Freshness", "Invalidation"), ("SubjectKind", "CacheTagKind"),
    ("ChangeRule", "InvalidationRule"), ("AnswerCache", "ResponseCache"), ("KeptAnswers", "APIResponseCache"),
    ("APIAnswer", "APIResponse"), ("Turns", "PerKeyQueue"), ("Allowance", "RequestBudget"),
    ("patience", "timeout"), ("Hindrance", "Unavailability"), ("WorkThreads", "ThreadPool"),
    ("QuietThread", "BackgroundThread"), ("PictureWork", "PictureQueue"), ("CardWork", "LinkPreviewQueue"),
    ("FormGuard", "CSRFToken"), ("Slice", "ListPage"), ("isUpwards", "isAscending"),
    ("PeopleTransaction", "WriteTransaction"), ("acting", "write"),
  ]

  /// Modules in which an old name means something else.
  private static let exceptions: [String: Set<String>] = ["patience": ["Screens"]]

  /// The app's part, whose names are mended apart. To be removed with them.
  private static let unfinished = [
    "Sources/Screens/", "Sources/BrowserApp/", "Sources/ImageCaching/", "Tests/ScreensTests/",
    "Tests/ImageCachingTests/",
  ]

  private static func isFinished(_ file: SourceFile) -> Bool { !unfinished.contains { file.path.hasPrefix($0) } }

  @Test func `retired words don't come back`() throws {
    let words = Dictionary(uniqueKeysWithValues: Self.retired.map { ($0.word, $0.now) })
    for file in try SourceFile.all(in: "Sources") {
      // `HTTPResponse.Status` is HTTP's.
      let code = file.code.replacingOccurrences(of: ".Status", with: "")
      for word in Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        guard let now = words[String(word)], !Self.exceptions[String(word), default: []].contains(file.module) else {
          continue
        }
        Issue.record("\(file) says \(word), which is \(now) (docs/glossary.md)")
      }
    }
  }

  @Test func `no two files have the same name`() throws {
    var paths: [String: String] = [:]
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") + SourceFile.all(in: "Tools")
    for file in files where Self.isFinished(file) {
      let name = (file.path as NSString).lastPathComponent
      if let other = paths.updateValue(file.path, forKey: name) { Issue.record("\(file) is called like \(other)") }
    }
    #expect(paths.count > 500)
  }

  @Test func `no two types have the same name`() throws {
    var paths: [String: String] = [:]
    for file in try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests")
    where Self.isFinished(file) {
      for line in file.code.components(separatedBy: "\n") where line.first?.isWhitespace == false && line != "}" {
        let declaration =
          /(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol|typealias) (\w+).*/
        guard let match = line.wholeMatch(of: declaration) else { continue }
        let name = String(match.output.1)
        if let other = paths.updateValue(file.path, forKey: name) {
          Issue.record("\(file) declares \(name), as \(other) does")
        }
      }
    }
    #expect(paths.count > 500)
  }
}
