import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

struct MomentsOptionsTests {
  @Test(arguments: ["7", "70"])
  func `NEW_22 a post and a comment have a menu, which opens with what the page knows`(id: String) {
    var store = MomentsActionsTests.store()
    let effects = store.effects(.tapped(.options(id: id)))
    guard case .open(.options(.held(let post)))? = effects.last, effects.count == 1 else {
      Issue.record("no menu: \(effects)")
      return
    }
    #expect(post.id == id && !post.content.plainText.isEmpty && post.author.id.isEmpty)
    #expect(Moments.Tap(Moments.Tap.options(id: id).encoded) == .options(id: id))
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
