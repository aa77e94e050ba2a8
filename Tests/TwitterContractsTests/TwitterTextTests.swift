import Social
import TestSupport
import Testing
import TwitterContracts

struct TwitterTextTests {
  @Test func `indices count code points of the escaped text`() throws {
    let text = TwitterText("👍 a<b & https://example.org/?a=1&b=2 #tag @anna")
    #expect(text.text == "👍 a&lt;b &amp; https://example.org/?a=1&amp;b=2 #tag @anna")
    #expect(text.count == text.text.unicodeScalars.count)
    try #require(text.entities.count == 3)
    #expect(text.entities[0].indices == 15..<47)
    #expect(text.entities[0].source == "https://example.org/?a=1&b=2")
    #expect(text.entities[1].kind == .tag(name: "tag") && text.entities[1].indices == 48..<52)
    #expect(
      text.entities[2].kind == .mention(username: "anna", server: nil) && text.entities[2].indices == 53..<58)
  }

  @Test func `white space at the ends goes, line breaks inside stay`() {
    #expect(TwitterText(" \n a\n\"b\" \n").text == "a\n\"b\"")
    #expect(TwitterText("") == TwitterText(" "))
    #expect(TwitterText("").count == 0)
  }

  @Test func `texts of a profile have no references`() {
    let text = TwitterText("R&D <https://a.b/?c&d>", isEscaped: false)
    #expect(text.text == "R&D <https://a.b/?c&d>" && text.entities.first?.indices.lowerBound == 5)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `each entity is the part of the text between its indices`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = TwitterText(
      generator.textOfAddresses() + generator.text() + " #tag " + generator.textOfAddresses())
    let scalars = Array(text.text.unicodeScalars)
    #expect(scalars.count == text.count)
    var end = 0
    for entity in text.entities {
      #expect(entity.indices.lowerBound >= end)
      end = entity.indices.upperBound
      let part = String(String.UnicodeScalarView(scalars[entity.indices]))
      #expect(part == entity.text)
      #expect(
        part.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
          == entity.source)
    }
  }

  @Test(arguments: [
    ("2018-10-10T20:19:24Z", "Wed Oct 10 20:19:24 +0000 2018"),
    ("2008-08-27T13:08:45.999Z", "Wed Aug 27 13:08:45 +0000 2008"),
    ("1970-01-01T00:00:00Z", "Thu Jan 01 00:00:00 +0000 1970"),
    ("1969-12-31T23:59:59Z", "Wed Dec 31 23:59:59 +0000 1969"),
    ("2024-02-29T09:05:07+02:00", "Thu Feb 29 07:05:07 +0000 2024"),
    ("2026-11-29T12:00:00Z", "Sun Nov 29 12:00:00 +0000 2026"),
  ])
  func `dates are English and in UTC`(iso8601: String, date: String) {
    #expect(Timestamp.at(iso8601).twitterDate == date)
  }
}
