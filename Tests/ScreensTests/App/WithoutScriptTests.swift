import Contracts
import Localization
import Markup
import Social
import Testing

@testable import Screens

/// NEW_04: tests where the pages that only the app can fill lead people whose browser runs no scripts.
struct WithoutScriptTests {
  private func fallback(_ path: String, home: String? = "ada", isMember: Bool = false) throws -> String {
    let first = InitialPage(
      .addressed(path: path, isMember: isMember), language: .english, now: noon, homeUsername: home)
    let html = Document(server: .made(), assets: Samples.assets).html(first).text
    let start = try #require(html.firstRange(of: "<noscript>"))
    let end = try #require(html.firstRange(of: "</noscript>"))
    return String(html[start.upperBound..<end.lowerBound])
  }

  @Test(arguments: [
    ("/@anna", "/moments/anna", "Moments: @anna"), ("/@anna/media", "/moments/anna", "Moments: @anna"),
    ("/@anna/followers", "/moments/anna", "Moments: @anna"),
    ("/@anna/160", "/moments/anna?before=161", "Moments: @anna"),
    ("/@anna/x", "/moments/anna", "Moments: @anna"),
    ("/@anna@b.example", "/moments/ada", "Moments"), ("/tags/tea", "/moments/ada", "Moments"),
    ("/search", "/moments/ada", "Moments"), ("/sign-in", "/moments/ada", "Moments"),
  ])
  func `NEW_04 a page that needs the app leads to one that doesn't`(
    _ path: String, _ address: String, _ text: String
  ) throws {
    for isMember in [false, true] {
      let html = try fallback(path, isMember: isMember)
      #expect(html.contains("needs JavaScript"))
      #expect(html.contains("<a href=\"\(address)\">\(text)</a>"), "\(html)")
    }
  }

  @Test func `NEW_17 a closed community has no such page`() throws {
    #expect(try !fallback("/@anna", home: nil, isMember: true).contains("<a"))
  }
}
