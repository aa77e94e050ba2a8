import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct SettingsTests {
  private let store = TestStore<Settings>(Settings.State())

  @Test func `MOM_06 another server's page is visited`() {
    var store = store
    store.send(
      .submitted(address: "example.org/api", username: "a b"),
      effects: { _ in [.visit(url: "/moments/a%20b?server=https%3A%2F%2Fexample.org%2Fapi")] }
    ) {
      $0.address = "example.org/api"
      $0.username = "a b"
    }
  }

  @Test func `NEW_10 members choose whether home tells who commented`() {
    var store = TestStore<Settings>(Settings.State(SamplePosts.context()))
    func choices() -> [Settings.Cell] {
      Settings.view(store.state, .made()).cells.all.filter { if case .home = $0 { true } else { false } }
    }
    #expect(choices() == [.home(showsComments: true)])
    for isOn in [false, true] {
      let tap = Settings.Tap.comments(isOn)
      #expect(Settings.Tap(tap.encoded) == tap)
      store.send(
        .tapped(tap),
        effects: { _ in [.remember(key: "comments", isOn ? nil : "off"), .broadcast(.commentsShown(isOn))] }
      ) { $0.showsComments = isOn }
    }
    store = TestStore<Settings>(Settings.State(SamplePosts.context(isMember: false)))
    #expect(choices() == [])
  }

  @Test func `NEW_17 members choose who sees new posts, and a refused choice goes back`() {
    var store = TestStore<Settings>(Settings.State(SamplePosts.context()))
    store.send(
      .appeared, effects: { _ in [.ask(Settings.Request.preferences, MastodonRequests.preferences)] })
    store.answer(
      .preferences, with: .text(#"{"posting:default:visibility":"public"}"#),
      change: { $0.audience = .everybody })
    #expect(Settings.view(store.state, .made()).cells.all.contains(.audience(.everybody)))
    let tap = Settings.Tap.audience(.members)
    #expect(Settings.Tap(tap.encoded) == tap)
    for isAccepted in [false, true] {
      store.send(
        .tapped(tap),
        effects: { _ in [.ask(Settings.Request.audience, MastodonRequests.setDefaultAudience(.members))] },
        change: {
          $0.audience = .members
          $0.savedAudience = .everybody
        })
      store.send(.tapped(.audience(.followers)))
      store.answer(
        .audience, with: isAccepted ? .text("{}") : .failure(.unreachable),
        effects: { _ in isAccepted ? [.remember(key: "audience", nil)] : [.toast(Toast(.notSaved))] },
        change: {
          $0.savedAudience = nil
          $0.audience = isAccepted ? .members : .everybody
        })
    }
    var stranger = TestStore<Settings>(Settings.State(SamplePosts.context(isMember: false)))
    stranger.send(.appeared)
  }

  @Test(arguments: ["", " ", "javascript:alert(1)", "ftp://example.org", "exa mple.org", "https://a@b"])
  func `MOM_06 what is no address is said`(address: String) {
    var store = store
    store.send(.submitted(address: address, username: "ada")) {
      $0.address = address
      $0.username = "ada"
      $0.problem = .invalidAddress
    }
    #expect(
      Settings.view(store.state, .made()).cells.all.contains(
        .otherServer(address: address, username: "ada", .invalidAddress)))
  }

  @Test(arguments: ["", " ", "\t\n"])
  func `MOM_06 whoever's page it is must be said`(username: String) {
    var store = store
    store.send(.submitted(address: "example.org", username: username)) {
      $0.address = "example.org"
      $0.username = username
      $0.problem = .invalidUsername
    }
  }

  @Test func `COM_09 another server's pictures open`() {
    var store = store
    store.send(
      .submittedFeed(address: "example.org/api"),
      effects: { _ in [.open(.images(.made("https://example.org/api")))] }
    ) {
      $0.feedAddress = "example.org/api"
    }
    store.send(.submittedFeed(address: "ftp://x")) {
      $0.feedAddress = "ftp://x"
      $0.problem = .invalidFeedAddress
    }
    #expect(
      Settings.view(store.state, .made()).cells.all.contains(.otherFeed(address: "ftp://x", isInvalid: true)))
  }

  @Test func `a problem goes when it is solved`() {
    var store = store
    store.given(.submitted(address: "", username: ""))
    #expect(store.state.problem == .invalidAddress)
    store.send(
      .submitted(address: "example.org", username: "ada"),
      effects: { _ in [.visit(url: "/moments/ada?server=https%3A%2F%2Fexample.org")] }
    ) {
      $0.address = "example.org"
      $0.username = "ada"
      $0.problem = nil
    }
  }

  @Test func `the language is chosen`() {
    var store = store
    store.send(.tapped(.language(.simplifiedChinese)), effects: { _ in [.setLanguage(.simplifiedChinese)] })
  }

  @Test func `COM_08 the size of text is chosen`() {
    let large = TextSize(step: 12)
    var store = store
    store.send(.tapped(.textSize(large)), effects: { _ in [.setTextSize(large)] })
    store.send(.tapped(.textSize(nil)), effects: { _ in [.setTextSize(nil)] })
    var environment = ViewEnvironment.made()
    #expect(Settings.view(store.state, environment).cells.all.contains(.textSizes(chosen: nil)))
    environment.appearance.textSize = large
    #expect(Settings.view(store.state, environment).cells.all.contains(.textSizes(chosen: large)))
    #expect(read("text-size:12") == .textSize(large))
    #expect(read("text-size:") == .textSize(nil))
    for tap in ["text-size:0", "text-size:13", "text-size:4294967297", "text-size:x", "text-size"] {
      #expect(read(tap) == nil, "\(tap)")
    }
  }

  @Test func `NEW_14 the colours are chosen`() {
    var store = store
    store.send(.tapped(.scheme(.dark)), effects: { _ in [.setColorScheme(.dark)] })
    var environment = ViewEnvironment.made()
    environment.appearance.scheme = .dark
    #expect(Settings.view(store.state, environment).cells.all.contains(.schemes(chosen: .dark)))
    #expect(read("scheme:") == .scheme(nil))
    for tap in ["scheme:black", "scheme"] { #expect(read(tap) == nil, "\(tap)") }
  }

  @Test func `taps are encoded, and decoded again`() {
    #expect(read("language:en") == .language(.english))
    #expect(read("language:zh-Hans") == .language(.simplifiedChinese))
    #expect(read("file") == .file)
    for tap in [
      Settings.Tap.language(.simplifiedChinese), .scheme(.dark), .scheme(nil), .textSize(nil),
      .textSize(TextSize(step: 3)), .file,
    ] {
      #expect(read(tap.encoded.text) == tap)
    }
    for tap in ["", "language:", "language:xx", "language", "close", "back"] { #expect(read(tap) == nil) }
  }

  private func read(_ text: String) -> Settings.Tap? { Settings.Tap(EncodedTap(text: text)) }

  @Test func `the bar leads back`() {
    let bar = Settings.view(store.state, .made()).frame[0].html(Strings(.english)).text
    #expect(bar.contains(#"data-tap="back""#))
  }

  @Test func `NEW_09 members get to the settings of notifications`() {
    var store = TestStore<Settings>(Settings.State(SamplePosts.context()))
    #expect(store.keys.contains("notifications"))
    let tap = Settings.Tap.notifications
    #expect(Settings.Tap(tap.encoded) == tap)
    store.send(.tapped(tap), effects: { _ in [.open(.notificationSettings)] })
    #expect(
      !TestStore<Settings>(Settings.State(SamplePosts.context(isMember: false))).keys.contains(
        "notifications"))
  }

  @Test func `THR_01 the timeline file of the device opens`() {
    var store = store
    store.send(.tapped(.file), effects: { _ in [.open(.file(.stored))] })
  }
}
