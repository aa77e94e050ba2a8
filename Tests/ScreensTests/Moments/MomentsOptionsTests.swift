import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

struct MomentsOptionsTests {
  private static let held = Moments.Request.options(key: "p7", comment: nil)
  private static let body = """
    {"id": "7", "content": "<p>Hello</p>", "url": "https://moments.example.org/@bob/7", "visibility": "public",
     "account": {"id": "2", "username": "bob", "acct": "bob", "display_name": "Bob"}}
    """

  private func opened(_ effects: [Effect]) -> PostSheet.Subject? {
    for case .open(.options(let subject)) in effects { return subject }
    return nil
  }

  @Test(arguments: [nil, "70"])
  func `NEW_22 a post and a comment have a menu, which is loaded first`(comment: String?) {
    var store = MomentsActionsTests.store()
    let effects = store.effects(.tapped(.options(key: "p7", comment: comment)))
    #expect(
      effects == [
        .ask(
          Moments.Request.options(key: "p7", comment: comment), MastodonRequests.status(comment ?? "7"),
          as: .viewer)
      ])
    #expect(
      Moments.Tap(Moments.Tap.options(key: "p7", comment: comment).encoded)
        == .options(key: "p7", comment: comment))
  }

  @Test func `NEW_22 the menu knows the whole post`() {
    var store = MomentsActionsTests.store()
    let subject = opened(
      store.effects(
        .received(Self.held, .success(Response(status: 200, body: Array(Self.body.utf8))), at: noon)))
    guard case .post(let post) = subject else {
      Issue.record("no menu")
      return
    }
    #expect(post.author.id == "2" && post.url == "https://moments.example.org/@bob/7")
  }

  @Test func `NEW_22 without a network the menu offers what the page knows`() {
    var store = MomentsActionsTests.store()
    let subject = opened(store.effects(.received(Self.held, .failure(.unreachable), at: noon)))
    guard case .part(let post) = subject else {
      Issue.record("no menu")
      return
    }
    #expect(post.id == "7" && post.content.plainText == "Hello" && post.author.id.isEmpty)
  }

  @Test func `NEW_22 a stranger copies the text, and asks the server nothing`() {
    var store = MomentsActionsTests.store(nil)
    guard case .part = opened(store.effects(.tapped(.options(key: "p7", comment: nil)))) else {
      Issue.record("no menu")
      return
    }
  }

  @Test func `NEW_22 a comment that is gone has no menu`() {
    var store = MomentsActionsTests.store()
    #expect(store.effects(.tapped(.options(key: "p7", comment: "99"))).isEmpty)
    #expect(store.effects(.tapped(.options(key: "p99", comment: nil))).isEmpty)
  }
}
