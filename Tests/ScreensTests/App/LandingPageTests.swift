import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// NEW_12: tests the server's landing page, and the actions that a stranger's taps become.
struct LandingPageTests {
  private static let stranger = InitialPage.Content.addressed(path: "/home", isMember: false)

  private func page(_ preview: CommunityPreview?, _ reason: SignInReason? = nil, path: String = "/home")
    -> String
  {
    var first = InitialPage(
      .addressed(path: path, isMember: false), language: .english, now: noon, homeUsername: "ada",
      preview: preview)
    first.signInReason = reason
    return Document(server: .made(), assets: Samples.assets).html(first).text
  }

  @Test func `NEW_12 it reads without the app`() {
    let open = page(Looks.preview(.open, line: "We sing."))
    for piece in [
      "The Hill Choir", "We sing.", #"href="/join""#, #"href="/sign-in""#, #"href="/moments""#,
      "class=\"faces\"",
    ] {
      #expect(open.contains(piece), "\(piece)")
    }
    #expect(!open.contains("<noscript"))
    let invited = page(Looks.preview(.invitation))
    #expect(!invited.contains(#"href="/join""#) && invited.contains("Joining needs an invitation"))
    #expect(page(Looks.preview(.closed)).contains("New members can’t join"))
    #expect(page(Looks.preview(.open), SignInReason(.like, name: "A<b>")).contains("A&lt;b&gt;"))
    #expect(page(nil).contains("Swiftlet"))
  }

  @Test func `NEW_12 the app leaves it as it is`() throws {
    let first = InitialPage(Self.stranger, language: .english, now: noon, preview: Looks.preview(.open))
    let read = try #require(InitialPage(json: first.json, server: .made()))
    var app = App(read, server: .made(), path: "/home")
    #expect(app.started().filter(\.touchesDocument) == [])
    #expect(app.stack.isEmpty)
    #expect(!app.understands("sign-in", on: 1), "links are links")
    #expect(app.handle(.tapped(1, "tab:me")) == [])
  }

  @Test func `NEW_12 a members page makes way where nobody is signed in any more`() {
    for path in ["/home", "/me", "/notifications"] {
      let first = InitialPage(
        .addressed(path: path, isMember: true), language: .english, now: noon, homeUsername: "ada")
      var app = App(first, server: .made(), path: path)
      let commands = app.started()
      #expect(commands.contains(.rememberMember(false)) && commands.contains(.closeScreen(1)))
      #expect(app.stack.map(\.tab) == [.moments])
    }
  }

  @Test func `NEW_12 a strangers tap is stored and leads to the landing page`() throws {
    var app = App.loaded()
    let commands = app.performing(.open(.landingPage(DeferredAction(.like, "7"))))
    #expect(commands.contains(.pushHistory(depth: 1, url: "/home?like=7")))
    #expect(commands.last == .visit(url: "/home?like=7"))
    let kept = try #require(app.memory[App.deferredActionKey])
    #expect(DeferredAction(storedText: kept, now: noon) == DeferredAction(.like, "7"))
    #expect(DeferredAction(storedText: kept, now: noon.advanced(byMilliseconds: 599_999)) != nil)
    #expect(
      DeferredAction(storedText: kept, now: noon.advanced(byMilliseconds: 600_000)) == nil, "ten minutes")
    #expect(DeferredAction(storedText: "x:like:7", now: noon) == nil)
  }

  @Test func `NEW_12 so is every interaction of a stranger`() {
    let actions: [(MemberAction, String)] = [
      (.post(.favourite), "like"), (.post(.repost), "repost"), (.post(.bookmark), "bookmark"),
      (.person(.follow(name: "x")), "follow"),
    ]
    for (action, name) in actions {
      var app = App.loaded()
      #expect(app.performing(.perform(action, id: "7", true)).last == .visit(url: "/home?\(name)=7"))
    }
  }

  private func signedIn(
    _ deferredAction: DeferredAction, at server: ServerAddress = .made(), after milliseconds: Int64 = 0
  ) -> (
    App, [Command]
  ) {
    var memory = Memory()
    memory[App.deferredActionKey] = deferredAction.storedText(at: noon)
    var app = App(
      InitialPage(.settings(typedAddress: nil), language: .english, now: noon), server: .made(),
      path: "/settings",
      memory: memory, seed: [UInt8](repeating: 7, count: 32))
    _ = app.started()
    app.now = noon.advanced(byMilliseconds: milliseconds)
    let credential = Credential(token: "t", clientID: "c", clientSecret: "s")
    let me = Profile(id: "1", account: .made("ann"))
    return (app, app.performing(.session(.signIn(me, at: server, scopes: "read write follow", credential))))
  }

  private func requests(_ commands: [Command]) -> [String] {
    commands.compactMap { command in
      guard case .send(_, let request, _, _) = command, request.method == .post else { return nil }
      return request.target
    }
  }

  @Test func `NEW_12 the tap is carried out once after signing in`() {
    let (_, liked) = signedIn(DeferredAction(.like, "7"))
    #expect(requests(liked) == ["/api/v1/statuses/7/favourite"])
    #expect(liked.contains { if case .pushHistory(1, _) = $0 { true } else { false } }, "the post shows")
    #expect(liked.contains(.remember(key: App.deferredActionKey, nil)))
    let (_, followed) = signedIn(DeferredAction(.follow, "5"))
    #expect(requests(followed) == ["/api/v1/accounts/5/follow"])
    let (_, late) = signedIn(DeferredAction(.like, "7"), after: 600_000)
    #expect(requests(late) == [])
    #expect(late.contains(.remember(key: App.deferredActionKey, nil)))
    let (_, elsewhere) = signedIn(DeferredAction(.like, "7"), at: .made("https://b.example"))
    #expect(requests(elsewhere) == [], "there it is another post")
  }
}
