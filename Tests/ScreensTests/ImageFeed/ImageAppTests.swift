import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Screens

/// The image screens within the app: their addresses, and which requests outlive what.
struct ImageAppTests {
  private var app = App.loaded()

  @Test(arguments: [
    ("/images", Destination.images(nil)),
    (
      "/images?server=https%3A%2F%2Ffeed.example%2Fessential-feed",
      .images(.made("https://feed.example/essential-feed"))
    ),
    ("/images/" + Images.id(7), .imageComments(id: Images.id(7), nil, nil)),
    ("/images/aaaaaaaa-0000-4000-8000-000000000007", .imageComments(id: Images.id(7), nil, nil)),
    (
      "/images/" + Images.id(7) + "?server=https%3A%2F%2Ffeed.example",
      .imageComments(id: Images.id(7), nil, .made("https://feed.example"))
    ),
  ])
  func COM_09_addressesNameTheScreens(path: String, destination: Destination) {
    #expect(Links.destination(path, own: .own(.made())) == destination)
    if !path.contains("aaaa") { #expect(Links.url(of: destination)?.text == path) }
  }

  @Test(arguments: ["/images/", "/images/7", "/images/a/b", "/images?server=", "/images?server=ftp%3A%2F%2Fx"])
  func whatIsNoAddressNamesNothing(path: String) {
    #expect(Links.destination(path, own: .own(.made())) == (path == "/images/" ? .images(nil) : nil))
  }

  private mutating func open() -> Identifier? {
    _ = app.handle(.tapped(1, "images"))
    guard let feed = app.stack.last?.id else { return nil }
    _ = app.handle(.answered(app.request(of: feed), Images.page(1...3)))
    _ = app.handle(.tapped(feed, "image:" + Images.id(2)))
    return app.stack.last?.id
  }

  @Test mutating func COM_04_aCommentsRequestIsCancelledWhenItsScreenIsPopped() throws {
    let comments = try #require(open())
    let request = app.request(of: comments)
    #expect(app.handle(.tapped(comments, "back")) == [.goBack])
    #expect(app.handle(.wentTo(depth: 1)).contains(.cancel(request)))
    #expect(app.handle(.answered(request, Images.comments([1]))) == [])
  }

  @Test mutating func COM_04_aCommentsRequestGoesOnWhenItsScreenIsCovered() throws {
    let comments = try #require(open())
    let request = app.request(of: comments)
    let commands = app.handle(.tapped(comments, "picture")) + app.handle(.wentTo(depth: 2))
    #expect(app.stack.count == 3 && !commands.contains(.cancel(request)))
    _ = app.handle(.answered(request, Images.comments([1, 2])))
    guard case .imageComments(let state)? = app.stack.last?.screen else {
      Issue.record("other screen")
      return
    }
    #expect(state.comments.count == 2)
  }

  @Test mutating func COM_04_aWayBackIsThereAllTheTime() throws {
    let comments = try #require(open())
    for result in [Images.comments([1]), .failure(.unreachable)] {
      #expect(app.stack.last?.shown.frame.first?.html(Strings(.english)).text.contains(#"data-tap="back""#) == true)
      _ = app.handle(.answered(app.request(of: comments), result))
      _ = app.handle(.tapped(comments, "refresh"))
    }
  }

  @Test mutating func COM_01_theSettingsLeadToTheFeedOfAnotherServer() throws {
    _ = app.handle(.tapped(1, "settings"))
    let settings = try #require(app.stack.last?.id)
    _ = app.handle(.submitted(settings, ["no address"]))
    #expect(app.stack.last?.id == settings)
    let commands = app.handle(.submitted(settings, ["https://feed.example/base"]))
    #expect(
      commands.contains {
        if case .request(_, "https://feed.example/base/v1/feed?limit=10") = $0 { true } else { false }
      })
  }
}

extension App {
  /// The one request that a screen waits for; 0 if there is none.
  func request(of screen: Identifier) -> Identifier {
    for (id, waiter) in waiting {
      if case .request(screen, _, _) = waiter { return id }
    }
    return 0
  }
}
