import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the file with a language's texts for the app.
struct TextFileTests {
  @Test(arguments: Language.allCases)
  func `FOL_11 what is read from the file is what the tables say`(language: Language) throws {
    let written = Strings(language)
    let read = try #require(Strings.read(language))
    #expect(read.language == language)
    for phrase in Phrase.allCases { #expect(read[phrase] == written[phrase]) }
    for phrase in CountPhrase.allCases {
      for count in [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 1_000_000] {
        #expect(read[phrase, count] == written[phrase, count])
      }
    }
    for month in 1...12 { #expect(read.month(month) == written.month(month)) }
    for phrase in LaterPhrase.allCases { #expect(read[later: phrase] == written[later: phrase]) }
    #expect(read.file(laterFileAt: "/later") == written.file(laterFileAt: "/later"))
    #expect(read.laterFile == written.laterFile)
  }

  /// The app starts with the first file alone.
  @Test func `FOL_11 texts of the second file are empty until it has come`() throws {
    let read = try #require(Strings(file: Strings(.greek).file(laterFileAt: "/texts/el.2.txt")))
    #expect(read[.settings] == Strings(.greek)[.settings])
    #expect(read.texts.laterFile == "/texts/el.2.txt")
    for phrase in LaterPhrase.allCases { #expect(read[later: phrase] == "") }
    #expect(read.adding(laterFile: Strings(.english).laterFile) == nil)
    #expect(read.adding(laterFile: read.file(laterFileAt: "")) == nil)
    #expect(read.adding(laterFile: Strings(.greek).laterFile + [10]) == nil)
    #expect(read.adding(laterFile: Strings(.greek).laterFile.dropLast()) == nil)
  }

  /// The file has one text a line, so no text may contain a line break.
  @Test(arguments: Language.allCases)
  func `FOL_11 no text has a line of its own`(language: Language) {
    let texts = Strings(language).texts
    for text in texts.phrases + texts.counts + texts.months + texts.refusals + texts.later {
      #expect(!text.isEmpty && !text.contains("\n"))
    }
    #expect(texts.later.count == LaterPhrase.allCases.count)
    #expect(texts.phrases.count == Phrase.allCases.count && texts.auth.count == AuthPhrase.allCases.count)
  }

  /// Checks that every number's plural form is in the file.
  @Test(arguments: Language.allCases)
  func `TWT_09 every form of a number is in the file`(language: Language) {
    for count in Array(0...1100) + [1_000_000, 1_000_001, .max] {
      #expect(language.pluralForms.contains(Strings(language).form(of: count)))
    }
    #expect(Set(language.pluralForms).count == language.pluralForms.count)
  }

  @Test(arguments: Language.allCases)
  func `FOL_11 the server's own pages are not in the file`(language: Language) throws {
    let read = try #require(Strings.read(language))
    for phrase in AuthPhrase.allCases { #expect(read[auth: phrase] == "") }
  }

  @Test(arguments: Language.allCases)
  func `FOL_11 a file that was cut off is refused`(language: Language) {
    let file = Strings(language).file(laterFileAt: "")
    for end in Array(stride(from: 0, to: file.count, by: 97)) + [file.count - 1] {
      #expect(Strings(file: Array(file[..<end])) == nil)
    }
    #expect(Strings(file: file + [10]) == nil)
    #expect(Strings(file: file + Array("one more\n".utf8)) == nil)
  }

  @Test(arguments: ["", "\n", "en", "en\n", "xx\n", "<!doctype html>\n", "\r\n", "EN\n"])
  func `FOL_11 what is no file of texts is refused`(text: String) {
    #expect(Strings(file: Array(text.utf8)) == nil)
    let others = Strings(.english).file(laterFileAt: "").drop { $0 != 10 }.dropFirst()
    if text != "en\n" { #expect(Strings(file: Array(text.utf8) + others) == nil) }
  }

  /// Damaged lines still yield texts.
  @Test func `FOL_11 hostile bytes never stop the app`() {
    var random = SeededGenerator(seed: 11)
    let file = Strings(.arabic).file(laterFileAt: "")
    for _ in 0..<300 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = Strings(file: bytes) else { continue }
      for phrase in Phrase.allCases { _ = read[phrase, "1", "2"] }
      for phrase in CountPhrase.allCases { for count in 0...12 { _ = read[phrase, count] } }
      _ = read.refusal("not_found" + Strings.codeEnd + "Record not found")
    }
  }
}

extension Strings {
  /// Writes both files of a language's texts, and reads them as the app does.
  static func read(_ language: Language) -> Strings? {
    let written = Strings(language)
    return Strings(file: written.file(laterFileAt: "/later"))?.adding(laterFile: written.laterFile)
  }
}
