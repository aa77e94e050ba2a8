import Contracts
import JSON
import Localization
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// NEW_17: tests the app in a closed community.
struct ClosedDoorsTests {
  private static let page = InitialPage(
    .membersOnly, language: .english, now: noon, preview: Looks.closedPreview)

  private func app(_ page: InitialPage, at path: String, _ memory: Memory = Memory()) throws -> App {
    let read = try #require(InitialPage(json: page.json, server: .made()))
    return App(read, server: .made(), path: path, memory: memory, seed: [UInt8](repeating: 7, count: 32))
  }

  private func signIn(_ app: inout App, at server: ServerAddress = .made()) -> [Command] {
    let credential = Credential(token: "t", clientID: "c", clientSecret: "s")
    return app.performing(
      .session(
        .signIn(Profile(id: "1", account: .made("ann")), at: server, scopes: "read write follow", credential))
    )
  }

  @Test func `NEW_17 the landing page names the community and nobody`() {
    let html = Document(server: .made(), assets: Samples.assets).html(Self.page).text
    for piece in [
      "<title>The Hill Choir</title>", "We sing.", "Only members can read here.", #"href="/sign-in""#,
    ] {
      #expect(html.contains(piece), "\(piece)")
    }
    for piece in [#"href="/moments""#, "class=\"faces\"", "class=\"tabs", "search", "<noscript"] {
      #expect(!html.contains(piece), "\(piece)")
    }
  }

  @Test(arguments: ["/@ann/7", "/moments/ann?show=10", "/me"])
  func `NEW_17 after signing in one is where one wanted to go, once`(path: String) throws {
    var app = try app(Self.page, at: path)
    #expect(app.started().filter(\.touchesDocument) == [])
    #expect(app.stack.isEmpty)
    // Signing in happens on other pages, which begin with what the device stores.
    var other = try self.app(
      InitialPage(.settings(typedAddress: nil), language: .english, now: noon), at: "/settings", app.memory)
    _ = other.started()
    #expect(signIn(&other).last { if case .visit = $0 { true } else { false } } == .visit(url: path))
    #expect(other.memory[App.requestedAddressKey] == nil)
  }

  @Test(arguments: ["/", "//b.example/home", "//home", "/nothing/here", "/signed-in/x"])
  func `NEW_17 no other address is visited`(path: String) throws {
    var app = try app(Self.page, at: path)
    _ = app.started()
    #expect(!signIn(&app).contains { if case .visit = $0 { true } else { false } })
  }

  @Test func `NEW_17 an address is forgotten after ten minutes, and means nothing on another server`() throws
  {
    var late = try app(Self.page, at: "/@ann/7")
    late.now = noon.advanced(byMilliseconds: 600_000)
    #expect(!signIn(&late).contains(.visit(url: "/@ann/7")))
    var elsewhere = try app(Self.page, at: "/@ann/7")
    #expect(!signIn(&elsewhere, at: .made("https://b.example")).contains(.visit(url: "/@ann/7")))
  }

  @Test func `NEW_17 a session that the server doesn't see opens the page`() throws {
    var first = App.loaded()
    _ = signIn(&first)
    var app = try app(Self.page, at: "/@ann/7", first.memory)
    let commands = app.started()
    #expect(commands.contains(.rememberMember(true)) && commands.contains(.closeScreen(1)))
    #expect(app.stack.count == 1)
    var root = try self.app(Self.page, at: "/", first.memory)
    _ = root.started()
    #expect(root.stack.map(\.tab) == [.home])
  }

  @Test func `NEW_17 a frame without a session leads to the landing page`() throws {
    let frame = InitialPage(.addressed(path: "/home", isMember: true), language: .english, now: noon)
    var app = try app(frame, at: "/home")
    let commands = app.started()
    #expect(commands.contains(.rememberMember(false)) && commands.contains(.visit(url: "/home")))
  }

  @Test func `NEW_17 so does a refused request of a stranger, and no refusal of another server`() throws {
    let body = Array(#"{"error":"Only members","code":"\#(Refusal.membersOnly.rawValue)"}"#.utf8)
    for (path, isOurs) in [("/@ann", true), ("/images?server=https%3A%2F%2Fb.example", false)] {
      let frame = InitialPage(.addressed(path: path, isMember: true), language: .english, now: noon)
      var app = try app(frame, at: path)
      let requests = app.started().compactMap { command -> Identifier? in
        switch command {
        case .send(let id, _, _, _), .request(let id, _): id
        default: nil
        }
      }
      let id = try #require(requests.first)
      let commands = app.handle(.received(id, .success(Response(status: 401, body: body))))
      #expect(commands.contains(.visit(url: "")) == isOurs)
      #expect(commands.contains(.rememberMember(false)) == isOurs)
    }
  }

  @Test func `NEW_17 the frame of a members Moments names nobody`() {
    let frame = InitialPage(.addressed(path: "/moments", isMember: true), language: .english, now: noon)
    #expect(Document(server: .made(), assets: Samples.assets).html(frame).text.contains("data-screen"))
  }

  @Test func `NEW_17 pictures of the members server are asked for with the token, others without`() throws {
    for (path, token) in [("/images", "t"), ("/images?server=https%3A%2F%2Fb.example", nil as String?)] {
      var first = App.loaded()
      _ = signIn(&first)
      let frame = InitialPage(.addressed(path: "/images", isMember: true), language: .english, now: noon)
      var app = try app(frame, at: path, first.memory)
      let tokens = app.started().compactMap { command -> String?? in
        switch command {
        case .send(_, let request, _, let token) where request.target.hasPrefix("/v1/feed"): token
        case .request(_, let url) where url.contains("/v1/feed"): .some(nil)
        default: nil
        }
      }
      #expect(tokens == [token])
    }
  }
}
