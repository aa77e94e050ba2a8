import Contracts
import Social

@testable import Screens

extension Looks {
  /// Returns the named albums of a person.
  static func scrapbooks() -> Album.State {
    var store = AlbumTests.shown()
    store.given(
      .tapped(.choose(.scrapbooks)),
      .received(
        .scrapbooks,
        ScrapbookTests.list(
          ScrapbookTests.json("50", "Summer 2026", count: 12),
          #"{"id":"51","account_id":"7","title":"Ανθόκηπος","posts_count":1,"cover":null}"#), at: noon))
    return store.state
  }

  static func scrapbook(_ actions: ScrapbookPage.Action...) -> ScrapbookPage.State {
    after(actions, ScrapbookTests.page().state, ScrapbookPage.reduce)
  }

  static func selecting() -> ScrapbookPage.State { scrapbook(.tapped(.select), .tapped(.pick("29"))) }

  static func scrapbookChoice() -> ScrapbookChoice.State {
    var store = ScrapbookTests.choice("30")
    store.given(
      .appeared,
      .received(
        .all,
        ScrapbookTests.list(ScrapbookTests.json("50", "Summer 2026"), ScrapbookTests.json("51", "Feast")),
        at: noon),
      .received(.chosen, ScrapbookTests.list(ScrapbookTests.json("51", "Feast")), at: noon))
    return store.state
  }
}
