import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// The place of a new post, and the places that the device knows.
struct ComposeLocationTests {
  private func html(_ cell: Compose.Cell?) -> String { cell?.html(Strings(.english)).text ?? "" }

  private func body(_ request: APIRequest) -> String {
    String(decoding: request.body ?? [], as: UTF8.self)
  }

  @Test func `NEW_22 a typed place is stored with the draft, sent, and the latest of the recent ones`() {
    var store = ComposeTests.store(memory: ["places": "Porto\nLisbon\n"])
    store.given(.typed(field: "text", text: "Hi"), .tapped(.location(.open)))
    #expect(Compose.view(store.state, .made()).frame.contains(.locations("", ["Porto", "Lisbon"])))
    let effects = store.effects(.submitted(" Lisbon "))
    #expect(effects.last == .remember(key: "places", "Lisbon\nPorto\n"))
    #expect(store.state.draft.location == "Lisbon" && !store.state.isChoosingLocation)
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    let request = StatusRequests.publish(store.state.draft.fields, idempotencyKey: "k")
    #expect(body(request).contains(#""location":"Lisbon""#))
    store.given(.tapped(.location(.open)))
    store.given(.tapped(.location(.clear)))
    #expect(store.state.draft.location == nil)
    let plain = StatusRequests.publish(store.state.draft.fields, idempotencyKey: "k")
    #expect(!body(plain).contains("location"))
  }

  @Test func `NEW_22 a recent place is chosen or forgotten, and eight are stored`() {
    var store = ComposeTests.store()
    for number in 1...9 {
      store.given(.tapped(.location(.open)))
      store.given(.submitted("Place \(number)"))
    }
    #expect(store.state.places == (2...9).reversed().map { "Place \($0)" })
    store.given(.tapped(.location(.open)))
    store.given(.tapped(.location(.choose("Place 3"))))
    #expect(store.state.draft.location == "Place 3" && store.state.places.first == "Place 3")
    let left = store.state.places.dropFirst().map { $0 + "\n" }.joined()
    #expect(store.effects(.tapped(.location(.forget("Place 3")))) == [.remember(key: "places", left)])
    #expect(store.state.draft.location == "Place 3", "the post keeps it")
    for blank in ["", " ", String(repeating: "a", count: 61)] {
      store.given(.tapped(.location(.open)))
      store.given(.submitted(blank))
      #expect(store.state.draft.location == nil)
    }
  }

  @Test func `NEW_22 a typed place stays while a recent one is forgotten`() {
    var store = ComposeTests.store(memory: ["places": "Porto\nLisbon\n"])
    store.given(.typed(field: "text", text: "Hi"), .tapped(.location(.open)))
    store.given(.typed(field: "location", text: "Braga"))
    #expect(store.state.draft.text == "Hi")
    #expect(
      Compose.view(store.state, .made()).frame.contains(.locations("", ["Porto", "Lisbon"])),
      "typing renders nothing")
    store.given(.tapped(.location(.forget("Porto"))))
    let cell = Compose.view(store.state, .made()).frame.first { $0.key == "locations" }
    #expect(cell == .locations("", ["Lisbon"], typed: "Braga"))
    #expect(html(cell).contains(#"value="Braga""#) && !html(cell).contains("location-clear"))
    // The next opening begins with the post's place.
    store.given(.tapped(.location(.close)), .tapped(.location(.open)))
    #expect(Compose.view(store.state, .made()).frame.contains(.locations("", ["Lisbon"])))
  }

  @Test func `NEW_22 a change tells the server that the place goes, and other servers have none`() {
    let post = Post(id: "7", author: ComposeTests.anna, content: .text("Hi"), location: "Lisbon")
    var store = ComposeTests.store(ComposeStart(editing: post))
    store.given(.received(.source, .text(#"{"id":"7","text":"Hi","spoiler_text":""}"#), at: noon))
    #expect(store.state.draft.location == "Lisbon" && store.state.isUntouched)
    store.given(.tapped(.location(.open)))
    store.given(.tapped(.location(.clear)))
    #expect(body(StatusRequests.edit("7", store.state.draft.fields)).contains(#""location":"""#))
    #expect(store.state.draft.applied(to: post).location == nil)
    let other = Compose.State(ComposeStart(), ComposeTests.context(isOwnServer: false))
    let keys = Compose.view(other, .made()).cells.head.map(\.key)
    #expect(keys.contains("audience") && !keys.contains("location") && !keys.contains("remind"))
    let reply = ComposeTests.store(ComposeStart(replyTo: post, writer: ComposeTests.anna)).state
    #expect(!Compose.view(reply, .made()).cells.head.contains { $0.key == "location" })
  }

  @Test func `NEW_22 the rows stand in the order of WeChat, and say their values`() {
    var store = ComposeTests.store(memory: ["audience": "public"])
    let keys = Compose.view(store.state, .made()).cells.head.map(\.key)
    #expect(keys.suffix(3) == ["location", "remind", "audience"])
    store.given(.tapped(.location(.open)))
    store.given(.submitted("<Lisbon>"))
    let row = html(Compose.view(store.state, .made()).cells.head.first { $0.key == "location" })
    #expect(row.contains(#"aria-label="Location: &lt;Lisbon&gt;""#) && row.contains(">&lt;Lisbon&gt;</span>"))
  }

  @Test(arguments: [
    Compose.LocationTap.open, .close, .choose("A place"), .forget("A place: 7"), .clear,
  ])
  func `NEW_22 the taps are encoded`(tap: Compose.LocationTap) {
    guard case .location(let decoded)? = Compose.Tap(EncodedTap(text: tap.encoded.text)) else {
      Issue.record("\(tap)")
      return
    }
    #expect(decoded.encoded.text == tap.encoded.text)
  }
}
