import Foundation
import Testing

/// Checks that one thing has one name (docs/glossary.md), and that a name leads to one file and one type.
struct NameTests {
  /// The types and functions that were given other names, with the new one.
  static let retired: [(word: String, now: String)] = [
    ("Status", "Post"), ("StatusRow", "PostRow"), ("StatusReader", "PostReader"),
    ("StatusMemory", "PostCache"),
    ("StatusDraft", "PostDraft"), ("Asker", "Viewer"), ("asker", "viewer"),
    ("ApplicationRecord", "ClientRecord"),
    ("ApplicationDraft", "ClientDraft"), ("Freshness", "Invalidation"), ("SubjectKind", "CacheTagKind"),
    ("ChangeRule", "InvalidationRule"), ("AnswerCache", "ResponseCache"), ("KeptAnswers", "APIResponseCache"),
    ("APIAnswer", "APIResponse"), ("Turns", "PerKeyQueue"), ("Allowance", "RequestBudget"),
    ("patience", "timeout"), ("Hindrance", "Unavailability"), ("WorkThreads", "ThreadPool"),
    ("QuietThread", "BackgroundThread"), ("PictureWork", "PictureQueue"), ("CardWork", "LinkPreviewQueue"),
    ("FormGuard", "CSRFToken"), ("Slice", "ListPage"), ("isUpwards", "isAscending"),
    ("PeopleTransaction", "WriteTransaction"), ("acting", "write"),
    ("Fact", "Change"), ("Wishes", "InteractionQueue"), ("Wish", "DeferredAction"),
    ("DoorWish", "SignInReason"), ("Door", "CommunityPreview"), ("WrittenTap", "EncodedTap"),
    ("RunningScreen", "AnyScreenHost"), ("Running", "ScreenHost"), ("FirstScreen", "InitialPage"),
    ("takeOver", "hydrate"), ("StoredPage", "CachedResponse"), ("CopyNotes", "CacheNotes"),
    ("KeptDraft", "StoredDraft"), ("ListFoot", "ListFooter"), ("foot", "footer"),
    ("wheel", "refreshIndicator"), ("PagePlace", "PagePosition"), ("ReadingPlace", "ReadingPosition"),
    ("LinePlaces", "EntryIndex"), ("Ground", "Target"), ("asideCount", "otherRootsCount"),
    ("listBeside", "splitViewList"), ("LoadTrouble", "LoadFailure"), ("trouble", "failure"),
    ("StatusCell", "PostCell"), ("StatusBoard", "PostsState"), ("StatusTap", "PostTap"),
    ("Caching", "ImageCaching"),
    ("statusChanged", "postChanged"), ("statusRemoved", "postRemoved"), ("statusRestored", "postRestored"),
    ("LineIndex", "EntryIndex"), ("isNewLine", "isNewEntry"), ("CardMarkup", "LinkPreviewMarkup"),
    ("PictureWords", "PictureAttributes"), ("favoured", "favourites"), ("wantedURLs", "requestedURLs"),
    ("cameBack", "pageRestored"), ("isTold", "isDescribed"), ("keepsAll", "hasAllCells or refusesUnknown"),
  ]

  /// Modules in which an old name means something else.
  private static let exceptions: [String: Set<String>] = ["patience": ["Screens"]]

  @Test func `retired words don't come back`() throws {
    let words = Dictionary(uniqueKeysWithValues: Self.retired.map { ($0.word, $0.now) })
    for file in try SourceFile.all(in: "Sources") {
      // `HTTPResponse.Status` is HTTP's.
      let code = file.code.replacingOccurrences(of: ".Status", with: "")
      for word in Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        guard let now = words[String(word)], !Self.exceptions[String(word), default: []].contains(file.module)
        else {
          continue
        }
        Issue.record("\(file) says \(word), which is \(now) (docs/glossary.md)")
      }
    }
  }

  @Test func `a post of the app is no status, and a member's action no mark`() throws {
    let files = try SourceFile.all(in: "Sources/WebApp")
    let retired =
      /\b(?:status: \[?Post\b|mark: (?:MemberAction|PostInteraction)\b|func mark\(|case marked?\()/
    for file in files where file.code.contains(retired) {
      Issue.record("\(file) uses a retired word (docs/glossary.md)")
    }
    #expect(files.count > 100)
  }

  @Test func `functions of the app and the server have the verbs of the glossary`() throws {
    let retired = /\bfunc (?:hear|tell|speak|want|wish|lay|keep|giveBack|goOn)(?![a-z])/
    for file in try SourceFile.all(in: "Sources")
    where ["Screens", "BrowserApp", "ImageCaching", "Server"].contains(file.module)
      && file.code.contains(retired)
    {
      Issue.record("\(file) has a function with a retired verb (docs/glossary.md)")
    }
  }

  @Test func `no two files have the same name`() throws {
    var paths: [String: String] = [:]
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") + SourceFile.all(in: "Tools")
    for file in files {
      let name = (file.path as NSString).lastPathComponent
      if let other = paths.updateValue(file.path, forKey: name) {
        Issue.record("\(file) is called like \(other)")
      }
    }
    #expect(paths.count > 500)
  }

  /// Test files of Browser and Clients may share a subject, and so a name.
  @Test func `no two modules in Python have the same name`() throws {
    var paths: [String: String] = [:]
    let files =
      try SourceFile.all(in: "Tests", endings: ["py"]) + SourceFile.all(in: "Tools", endings: ["py"])
    for file in files {
      let name = (file.path as NSString).lastPathComponent
      if ["__init__.py", "conftest.py"].contains(name) || name.hasPrefix("test_") { continue }
      if let other = paths.updateValue(file.path, forKey: name) {
        Issue.record("\(file) is called like \(other)")
      }
    }
    #expect(paths.count > 80)
  }

  @Test func `no two types have the same name`() throws {
    var paths: [String: String] = [:]
    for file in try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") {
      for line in file.code.components(separatedBy: "\n")
      where line.first?.isWhitespace == false && line != "}" {
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
