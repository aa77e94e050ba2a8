import Contracts
import Testing

@testable import Localization
@testable import Screens

struct ReportCellTests {
  @Test func `NEW_20 a report shows the notes and what was decided before, and a warning has words`() throws {
    var store = CommunityPageTests.store()
    store.given(.received(.section(.reports), .text(CommunityPageTests.reports), at: noon))
    let html = CommunityPageTests.html(store.state)
    for text in [
      "I asked User 8.", "Note · Command line", "Other reports: 2 · Warnings: 1 · Suspensions: 1", "No shops",
      "Other reports: 0",
    ] { #expect(html.contains(text), "\(text)") }
    store.given(.tapped(.ask(.warn(report: "40"))))
    #expect(CommunityPageTests.html(store.state).contains("Warn User 7?"))
    let words = try #require(CommunityPage.Action(.submitted(["words", "No shops,", "please."])))
    #expect(
      store.effects(words) == [
        CommunityPageTests.asks(.change, CommunityRequests.warn(report: "40", "No shops,\nplease."))
      ])
    store.given(.received(.change, .text("{}"), at: noon))
    #expect(store.state.outcome == .decided)
    store.given(.tapped(.ask(.note(report: "39"))))
    #expect(
      store.effects(words) == [
        CommunityPageTests.asks(.change, CommunityRequests.add(note: "No shops,\nplease.", report: "39"))
      ])
    store.given(.received(.change, .text("{}"), at: noon))
    #expect(store.state.outcome == .saved, "nobody is told of a note")
    #expect(store.effects(words) == [], "without a question")
  }
}
