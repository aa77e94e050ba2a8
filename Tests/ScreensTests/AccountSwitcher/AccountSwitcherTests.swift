import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// TWT_14: tests the list of the device's accounts, above a root.
struct AccountSwitcherTests {
  static func context(_ names: String..., current: String = "1") -> ScreenContext {
    var context = SamplePosts.context()
    for (index, name) in names.enumerated() {
      let key = "\(index + 1)"
      let session = Session(
        key: key, server: .made(), isOwnServer: true,
        me: Profile(id: key, account: .made(name, nick: name), handle: name))
      context.sessions.put(session, .made("token"))
      if key == current { context.session = session }
    }
    context.sessions.choose(current)
    return context
  }

  private var store = TestStore<AccountSwitcher>(
    AccountSwitcher.State(Self.context("ann", "bob", "cid"), unsent: ["3"]))

  @Test mutating func `TWT_14 another account is signed out at once`() {
    store.send(.tapped(.init(.remove, "2")), effects: { _ in [.session(.signOut("2"))] })
    let left = Self.context("ann", "bob").sessions
    store.send(.left(left.all)) { $0.sessions = left.all }
  }

  @Test mutating func `TWT_14 the account in use asks first, and so does one that would lose posts`() {
    for key in ["1", "3"] {
      store.send(.tapped(.init(.remove, key))) { state in state.asked = state.sessions.first { $0.key == key }
      }
      store.send(.tapped(.init(.stay, ""))) { $0.asked = nil }
    }
    store.send(.tapped(.init(.remove, "3"))) { $0.asked = $0.sessions[2] }
    store.send(.tapped(.init(.removeAnyway, "3")), effects: { _ in [.session(.signOut("3"))] }) {
      $0.asked = nil
    }
    let left = Self.context("ann", "bob").sessions
    store.send(.left(left.all)) { $0.sessions = left.all }
  }

  @Test mutating func `TWT_14 the button in the row asks in any case`() {
    store.send(.tapped(.init(.ask, "2"))) { $0.asked = $0.sessions[1] }
    store.send(.tapped(.init(.ask, "gone"))) { $0.asked = nil }
  }

  @Test(arguments: [
    AccountSwitcher.Tap(.remove, "1:2"), .init(.ask, "%"), .init(.removeAnyway, "1"), .init(.stay, ""),
  ])
  func `TWT_14 taps are decoded as they were encoded`(tap: AccountSwitcher.Tap) {
    #expect(AccountSwitcher.Tap(EncodedTap(text: tap.encoded.text)) == tap)
    #expect(AppTap(tap.encoded) == nil, "the app would take it for its own")
  }

  @Test func `TWT_14 each row says who it is, which is in use, and how to sign it out`() throws {
    let html = ScreenHost<AccountSwitcher>(store.state, id: 1).markup(.made()).text
    for (key, name) in [("1", "ann"), ("2", "bob"), ("3", "cid")] {
      #expect(html.contains("@\(name)@"))
      #expect(html.contains(#"data-tap="ask:\#(key)""#))
      #expect(html.contains(#"data-remove="remove:\#(key)""#))
    }
    #expect(html.components(separatedBy: "aria-current").count == 2)
    #expect(html.contains(#"data-tap="back" aria-current="true" data-remove="remove:1""#))
    #expect(html.contains(#"data-tap="sign-in""#))
  }
}
