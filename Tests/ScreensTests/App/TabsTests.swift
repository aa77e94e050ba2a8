import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the four roots: one shows, the others stay as they are.
struct TabsTests {
  private var app = App.loaded()

  @Test mutating func `A tab opens its root without a step back`() {
    app = App.atMoments()
    let commands = app.handle(.tapped(1, "tab:mentions"))
    guard case .openRoot(let id, let html)? = commands.first else {
      Issue.record("no root opens: \(commands)")
      return
    }
    #expect(html.text.contains("class=\"screen timeline root\""))
    #expect(
      html.text.contains("data-tap=\"tab:mentions\" aria-current=\"page\""), "the place of all notifications")
    #expect(commands.contains(.replaceHistory(url: "/mentions")) && commands.contains(.title("Mentions")))
    #expect(
      app.handle(.tapped(id, "tab:moments")).prefix(2) == [.showRoot(1), .replaceHistory(url: "/moments")])
    #expect(app.handle(.tapped(1, "tab:mentions")).first == .showRoot(id), "it is opened once")
    #expect(app.depth == 0)
  }

  @Test mutating func `NEW_12 the landing page is the servers page`() {
    for tab in ["home", "notifications", "mentions", "me"] {
      #expect(app.handle(.tapped(1, "tab:" + tab)) == [.visit(url: "/" + tab)])
    }
    #expect(app.stack.map(\.id) == [1])
  }

  @Test mutating func `The tab that shows goes to its top`() {
    #expect(app.handle(.tapped(1, "tab:moments")) == [.scrollToTop(1)])
  }

  @Test mutating func `Screens lie over the root that shows`() {
    app = App.atMoments()
    _ = app.handle(.tapped(1, "tab:me"))
    let me = app.stack.last?.id ?? 0
    let commands = app.handle(.tapped(me, "settings"))
    #expect(commands.contains(.pushHistory(depth: 1, url: "/settings")))
    let settings = app.stack.last?.id ?? 0
    #expect(app.handle(.tapped(settings, "tab:home")) == [], "only a root has the bar")
    #expect(app.handle(.wentTo(depth: 0)).contains(.closeScreen(settings)))
    #expect(app.handle(.wentTo(depth: -1)) == [], "the roots stay")
    #expect(app.stack.map(\.id) == [1, me])
  }

  @Test mutating func `A root that doesn't show goes on loading`() {
    app = App.atMoments()
    _ = app.handle(.tapped(1, "refresh"))
    _ = app.handle(.tapped(1, "tab:me"))
    #expect(app.waiting.values.contains { if case .request(1, _, _) = $0 { true } else { false } })
  }

  @Test func `whose moments it is the server says`() {
    var app = App.hydrated(.settings(typedAddress: nil))
    app.performing(.open(.tab(.moments)))
    #expect(app.performing(.open(.tab(.moments))) == [.visit(url: "/moments")])
  }

  @Test func `a member sees their own moments`() {
    let first = InitialPage(
      .addressed(path: "/moments", isMember: true), language: .english, now: noon, homeUsername: "ada")
    var app = App(first, server: .made(), path: "/moments", memory: .signedIn("bob"))
    let asked = app.started()
    #expect(asked.contains { if case .send(_, _, "/user/bob", "token of bob") = $0 { true } else { false } })
    #expect(app.stack.map(\.id) == [1], "the frame that the server rendered is filled, not replaced")
  }

  @Test func `a frame of another screen makes way`() {
    let first = InitialPage(.addressed(path: "/me", isMember: false), language: .english, now: noon)
    var app = App(first, server: .made(), path: "/me", memory: .signedIn("bob"))
    let commands = app.started()
    guard case .openRoot(2, let html)? = commands.first else {
      Issue.record("no root opens: \(commands)")
      return
    }
    #expect(html.text.contains("@bob@example.org"))
    #expect(commands.contains(.closeScreen(1)))
  }

  @Test func `back from a screen that is alone leads a member home`() {
    let first = InitialPage(.settings(typedAddress: nil), language: .english, now: noon)
    var app = App(first, server: .made(), path: "/settings", memory: .signedIn("bob"))
    _ = app.started()
    let commands = app.handle(.tapped(1, "back"))
    #expect(commands.contains(.replaceHistory(url: "/home")))
    #expect(commands.contains(.closeScreen(1)))
    #expect(app.stack.map(\.tab) == [.home])
  }

  @Test(arguments: [
    ("/home", Destination.tab(.home)), ("/me?x=1", .tab(.me)),
    ("/@ann", .profile(id: nil, handle: "ann", nil)),
    ("/@ann%40b.example", .profile(id: nil, handle: "ann@b.example", nil)),
    ("/@ann/12", .thread(id: "12", nil, handle: "ann")),
    ("/tags/caf%C3%A9", .tag("café")), ("/compose", .compose(ComposeStart())), ("/sign-in", .signIn()),
    ("/sign-in?other=", .signIn(isElsewhere: true)),
    ("/signed-in?code=a&state=b", .signedIn(query: "code=a&state=b")), ("/settings", .settings),
    ("/moments/ada", .moments(username: "ada", .own(.made()))),
  ])
  func `An address names its screen`(path: String, destination: Destination) {
    #expect(Destination(path, own: .own(.made())) == destination)
  }

  @Test(arguments: ["", "/", "/@", "/@a/1/2", "/other", "/tags", "/tags/a/b"])
  func `other addresses name none`(path: String) {
    #expect(Destination(path, own: .own(.made())) == nil)
  }
}

extension App {
  /// Returns an app with a member at the root of the Moments tab.
  fileprivate static func atMoments() -> App {
    let first = InitialPage(
      .addressed(path: "/moments", isMember: true), language: .english, now: noon, homeUsername: "ada")
    var app = App(first, server: .made(), path: "/moments", memory: .signedIn("bob"))
    _ = app.started()
    return app
  }
}

extension Memory {
  /// Returns the storage of a device whose member signed in on the own server.
  static func signedIn(_ username: String) -> Memory {
    var memory = Memory()
    memory.keep(Sessions.made(username))
    return memory
  }
}
