import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct AccountPageTests {
  static let sessions =
    #"[{"id":"5","application":"Swiftlet","device":"Safari, iPhone","last_used_at":"2026-11-21T11:58:00.000Z","current":true},{"id":"4","application":null,"device":null,"last_used_at":"2026-11-19T08:00:00.000Z","current":false},{"id":"3","application":"A program with quite a long name","device":"Chrome, Android","last_used_at":"2025-11-19T08:00:00.000Z","current":false},{}]"#

  static func store() -> TestStore<AccountPage> {
    TestStore<AccountPage>(AccountPage.State(SamplePosts.context(isRoot: false)))
  }

  private static let asks = Effect.ask(AccountPage.Request.sessions, MembershipRequests.sessions)
  private static let asksAll = [
    asks, Effect.ask(AccountPage.Request.email, MembershipRequests.email),
    Effect.ask(AccountPage.Request.appPasswords, MembershipRequests.appPasswords),
  ]

  @Test func `NEW_13 one sees where one is signed in`() throws {
    var store = Self.store()
    store.send(.appeared, effects: { _ in Self.asksAll })
    #expect(store.keys == ["password", "footer", "address", "export", "removal"])
    store.answer(.sessions, with: .text(Self.sessions)) {
      $0.signedIn = SessionEntity.list(Array(Self.sessions.utf8))
    }
    #expect(store.state.signedIn?.map(\.id) == ["5", "4", "3"])
    let text = store.page.cell(1).html(Strings(.english)).text
    #expect(text.contains("Safari, iPhone · This device") && text.contains("Web browser"))
    #expect(!text.contains("end:5") && text.contains("end:4"), "what one looks at is ended by signing out")
  }

  @Test func `NEW_13 without a response it can be tried again`() {
    var store = Self.store()
    store.given(.appeared)
    store.send(.received(.sessions, .failure(.unreachable), at: noon)) { $0.hasFailed = true }
    store.send(.tapped(.retry), effects: { _ in Self.asksAll }) { $0.hasFailed = false }
  }

  @Test func `NEW_13 a session is ended at once, and comes back if that fails`() {
    var store = Self.store()
    store.given(.appeared, .received(.sessions, .text(Self.sessions), at: noon))
    store.send(
      .tapped(.end("4")),
      effects: { _ in [.ask(AccountPage.Request.end, MembershipRequests.endSession("4"))] }
    ) { $0.signedIn?.remove(at: 1) }
    store.answer(
      .end, with: .failure(.unreachable), effects: { _ in [.toast(Toast(.unreachable)), Self.asks] })
  }

  @Test func `NEW_19 a member changes the e-mail address`() throws {
    var store = Self.store()
    store.given(.appeared)
    func response(_ email: String, _ pending: String, _ sendsMail: Bool = true) -> Result<
      Response, RequestFailure
    > {
      .text(#"{"email":\#(email),"pending":\#(pending),"sends_mail":\#(sendsMail)}"#)
    }
    store.given(.received(.email, response("null", "null", false), at: noon))
    #expect(!store.keys.contains("email"), "a server without mail asks for no address")
    store.given(.received(.email, response(#""old@example.org""#, "null", false), at: noon))
    #expect(store.keys.contains("email"), "an address can always be removed")
    let action = try #require(AccountPage.Action(.submitted(["ann", "email", "new@example.org", "secret"])))
    let call = MembershipRequests.changeEmail(to: "new@example.org", password: "secret")
    #expect(store.effects(action) == [.ask(AccountPage.Request.form(.email), call)])
    #expect(store.effects(.received(.form(.email), response("null", #""new@example.org""#), at: noon)) == [])
    #expect(
      store.state.email?.pending == "new@example.org" && store.state.message == nil && !store.state.isRunning)
    #expect(
      AccountPage.Action(.submitted(["ann", "email", "", "secret"]))
        == .changeEmail(to: "", password: "secret"))
  }

  @Test func `NEW_17 an address for an old client shows once, and is among the sessions`() {
    var store = Self.store()
    let asks = Effect.ask(AccountPage.Request.address, MembershipRequests.makeReadingAddress)
    store.send(.tapped(.copy))
    store.send(.tapped(.address), effects: { _ in [asks] })
    store.answer(.address, with: .failure(.unreachable), effects: { _ in [.toast(Toast(.unreachable))] })
    store.send(.tapped(.address), effects: { _ in [asks] })
    let url = "https://home.example/reading/abc"
    store.answer(.address, with: .text(#"{"id":"7","url":"\#(url)"}"#), effects: { _ in [Self.asks] }) {
      $0.address = url
    }
    #expect(store.page.cell(2).html(Strings(.english)).text.contains(url))
    store.send(.tapped(.copy), effects: { _ in [.copy(url), .toast(Toast(.copied))] })
  }

  @Test func `NEW_03 an app password is made where the owner allows it, and shows once`() throws {
    var store = Self.store()
    store.given(.appeared, .received(.appPasswords, .text(#"{"allowed":false}"#), at: noon))
    #expect(!store.keys.contains("app-password"))
    store.given(.received(.appPasswords, .text(#"{"allowed":true}"#), at: noon))
    #expect(store.keys.contains("app-password"))
    store.send(.tapped(.copyPassword))
    let action = try #require(AccountPage.Action(.submitted(["ann", "app-password", "BitlBee", "secret"])))
    let asks = Effect.ask(
      AccountPage.Request.form(.appPassword),
      MembershipRequests.makeAppPassword(for: "BitlBee", password: "secret"))
    store.send(action, effects: { _ in [asks] }) {
      $0.form = .appPassword
      $0.isRunning = true
    }
    store.answer(.form(.appPassword), with: .text(#"{"error":"Wrong"}"#, status: 403)) {
      $0.isRunning = false
      $0.message = Message(.refusedBy, "Wrong")
    }
    store.send(action, effects: { _ in [asks] }) {
      $0.isRunning = true
      $0.message = nil
    }
    let made = #"{"id":"7","name":"BitlBee","app_password":"abc-def"}"#
    store.answer(.form(.appPassword), with: .text(made), effects: { _ in [Self.asks] }) {
      $0.isRunning = false
      $0.appPassword = "abc-def"
    }
    #expect(!store.keys.contains("app-password"), "another cell, which gets the focus")
    let index = try #require(store.keys.firstIndex(of: "app-password-made"))
    let text = store.page.cell(index).html(Strings(.english)).text
    #expect(text.contains("abc-def") && text.contains("copy-password") && !text.contains("<form"))
    #expect(text.contains("data-focus"))
    store.send(.tapped(.copyPassword), effects: { _ in [.copy("abc-def"), .toast(Toast(.copied))] })
  }

  @Test func `NEW_13 one's data are downloaded with a ticket`() {
    var store = Self.store()
    let asks = Effect.ask(AccountPage.Request.export, MembershipRequests.export)
    store.send(.tapped(.export), effects: { _ in [asks] })
    store.answer(.export, with: .failure(.unreachable), effects: { _ in [.toast(Toast(.unreachable))] })
    store.send(.tapped(.export), effects: { _ in [asks] })
    store.answer(.export, with: .text("{}"))
    store.send(.tapped(.export), effects: { _ in [asks] })
    let server = store.state.session?.server.text ?? ""
    store.answer(
      .export, with: .text(#"{"ticket":"a/b"}"#), effects: { _ in [.visit(url: server + "/export/a%2Fb")] })
  }

  @Test func `NEW_13 the password is changed with the old one`() {
    var store = Self.store()
    let change = Effect.ask(
      AccountPage.Request.form(.password), MembershipRequests.changePassword(from: "a", to: "b"))
    store.send(.changePassword(from: "a", to: "b"), effects: { _ in [change] }) { $0.isRunning = true }
    store.send(.changePassword(from: "a", to: "b"))
    store.answer(.form(.password), with: .text(#"{"error":"Wrong"}"#, status: 403)) {
      $0.isRunning = false
      $0.message = Message(.refusedBy, "Wrong")
    }
    store.send(.changePassword(from: "a", to: "b"), effects: { _ in [change] }) {
      $0.isRunning = true
      $0.message = nil
    }
    store.answer(.form(.password), with: .text("{}"), effects: { _ in [Self.asks] }) {
      $0.isRunning = false
      $0.message = Message(.passwordChanged)
    }
  }

  @Test func `NEW_13 leaving asks for the password, and signs out`() {
    var store = Self.store()
    store.send(.tapped(.remove)) { $0.asksToRemove = true }
    store.send(.tapped(.stay)) { $0.asksToRemove = false }
    store.send(.tapped(.remove)) { $0.asksToRemove = true }
    let removal = Effect.ask(
      AccountPage.Request.form(.removal), MembershipRequests.removeAccount(password: "a"))
    store.send(.remove(password: "a"), effects: { _ in [removal] }) {
      $0.isRunning = true
      $0.form = .removal
    }
    store.send(.remove(password: "a"))
    store.answer(
      .form(.removal), with: .text("{}"),
      effects: { _ in [.session(.leave("1"))] }
    ) { $0.isRunning = false }
  }

  @Test func `NEW_13 forms are told apart by their fields`() {
    #expect(AccountPage.Action(.submitted(["anna", "a", "b"])) == .changePassword(from: "a", to: "b"))
    #expect(AccountPage.Action(.submitted(["anna", "a"])) == .remove(password: "a"))
    #expect(AccountPage.Action(.submitted([""])) == nil)
    for tap in [AccountPage.Tap.retry, .remove, .stay, .export, .copyPassword, .end("4")] {
      #expect(AccountPage.Tap(tap.encoded) == tap)
    }
  }
}
