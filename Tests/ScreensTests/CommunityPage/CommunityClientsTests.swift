import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the part of the community's screen with the clients of the Twitter API.
struct CommunityClientsTests {
  static let list =
    #"[{"id":"70","name":"Tweetbook","website":"https://book.example","key":"abc123","callbacks":["tweetbook://in"],"read_only":false,"created_at":"2026-11-20T11:30:00.000Z","members":3},{"id":"71","name":"BitlBee <b>","website":null,"key":"BUILTIN","callbacks":[],"read_only":true,"created_at":"2026-11-21T11:30:00.000Z","members":0,"usable":false},{}]"#

  static let made =
    #"{"id":"72","name":"Gwibber","website":null,"key":"newkey","callbacks":[],"read_only":false,"created_at":"2026-11-21T12:00:00.000Z","members":0,"secret":"newsecret"}"#

  static let fields = [
    "client", "Gwibber", "https://gwibber.example", "read", "k", "s", "gwibber://a", "gwibber://b",
  ]

  static let form = SigningClientForm(
    name: "Gwibber", website: "https://gwibber.example", isReadOnly: true, key: "k", secret: "s",
    callbacks: "gwibber://a\ngwibber://b")

  /// Returns a store that shows the part, loaded.
  private static func store(_ list: String = list) -> TestStore<CommunityPage> {
    var store = CommunityPageTests.store()
    store.given(.tapped(.section(.clients)), .received(.section(.clients), .text(list), at: noon))
    return store
  }

  private static func asks(_ request: CommunityPage.Request, _ call: APIRequest) -> Effect {
    CommunityPageTests.asks(request, call)
  }

  private static func html(_ store: TestStore<CommunityPage>) -> String {
    CommunityPageTests.html(store.state)
  }

