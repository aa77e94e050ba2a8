import Testing

@testable import Screens

struct SettingsTests {
  private let store = TestStore(Settings.State(), Settings.reduce)

  @Test func MOM_06_anotherServersPageIsVisited() {
    var store = store
    store.send(
      .submitted(address: "example.org/api", username: "a b"),
      effects: { _ in [.visit(url: "/moments/a%20b?server=https%3A%2F%2Fexample.org%2Fapi")] }
    ) {
      $0.address = "example.org/api"
      $0.username = "a b"
    }
  }

  @Test(arguments: ["", " ", "javascript:alert(1)", "ftp://example.org", "exa mple.org", "https://a@b"])
  func MOM_06_whatIsNoAddressIsSaid(address: String) {
    var store = store
    store.send(.submitted(address: address, username: "ada")) {
      $0.address = address
      $0.username = "ada"
      $0.problem = .invalidAddress
    }
    #expect(
      Settings.view(store.state, .made()).cells.contains(
        .otherServer(address: address, username: "ada", .invalidAddress)))
  }

  @Test(arguments: ["", " ", "\t\n"])
  func MOM_06_whosePageMustBeSaid(username: String) {
    var store = store
    store.send(.submitted(address: "example.org", username: username)) {
      $0.address = "example.org"
      $0.username = username
      $0.problem = .invalidUsername
    }
  }

  @Test func COM_09_anotherServersPicturesOpen() {
    var store = store
    store.send(
      .submittedFeed(address: "example.org/api"), effects: { _ in [.open(.images(.made("https://example.org/api")))] }
    ) {
      $0.feedAddress = "example.org/api"
    }
    store.send(.submittedFeed(address: "ftp://x")) {
      $0.feedAddress = "ftp://x"
      $0.problem = .invalidFeedAddress
    }
    #expect(
      Settings.view(store.state, .made()).cells.contains(.otherFeed(address: "ftp://x", isInvalid: true)))
  }

  @Test func aProblemGoesWhenItIsSolved() {
    var store = store
    store.prepare(.submitted(address: "", username: ""))
    store.send(
      .submitted(address: "example.org", username: "ada"),
      effects: { _ in [.visit(url: "/moments/ada?server=https%3A%2F%2Fexample.org")] }
    ) {
      $0.address = "example.org"
      $0.username = "ada"
      $0.problem = nil
    }
  }

  @Test func theLanguageIsChosenAndTheScreenClosed() {
    var store = store
    store.send(.choseLanguage(.simplifiedChinese), effects: { _ in [.speak(.simplifiedChinese)] })
    store.send(.tappedBack, effects: { _ in [.close] })
    store.send(.appeared)
  }

  @Test func COM_08_theSizeOfTextIsChosen() {
    let large = TextSize(step: 12)
    var store = store
    store.send(.choseTextSize(large), effects: { _ in [.setTextSize(large)] })
    store.send(.choseTextSize(nil), effects: { _ in [.setTextSize(nil)] })
    var reader = Reader.made()
    #expect(Settings.view(store.state, reader).cells.contains(.textSizes(chosen: nil)))
    reader.textSize = large
    #expect(Settings.view(store.state, reader).cells.contains(.textSizes(chosen: large)))
    #expect(Settings.Action(tap: "text-size:12") == .choseTextSize(large))
    #expect(Settings.Action(tap: "text-size:") == .choseTextSize(nil))
    for tap in ["text-size:0", "text-size:13", "text-size:4294967297", "text-size:x", "text-size"] {
      #expect(Settings.Action(tap: tap) == nil, "\(tap)")
    }
  }

  @Test func tapsAreReadBack() {
    #expect(Settings.Action(tap: "back") == .tappedBack)
    #expect(Settings.Action(tap: "language:en") == .choseLanguage(.english))
    #expect(Settings.Action(tap: "language:zh-Hans") == .choseLanguage(.simplifiedChinese))
    for tap in ["", "language:", "language:xx", "language", "close"] { #expect(Settings.Action(tap: tap) == nil) }
  }
}
