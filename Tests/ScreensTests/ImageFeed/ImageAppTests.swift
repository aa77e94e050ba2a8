import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests the image screens within the app: their addresses, and which requests survive closing a screen.
struct ImageAppTests {
  private var app = App.loaded()

  @Test(arguments: [
    ("/images", Destination.images(nil)),
    (
      "/images?server=https%3A%2F%2Ffeed.example%2Fessential-feed",
      .images(.made("https://feed.example/essential-feed"))
    ),
    ("/images/" + SampleImages.id(7), .imageComments(id: SampleImages.id(7), nil, nil)),
    ("/images/aaaaaaaa-0000-4000-8000-000000000007", .imageComments(id: SampleImages.id(7), nil, nil)),
    (
      "/images/" + SampleImages.id(7) + "?server=https%3A%2F%2Ffeed.example",
      .imageComments(id: SampleImages.id(7), nil, .made("https://feed.example"))
    ),
  ])
  func `COM_09 addresses name the screens`(path: String, destination: Destination) {
    #expect(Destination(path, own: .own(.made())) == destination)
    if !path.contains("aaaa") { #expect(destination.url?.text == path) }
  }

  @Test(arguments: [
    "/images/", "/images/7", "/images/a/b", "/images?server=", "/images?server=ftp%3A%2F%2Fx",
  ])
  func `what is no address names nothing`(path: String) {
    #expect(Destination(path, own: .own(.made())) == (path == "/images/" ? .images(nil) : nil))
  }

  private mutating func open() -> Identifier? {
    _ = app.handle(.tapped(1, "images"))
    guard let feed = app.stack.last?.id else { return nil }
    _ = app.handle(.received(app.request(of: feed), SampleImages.page(1...3)))
    _ = app.handle(.tapped(feed, "image:" + SampleImages.id(2)))
    return app.stack.last?.id
  }

  @Test mutating func `COM_04 a request for comments is cancelled when its screen is popped`() throws {
    let comments = try #require(open())
    let request = app.request(of: comments)
    #expect(app.handle(.tapped(comments, "back")) == [.goBack(1)])
    #expect(app.handle(.wentTo(depth: 1)).contains(.cancel(request)))
    #expect(app.handle(.received(request, SampleImages.comments([1]))) == [])
  }

  @Test mutating func `COM_04 a request for comments goes on when its screen is covered`() throws {
    let comments = try #require(open())
    let request = app.request(of: comments)
    let commands = app.handle(.tapped(comments, "picture")) + app.handle(.wentTo(depth: 2))
    #expect(app.stack.count == 3 && !commands.contains(.cancel(request)))
    _ = app.handle(.received(request, SampleImages.comments([1, 2])))
    let screen = try #require(app.stack.first { $0.id == comments } as? ScreenHost<ImageComments>)
    #expect(screen.state.comments.count == 2)
  }

  @Test mutating func `COM_04 a way back is there all the time`() throws {
    let comments = try #require(open())
    for result in [SampleImages.comments([1]), .failure(.unreachable)] {
      let screen = try #require(app.stack.last as? ScreenHost<ImageComments>)
      let bar = ImageComments.view(screen.state, .made()).frame[0].html(Strings(.english)).text
      #expect(bar.contains(#"data-tap="back""#))
      _ = app.handle(.received(app.request(of: comments), result))
      _ = app.handle(.tapped(comments, "refresh"))
    }
  }

  @Test mutating func `COM_01 the settings lead to the feed of another server`() throws {
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
  /// Returns the one request that a screen waits for; 0 if it waits for nothing.
  func request(of screen: Identifier) -> Identifier {
    for (id, waiter) in waiting {
      if case .request(screen, _, _) = waiter { return id }
    }
    return 0
  }
}