  private static func body(_ request: APIRequest) -> String? {
    request.body.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `NEW_03 clients are listed with who uses them, and owners alone see them`() {
    var store = CommunityPageTests.store()
    #expect(
      store.effects(.tapped(.section(.clients))) == [
        Self.asks(.section(.clients), CommunityRequests.clients)
      ])
    #expect(Self.html(store).contains("data-submit=\"client\""), "the form is there before the list")
    store.given(.received(.section(.clients), .text(Self.list), at: noon))
    #expect(store.state.clients.list?.map(\.id) == ["70", "71"])
    let html = Self.html(store)
    for text in [
      "Tweetbook", "abc123", "href=\"https://book.example\"", "tweetbook://in", "Members: 3", "BitlBee &lt;b",
      "Sign-in with a PIN", "Only read", "remove-client:71", "Remove it and add it again",
    ] { #expect(html.contains(text), "\(text)") }
    #expect(html.contains("aria-checked=\"false\""))
    var moderator = CommunityPageTests.store(.moderator)
    moderator.given(.appeared)
    #expect(!moderator.state.sections.contains(.clients))
  }

  @Test func `NEW_03 a client is registered once, and its key and secret are shown and copied`() throws {
    var store = Self.store("[]")
    let action = try #require(CommunityPage.Action(.submitted(Self.fields)))
    let ask = Self.asks(.client, CommunityRequests.register(Self.form))
    #expect(store.effects(action) == [ask])
    #expect(store.effects(action) == [], "once")
    #expect(
      Self.body(CommunityRequests.register(Self.form))
        == #"{"name":"Gwibber","website":"https://gwibber.example","read_only":"true","key":"k","secret":"s","callbacks":"gwibber://a\ngwibber://b"}"#
    )
    let before = CommunityPage.view(store.state, .made()).cells.all.map(\.key)
    #expect(
      store.effects(.received(.client, .text(Self.made), at: noon)) == [
        Self.asks(.section(.clients), CommunityRequests.clients)
      ])
    let after = CommunityPage.view(store.state, .made()).cells.all.map(\.key)
    #expect(before.contains("new-client0") && after.contains("new-client1"), "the form is empty again")
    let html = Self.html(store)
    #expect(html.contains("newkey") && html.contains("newsecret") && html.contains("shows only once"))
    #expect(html.contains("Address of the server"))
    #expect(!html.contains("gwibber://a"))
    let copied = Effect.toast(Toast(.copied))
    #expect(store.effects(.tapped(.copyKey)) == [.copy("newkey"), copied])
    #expect(store.effects(.tapped(.copySecret)) == [.copy("newsecret"), copied])
    store.given(.tapped(.section(.log)), .tapped(.section(.clients)))
    #expect(store.state.clients.keys == nil && store.effects(.tapped(.copySecret)) == [])
  }

  @Test func `NEW_03 a secret that comes after its owner looked elsewhere shows when they are back`() {
    var store = Self.store("[]")
    store.given(.registered(Self.form), .tapped(.section(.log)))
    store.given(.received(.client, .text(Self.made), at: noon))
    #expect(!Self.html(store).contains("newsecret"))
    store.given(.tapped(.section(.clients)))
    #expect(Self.html(store).contains("newsecret"))
    store.given(.registered(Self.form), .tapped(.section(.log)))
    let refused = #"{"error":"No","code":"key_taken"}"#
    store.given(.received(.client, .text(refused, status: 422), at: noon))
    #expect(store.state.clients.problem == nil && !store.state.isRunning)
  }

  @Test(arguments: [
    ("invalid_client_name", "name", "1 to 200 characters"), ("invalid_website", "website", "begins with"),
    ("invalid_key", "key", "The key has"), ("key_taken", "key", "Another app"),
    ("invalid_secret", "secret", "The secret has"), ("invalid_callback", "callbacks", "Five at most"),
  ])
  func `NEW_03 a refusal shows beside its field, with what was typed`(
    code: String, field: String, words: String
  ) throws {
    var store = Self.store()
    store.given(.registered(Self.form))
    let refused = #"{"error":"No","code":"\#(code)"}"#
    #expect(store.effects(.received(.client, .text(refused, status: 422), at: noon)) == [])
    let html = Self.html(store)
    let named = try #require(html.split(separator: "name=\"\(field)\"").last)
    let element = try #require(named.split(separator: ">").first)
    #expect(html.ranges(of: "aria-invalid").count == 1 && element.contains("aria-invalid=\"true\""))
    #expect(element.contains("aria-describedby=\"client-problem\"") && element.contains("data-focus"))
    #expect(html.contains("id=\"client-problem\" role=\"alert\"") && html.contains(words))
    for typed in ["value=\"Gwibber\"", "value=\"k\"", "value=\"s\"", "gwibber://a\ngwibber://b"] {
      #expect(html.contains(typed), "\(typed)")
    }
    #expect(html.contains("value=\"read\" checked"))
    #expect(
      store.effects(.registered(Self.form)) == [
        Self.asks(.client, CommunityRequests.register(Self.form))
      ], "it can be tried again")
    store.given(.received(.client, .text(Self.made), at: noon))
    #expect(!Self.html(store).contains("aria-invalid"))
  }

  @Test func `NEW_03 what is about no field, and a broken network, are said at once`() {
    let full = #"{"error":"No","code":"too_many_clients"}"#
    for answer in [Result<Response, RequestFailure>.text(full, status: 422), .failure(.unreachable)] {
      var store = Self.store()
      store.given(.registered(Self.form))
      let before = CommunityPage.view(store.state, .made()).cells.all
      #expect(store.effects(.received(.client, answer, at: noon)).count == 1)
      #expect(CommunityPage.view(store.state, .made()).cells.all == before, "what was typed stays")
      #expect(!store.state.isRunning)
    }
  }

  @Test func `NEW_03 a client is removed after a question, and its keys no longer show`() {
    var store = Self.store()
    store.given(.registered(Self.form), .received(.client, .text(Self.made), at: noon))
    let list = Self.list.replacing("\"71\"", with: "\"72\"")
    store.given(.received(.section(.clients), .text(list), at: noon), .tapped(.ask(.removeClient("72"))))
    let html = Self.html(store)
    #expect(html.contains("is signed out of it") && html.contains("data-tap=\"confirm\""))
    #expect(!html.contains("remove-client:72") && html.contains("remove-client:70"))
    #expect(
      store.effects(.tapped(.confirm)) == [Self.asks(.change, CommunityRequests.remove(client: "72"))])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [
        Self.asks(.section(.clients), CommunityRequests.clients),
        Self.asks(.community, CommunityRequests.community),
      ])
    #expect(store.state.clients.keys == nil && store.state.question == nil && store.state.outcome == .saved)
  }

  @Test func `NEW_03 the switch for passwords hides no secret of a client that a question is about`() {
    var store = Self.store()
    store.given(.registered(Self.form), .received(.client, .text(Self.made), at: noon))
    store.given(.tapped(.ask(.removeClient("72"))), .tapped(.allowPasswords(true)))
    store.given(.received(.change, .text("{}"), at: noon))
    #expect(store.state.clients.keys != nil && store.state.question == nil)
  }

  @Test func `NEW_03 the switch for passwords sends the other value`() {
    var store = Self.store()
    #expect(Self.html(store).contains("data-tap=\"allow-passwords:on\""))
    #expect(
      store.effects(.tapped(.allowPasswords(true))) == [
        Self.asks(.change, CommunityRequests.allowPasswords(true))
      ])
    #expect(Self.body(CommunityRequests.allowPasswords(true)) == #"{"xauth":"true"}"#)
    #expect(CommunityRequests.allowPasswords(false).method == .patch)
    store.given(.received(.change, .text("{}"), at: noon))
    let on = CommunityPageTests.community(.owner).replacing(#""quota":50"#, with: #""quota":50,"xauth":true"#)
    store.given(.received(.community, .text(on), at: noon))
    #expect(Self.html(store).contains("data-tap=\"allow-passwords:off\""))
  }
}
