import Contracts
import Foundation
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct EmojiPanelTests {
  @Test func `NEW_22 the composer has the panel, and the same recent emoji`() {
    var store = ComposeTests.store(memory: ["emojis": "🎉 👍"])
    #expect(store.text.contains(#"data-tap="emoji" aria-label="Emoji" aria-expanded="false""#))
    store.send(.tapped(.field(.emoji))) { $0.emojis = EmojiPanel(recent: "🎉 👍") }
    #expect(store.frameKeys.suffix(2) == ["tools", "emojis"])
    #expect(store.text.contains(#"aria-expanded="true""#))
    #expect(store.text.contains(#"<button type="button">🎉</button><button type="button">👍</button>"#))
    store.send(.typed(field: "emoji", text: "😂"), effects: { _ in [.remember(key: "emojis", "😂 🎉 👍")] }) {
      $0.recentEmojis = "😂 🎉 👍"
    }
    store.send(.tapped(.field(.emoji))) { $0.emojis = nil }
    store.given(.tapped(.field(.emoji)))
    #expect(store.state.emojis?.recent == ["😂", "🎉", "👍"])
  }

  @Test func `NEW_22 the panel closes before another page takes the place of the field`() {
    for tap in [Compose.Tap.remind(.open), .picture(.describe("p1"))] {
      var store = ComposeTests.store(memory: ["audience": "public"])
      store.given(.picked("p1"), .typed(field: "text", text: "@us"), .tapped(.field(.emoji)))
      #expect(store.state.emojis != nil && store.state.completions != nil)
      store.given(.tapped(tap))
      #expect(store.state.emojis == nil && store.state.completions == nil, "\(tap)")
    }
  }

  @Test func `NEW_22 as many recent emoji are stored as three rows hold`() {
    var stored: String?
    for number in 0..<40 {
      stored = EmojiPanel.recent(stored, using: String(UnicodeScalar(UInt32(0x1F600 + number)) ?? "x"))
    }
    let panel = EmojiPanel(recent: stored)
    #expect(panel.recent.count == 24 && panel.recent.first == "\u{1F627}")
    #expect(EmojiPanel(recent: (stored ?? "") + " " + (stored ?? "")).recent.count == 24)
  }

  @Test(arguments: ["", "a", "😂 😂", "😂\n", String(repeating: "😂", count: 9)])
  func `NEW_22 only an emoji is remembered`(text: String) {
    #expect(EmojiPanel.recent("👍", using: text) == nil)
  }

  @Test(arguments: ["😂", "❤️", "☝️", "👨‍👩‍👧"])
  func `NEW_22 an emoji may have several code points`(text: String) {
    #expect(EmojiPanel.recent(nil, using: text) == text)
  }

  @Test(arguments: ["<b>", "\" onclick=", "  ", "😂   👍"])
  func `NEW_22 what the device stores is only text`(stored: String) {
    let html = EmojiPanel(recent: stored).html(Strings(.english)).text
    #expect(!html.contains("<b>") && !html.contains("<button type=\"button\"></button>"))
  }

  @Test(arguments: Language.allCases)
  func `NEW_22 the nine groups wait for the bridge, and each has a name`(language: Language) {
    let html = EmojiPanel(recent: nil).html(Strings(language)).text
    let groups = html.components(separatedBy: #"<div role="group" aria-label=""#).dropFirst()
    #expect(groups.count == 9 && groups.allSatisfy { !$0.hasPrefix("\"") })
  }
}
