import Contracts
import Social
import Testing

@testable import Screens

/// Tiles follow their posts, without an action of the screen.
extension AlbumTests {
  private static func post(_ pictures: Int, more: String = "") throws -> Post {
    let json = json(30, on: "2026-11-21", pictures: pictures, more: more)
    return try #require(SamplePosts.decoder.status(body: Array(json.utf8)))
  }

  @Test func `NEW_22 pictures follow an edit of their post at once`() throws {
    var store = Self.shown()
    store.given(
      .tapped(.choose(.pictures)),
      .received(
        .first(.pictures, month: nil), Self.page(Self.json(30, on: "2026-11-21", pictures: 3)), at: noon))
    let known = store.state.postsState.store
    #expect(store.wholeText.contains("/30-2.jpg"))
    known.receive(try Self.post(2), asked: SamplePosts.at(1))
    #expect(known.hasChanged && !store.wholeText.contains("/30-2.jpg"))
    #expect(store.wholeText.contains("/30-1.jpg"))
    known.receive(try Self.post(4), asked: SamplePosts.at(2))
    #expect(store.wholeText.contains("/30-3.jpg"))
    known.receive(try Self.post(4, more: #","sensitive":true"#), asked: SamplePosts.at(3))
    #expect(!store.wholeText.contains("/30-3.jpg"), "covered")
    known.receive(try Self.post(1), asked: SamplePosts.at(2))
    #expect(!store.wholeText.contains("/30-0.jpg"), "an older response")
    store.given(.tapped(.list(.notice)))
    #expect(store.state.rows.isCurrent(store.state, minutesEast: store.state.rows.minutesEast))
  }

  @Test func `NEW_22 pictures of a profile follow an edit of their post at once`() throws {
    var store = ProfilePageTests().loaded()
    store.given(
      .tapped(.choose(.media)),
      .received(.newest(.media), Self.page(Self.json(30, on: "2026-11-21", pictures: 2)), at: noon))
    #expect(store.wholeText.contains("/30-1.jpg"))
    store.state.postsState.store.receive(try Self.post(3), asked: SamplePosts.at(1))
    #expect(store.wholeText.contains("/30-2.jpg"))
  }
}
