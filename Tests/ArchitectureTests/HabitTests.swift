import Foundation
import Testing

/// What no source file may hold.
struct HabitTests {
  @Test(arguments: [
    #"\bfatalError\("#, #"\btry!"#, #"\bas!"#, #"(?<![.\w])print\("#, #"catch\s*\{\s*\}"#,
  ])
  func nothingStopsTheProgramOrHidesAnError(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    for file in try SourceFile.all(in: "Sources") {
      let code = file.code
      let match = expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code))
      #expect(match == nil, "\(file) holds \(pattern)")
    }
  }

  /// docs/architecture.md, "Browser-safe code": what Embedded Swift lacks or makes large.
  @Test(arguments: [
    #"\bany [A-Z]"#, #"\bweak\b"#, #"\bCodable\b"#, #"\bString\(describing:"#, #"\basync\b"#, #"\bawait\b"#,
    #"\bthrows (->|\{)"#,
  ])
  func browserSafeCodeUsesNothingThatEmbeddedSwiftLacks(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    for file in try SourceFile.all(in: "Sources") where ArrowTests.browserSafe.contains(file.module) {
      let code = file.code
      let match = expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code))
      #expect(match == nil, "\(file) holds \(pattern)")
    }
  }

  /// docs/decisions/0012.
  @Test func theBridgeAndTheServiceWorkerStaySmall() throws {
    let counts = try ["Web/bridge.js", "Web/sw.js"].map { path in
      try SourceFile.read(path).text.count { $0 == "\n" }
    }
    #expect(counts.reduce(0, +) <= 860, "bridge.js and sw.js have \(counts) lines")
  }

  @Test func aFileIsOneIdea() throws {
    let lengths = try SourceFile.all(in: "Sources").map { (length: $0.lines.count, file: $0) }.sorted {
      $0.length < $1.length
    }
    #expect(
      lengths[lengths.count / 2].length <= 100, "the median of the files has \(lengths[lengths.count / 2].length) lines"
    )
    for (length, file) in lengths { #expect(length <= 300, "\(file) has \(length) lines") }
  }
}
