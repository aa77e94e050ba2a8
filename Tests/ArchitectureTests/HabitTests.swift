import Foundation
import Testing

/// Patterns that no source file may contain.
struct HabitTests {
  @Test(arguments: [
    #"\bfatalError\("#, #"\btry!"#, #"\bas!"#, #"(?<![.\w])print\("#, #"catch\s*\{\s*\}"#,
  ])
  func `Nothing stops the program or hides an error`(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    for file in try SourceFile.all(in: "Sources") {
      let code = file.code
      let match = expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code))
      #expect(match == nil, "\(file) holds \(pattern)")
    }
  }

  /// The list of docs/architecture.md, "Browser-safe code": features that Embedded Swift lacks or that make
  /// the app large.
  @Test(arguments: [
    #"\bany [A-Z]"#, #"\bweak\b"#, #"\bCodable\b"#, #"\bString\(describing:"#, #"\basync\b"#, #"\bawait\b"#,
    #"\bthrows (->|\{)"#,
  ])
  func `Browser-safe code uses nothing that Embedded Swift lacks`(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    for file in try SourceFile.all(in: "Sources") where ArrowTests.browserSafe.contains(file.module) {
      let code = file.code
      let match = expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code))
      #expect(match == nil, "\(file) holds \(pattern)")
    }
  }

  /// The compiler then refuses such calls on threads that other tasks need (docs/decisions/0049).
  @Test func `What blocks can't be called from asynchronous code`() throws {
    var found = 0
    for file in try SourceFile.all(in: "Sources")
    where ["Media", "Community", "Server"].contains(file.module) {
      let lines = file.lines.map { $0.trimmingCharacters(in: .whitespaces) }
      for (number, line) in lines.enumerated() where line.hasPrefix("///") && line.hasSuffix("Blocks.") {
        let next = lines[number...].first { !$0.hasPrefix("///") }
        #expect(next == "@available(*, noasync)", "\(file):\(number + 1)")
        found += 1
      }
    }
    #expect(found >= 12)
  }

  /// `:has` of a large element may look only at its children
  /// (docs/decisions/0034-styles-look-only-nearby.md).
  @Test func `NEW_15 no large part of the page is styled by what is deep in it`() throws {
    let large =
      /(?:^|[\s>+~,(])(?:body|main|html|:root|\.(?:screen|root|cells|frame|timeline|thread|profile|people|moments|notifications|compose|image-feed))[^\s>+~,]*:has\(\s*[^>+~\s]/
    #expect(" .timeline[data-x]:has(.badge) p {".firstMatch(of: large) != nil)
    for file in try SourceFile.all(in: "Web/styles", endings: ["css"]) {
      for line in file.lines { #expect(line.firstMatch(of: large) == nil, "\(file): \(line)") }
    }
  }

  @Test func `a test's name is a sentence`() throws {
    let one = /@Test(?:\((?:[^()`]|\((?:[^()`]|\([^()`]*\))*\))*\))?\s+(?:mutating )?func [a-z]/
    #expect(("@Test(arguments: [1, f(2)])" + " func oneTwo(").firstMatch(of: one) != nil)
    for file in try SourceFile.all(in: "Tests") { #expect(file.text.firstMatch(of: one) == nil, "\(file)") }
  }

  @Test func `a file is one idea`() throws {
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Web", endings: ["js"])
    for file in try files + SourceFile.all(in: "Tests", endings: ["swift", "py"]) {
      #expect(file.lines.count <= 400, "\(file) has \(file.lines.count) lines")
    }
  }
}
