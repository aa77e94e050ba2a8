import Foundation
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Compares our texts with those of ICU, as recorded by `Tools/icu-oracle/record.mjs`.
struct OracleTests {
  /// The first and last number of a range, and the text that its numbers share; `#` is the number.
  private struct Run: Decodable {
    let numbers: ClosedRange<Int>
    let text: String

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      numbers = try values.decode(Int.self)...values.decode(Int.self)
      text = try values.decode(String.self)
    }

    func text(_ number: Int) -> String { text.replacing("#", with: "\(number)") }
  }

  private struct Distance: Decodable {
    let now, then: Timestamp
    let unit: String
    let count: Int

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      now = Timestamp(milliseconds: try values.decode(Int64.self))
      then = Timestamp(milliseconds: try values.decode(Int64.self))
      unit = try values.decode(String.self)
      count = try values.decode(Int.self)
    }
  }

  private struct Texts: Decodable {
    let digits: String
    let plurals: [Run]
    /// The texts for each unit.
    let past, future: [[Run]]
    /// The texts for minutes and hours.
    let narrow: [[Run]]
    let yesterday: String
    let days, daysOfYears, times: [String]
  }

  private struct Oracle: Decodable {
    let source: String
    let distances: [Distance]
    let dates: [Int64]
    let languages: [String: Texts]
  }

  private let oracle: Oracle

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle/icu.json")
    oracle = try JSONDecoder().decode(Oracle.self, from: Data(contentsOf: file))
  }

  @Test func `the oracle says where it is from`() {
    #expect(oracle.source.contains("ICU 78") && oracle.source.contains("record.mjs"))
    #expect(Set(oracle.languages.keys) == Set(Language.allCases.map(\.tag)))
  }

  @Test(arguments: Language.allCases)
  func `FOL_11 TWT_09 every number takes its plural form`(language: Language) throws {
    for run in try #require(oracle.languages[language.tag]).plurals {
      for number in run.numbers { #expect("\(Strings(language).form(of: number))" == run.text, "\(number)") }
    }
  }

  @Test(arguments: Language.allCases)
  func `FOL_11 digits are those of the language`(language: Language) throws {
    #expect(try #require(oracle.languages[language.tag]).digits == "latn")
    #expect(Strings(language)[.posts, 12_345_678].contains("12345678"))
  }

  @Test(arguments: Language.allCases)
  func `COM_06 amounts of time are told as ICU tells them`(language: Language) throws {
    let texts = try #require(oracle.languages[language.tag])
    for (index, unit) in RelativeTime.Unit.allCases.enumerated() {
      for run in texts.past[index] {
        for number in run.numbers {
          // Both directions need the genitive. CLDR gives this word a different ending, but only after
          // “before”.
          let text = run.text(number).replacing("ثوانِ", with: "ثوانٍ")
          #expect(Strings(language).text(RelativeTime(unit, -number)) == text)
        }
      }
      // Less than a second ahead reads as 0 seconds ago.
      for run in texts.future[index] {
        for number in run.numbers where number > 0 {
          #expect(Strings(language).text(RelativeTime(unit, number)) == run.text(number))
        }
      }
    }
  }

  @Test func `COM_06 the largest whole unit is told`() {
    #expect(oracle.distances.count > 500)
    for distance in oracle.distances {
      let time = RelativeTime(of: distance.then, at: distance.now)
      #expect(
        "\(time.unit) \(time.count)" == "\(distance.unit) \(distance.count)",
        "\(distance.then.iso8601) at \(distance.now.iso8601)")
    }
  }

  @Test(arguments: Language.allCases)
  func `ages are told as ICU tells them`(language: Language) throws {
    let texts = try #require(oracle.languages[language.tag])
    let strings = Strings(language)
    for run in texts.narrow[0] {
      for number in run.numbers { #expect(strings.short(.minutes(number)) == run.text(number)) }
    }
    for run in texts.narrow[1] {
      for number in run.numbers { #expect(strings.short(.hours(number)) == run.text(number)) }
    }
    // Our text stands alone, so it begins with a capital letter.
    #expect(strings.text(.yesterday).lowercased() == texts.yesterday)
  }

  @Test(arguments: Language.allCases)
  func `days and times are written as ICU writes them`(language: Language) throws {
    let texts = try #require(oracle.languages[language.tag])
    let strings = Strings(language)
    #expect(texts.days.count == oracle.dates.count && texts.times.count == oracle.dates.count)
    for (index, milliseconds) in oracle.dates.enumerated() {
      let time = Timestamp(milliseconds: milliseconds)
      let date = CalendarDate(dayNumber: time.dayNumber(minutesEast: 0))
      #expect(strings.text(.day(date)) == texts.days[index])
      #expect(strings.text(.dayOfYear(date)) == texts.daysOfYears[index])
      // A dot separates day and time where ICU has a comma, because dates contain commas.
      let day = texts.daysOfYears[index]
      let expected = texts.times[index].replacing(day + ", ", with: day + " · ").replacing(
        day + "، ", with: day + " · ")
      #expect(strings.text(DateAndTime(time, minutesEast: 0)) == expected)
    }
  }
}
