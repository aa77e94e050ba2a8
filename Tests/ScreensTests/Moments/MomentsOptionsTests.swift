import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

struct MomentsOptionsTests {
  private static let body = """
    {"id": "7", "content": "<p>Hello</p>", "url": "https://moments.example.org/@bob/7", "visibility": "public",
     "account": {"id": "2", "username": "bob", "acct": "bob", "display_name": "Bob"}}
    """

  private func opened(_ effects: [Effect]) -> PostSheet.Subject? {
    for case .open(.options(let subject)) in effects { return subject }
    return nil
  }

  @Test(arguments: ["7", "70"])
  func `NEW_22 a post and a comment have a menu, which is loaded first`(id: String) {
    var store = MomentsActionsTests.store()
    let effects = store.effects(.tapped(.options(id: id)))
    // The menu that was asked for last opens, and no other.
    #expect(
      effects == [
        .cancel(Moments.Request.options), .ask(Moments.Request.options, MastodonRequests.status(id)),
      ])
    #expect(Moments.Tap(Moments.Tap.options(id: id).encoded) == .options(id: id))
  }

  @Test func `NEW_22 the menu knows the whole post`() {
    var store = MomentsActionsTests.store()
    store.given(.tapped(.options(id: "7")))
    let subject = opened(
      store.effects(
        .received(.options, .success(Response(status: 200, body: Array(Self.body.utf8))), at: noon)))
    guard case .post(let post) = subject else {
      Issue.record("no menu")
      return
    }
    #expect(post.author.id == "2" && post.url == "https://moments.example.org/@bob/7")
  }

  @Test func `NEW_22 without a network the menu offers what the page knows`() {
    var store = MomentsActionsTests.store()
    store.given(.tapped(.options(id: "7")))
    let subject = opened(store.effects(.received(.options, .failure(.unreachable), at: noon)))
    guard case .part(let post) = subject else {
      Issue.record("no menu")
      return
    }
    #expect(post.id == "7" && post.content.plainText == "Hello" && post.author.id.isEmpty)
  }

  @Test(arguments: [true, false])
  func `NEW_22 only members have the menu`(isMember: Bool) {
    let store = MomentsActionsTests.store(isMember ? MomentsActionsTests.me : nil)
    let html = ScreenHost<Moments>(store.state, id: 1).markup(.made()).text
    #expect(html.contains("data-tap=\"options:7\"") == isMember)
    #expect(html.contains("data-tap=\"options:70\"") == isMember)
  }

  @Test func `NEW_22 a comment that is gone has no menu`() {
    var store = MomentsActionsTests.store()
    #expect(store.effects(.tapped(.options(id: "99"))).isEmpty)
  }
}
