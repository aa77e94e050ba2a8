import Contracts
import Localization
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Screens

/// Tests opening, closing and covering screens, and what still runs for them.
struct AppScreensTests {
  private var app = App.loaded()

  @Test mutating func `MOM_09 a tapped picture opens the picture viewer at it`() throws {
    let commands = app.handle(.tapped(1, "picture:p12:4"))
    let pictures = try #require(Samples.posts.first { $0.id == "12" }).pictures
    let viewer = ScreenHost<PictureViewer>(
      PictureViewer.State(PictureSet(pictures: pictures, index: 4)), id: 3
    ).markup(
      .made())
    #expect(
      commands == [
        .openScreen(3, viewer, reveals: "slide4"), .pushHistory(depth: 1, url: nil), .title("Picture"),
      ])
  }

  @Test mutating func `MOM_09 closing goes back and going back closes`() {
    _ = app.handle(.tapped(1, "picture:p12:4"))
    #expect(app.handle(.tapped(3, "close")) == [.goBack(1)])
    #expect(app.handle(.key(.escape)) == [], "once is enough: twice would leave the page below")
    app.now = Timestamp(milliseconds: app.now.milliseconds + 1000)
    #expect(app.handle(.key(.escape)) == [.goBack(1)], "the browser did not go")
    #expect(app.handle(.wentTo(depth: 0)) == [.closeScreen(3), .title("Ada Lovelace · Moments")])
    #expect(app.handle(.tapped(3, "close")) == [])
  }

  @Test mutating func `MOM_09 swiping and keys turn the picture viewer`() {
    _ = app.handle(.tapped(1, "picture:p13:0"))
    #expect(app.handle(.key(.right)).contains(.reveal(3, key: "slide1")))
    #expect(app.handle(.key(.left)).contains(.reveal(3, key: "slide0")))
    let turned = app.handle(.turned(3, to: 2))
    #expect(turned.compactMap(\.operation).count == 1)
    #expect(turned.contains(.setVariable(3, .number("--zoom", 1000))))
    #expect(app.handle(.turned(3, to: 2)) == [])
    #expect(app.handle(.key(.escape)) == [.goBack(1)])
  }

  @Test mutating func `MOM_09 in Arabic the left arrow key leads to the next picture`() {
    app.environment.strings = Strings(.arabic)
    _ = app.handle(.tapped(1, "picture:p13:0"))
    #expect(app.handle(.key(.left)).contains(.reveal(3, key: "slide1")))
    #expect(app.handle(.key(.right)).contains(.reveal(3, key: "slide0")))
    for key in [AppEvent.Key.up, .down] { #expect(app.handle(.key(key)) == []) }
  }

  @Test mutating func `MOM_09 one tap closes the picture viewer unless a second follows`() throws {
    _ = app.handle(.tapped(1, "picture:p13:0"))
    _ = app.handle(.finger(.down, 195, 422), on: 3)
    let tapped = app.handle(.finger(.up, 195, 422, at: 50), on: 3)
    guard case .startTimer(let timer, 300)? = tapped.commands.first else {
      Issue.record("no timer: \(tapped)")
      return
    }
    #expect(app.handle(.timerFired(timer)) == [.goBack(1)])
    #expect(app.handle(.timerFired(timer)) == [])

    _ = app.handle(.finger(.down, 195, 422, at: 2000), on: 3)
    guard
      case .startTimer(let second, 300)? = app.handle(.finger(.up, 195, 422, at: 2050), on: 3).commands.first
    else {
      Issue.record("no timer")
      return
    }
    _ = app.handle(.finger(.down, 195, 422, at: 2150), on: 3)
    #expect(
      app.handle(.finger(.up, 195, 422, at: 2200), on: 3).commands.contains(
        .setVariable(3, .number("--zoom", 2500))))
    #expect(app.handle(.timerFired(second)) == [])
  }

  @Test mutating func `Another person's page opens and loads`() throws {
    let commands = app.handle(.tapped(1, "person:bob"))
    guard case .openScreen(3, let html, nil)? = commands.first else {
      Issue.record("no screen opens: \(commands)")
      return
    }
    #expect(html.text.contains("class=\"spinner\""))
    #expect(
      Array(commands.dropFirst()) == [
        .pushHistory(depth: 1, url: "/moments/bob"), .title("bob · Moments"),
        .load(4, key: "stranger moments https://example.org bob"),
        .request(5, url: "/user/bob"), .request(6, url: "/user/bob/tweets?covered=true"),
      ])
  }

  @Test mutating func `What runs for a closed screen is cancelled`() {
    _ = app.handle(.tapped(1, "person:bob"))
    let commands = app.handle(.wentTo(depth: 0))
    #expect(commands.contains(.cancel(5)))
    #expect(commands.contains(.cancel(6)))
    #expect(commands.suffix(2) == [.closeScreen(3), .title("Ada Lovelace · Moments")])
  }

  @Test mutating func `Responses for a screen that is gone are dropped`() {
    _ = app.handle(.tapped(1, "person:bob"))
    _ = app.handle(.wentTo(depth: 0))
    #expect(app.handle(.received(5, .profile(.made("bob")))) == [])
    #expect(app.handle(.received(6, .posts(MomentsPost.several(3)))) == [])
    #expect(app.handle(.loaded(4, nil)) == [])
    #expect(app.handle(.tapped(3, "refresh")) == [])
    #expect(app.handle(.scrolled(3, offset: 0, height: 700, rest: 0)) == [])
    #expect(app.handle(.turned(3, to: 1)) == [])
    #expect(app.handle(.submitted(3, ["a", "b"])) == [])
    #expect(app.handle(.finger(.down, 0, 0), on: 3).commands == [])
  }

  @Test mutating func `A response is taken once`() {
    _ = app.handle(.tapped(1, "person:bob"))
    #expect(!app.handle(.received(5, .profile(.made("bob")))).isEmpty)
    #expect(app.handle(.received(5, .profile(.made("eve")))) == [])
    #expect(app.handle(.received(99, .profile(.made("eve")))) == [])
  }

  @Test mutating func `A covered screen goes on loading`() {
    _ = app.handle(.tapped(1, "refresh"))
    _ = app.handle(.tapped(1, "settings"))
    let commands = app.handle(.received(3, .failure(.unreachable)))
    #expect(commands.contains(.cancel(4)))
    #expect(commands.compactMap(\.operation).contains(.status("")))
    #expect(!commands.contains { if case .title = $0 { true } else { false } })
  }

  @Test mutating func `Going back several steps closes the screens from the top`() {
    _ = app.handle(.tapped(1, "person:bob"))
    _ = app.handle(.tapped(3, "settings"))
    #expect(
      app.handle(.wentTo(depth: 0)).filter { if case .closeScreen = $0 { true } else { false } } == [
        .closeScreen(7), .closeScreen(3),
      ])
    #expect(app.handle(.wentTo(depth: -1)) == [])
    #expect(app.handle(.wentTo(depth: 5)) == [])
  }

  @Test func `the root has nothing to go back to`() {
    var app = App.hydrated(.settings(typedAddress: nil))
    #expect(app.handle(.tapped(1, "back")) == [.visit(url: "/")])
    #expect(app.handle(.key(.escape)) == [])
  }

  @Test func `MOM_06 the settings lead to another server's page`() {
    var app = App.hydrated(.settings(typedAddress: nil))
    #expect(
      app.handle(.submitted(1, ["moments.example", "ada"])).contains(
        .visit(url: "/moments/ada?server=https%3A%2F%2Fmoments.example")))
    #expect(app.handle(.submitted(1, ["", "ada"])).compactMap(\.operation).count == 1)
    #expect(app.handle(.submitted(1, ["three", "fields", "here"])) == [])
  }

  @Test mutating func `The clock changes only the times`() {
    #expect(app.handle(.clock(noon.advanced(byMilliseconds: 1000), minutesEast: 0)) == [])
    let operations = app.handle(.clock(noon.advanced(byMilliseconds: 60_000), minutesEast: 0)).compactMap(
      \.operation)
    let keys = operations.map { if case .replace(let key, _) = $0 { key } else { "?" } }
    // The other posts show hours or dates, which stay the same.
    #expect(keys == ["p10", "p11"])
  }

  @Test mutating func `COM_08 the size of text is set at once and marked`() {
    _ = app.handle(.tapped(1, "settings"))
    let commands = app.handle(.tapped(3, "text-size:12"))
    #expect(commands.count == 2)
    #expect(commands.first == .rememberAppearance(Appearance(textSize: TextSize(step: 12))))
    guard case .patch(3, .replace("text-sizes", let html))? = commands.last else {
      Issue.record("\(commands)")
      return
    }
    #expect(html.text.contains(#"aria-label="Size 12 of 12" aria-current="true""#))
    // The colours are a separate choice: the size of text stays.
    #expect(
      app.handle(.tapped(3, "scheme:dark")).first
        == .rememberAppearance(Appearance(textSize: TextSize(step: 12), scheme: .dark)))
    #expect(app.handle(.tapped(3, "text-size:")).first == .rememberAppearance(Appearance(scheme: .dark)))
    #expect(app.handle(.tapped(3, "scheme:")).first == .rememberAppearance(Appearance()))
  }

  @Test mutating func `MOM_10 pulling the page refreshes it`() {
    #expect(app.handle(.finger(.down, 100, 100), on: 1).claim == .undecided)
    let moved = app.handle(.finger(.move, 100, 500), on: 1)
    #expect(moved.claim == .taken)
    #expect(moved.commands.count == 2)
    let released = app.handle(.finger(.up, 100, 500), on: 1).commands
    #expect(released.contains(.request(3, url: "/user/ada")))
    #expect(released.contains(.request(4, url: "/user/ada/tweets?covered=true")))
    #expect(released.compactMap(\.operation) == [.status("refreshing")])
  }

  @Test mutating func `MOM_04 five more posts are inserted before the list footer`() {
    #expect(app.handle(.scrolled(1, offset: 0, height: 800, rest: 0)) == [])
    guard
      case .startTimer(let timer, 300)? = app.handle(.scrolled(1, offset: 900, height: 800, rest: 10)).first
    else {
      Issue.record("no spinner turns")
      return
    }
    let operations = app.handle(.timerFired(timer)).compactMap(\.operation)
    let inserted = operations.compactMap { if case .insert(.cells, let key, _, _) = $0 { key } else { nil } }
    #expect(Set(inserted) == ["p15", "p16", "p17", "p18", "p19"])
    #expect(operations.count == 6)
  }

  @Test func `the app tells which taps it takes`() {
    #expect(app.understands("more", on: 1))
    #expect(!app.understands("close", on: 1))
    #expect(!app.understands("more", on: 9))
  }
}
