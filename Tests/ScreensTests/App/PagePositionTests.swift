import Contracts
import Social
import Testing

@testable import Screens

/// Tests that a reloaded page returns to its scroll position.
struct PagePositionTests {
  @Test func `NEW_15 what is in the list already is gone to at once`() throws {
    var app = profile()
    answer(&app, ofProfile: true, .text(SamplePosts.author(7)))
    answer(&app, SamplePosts.page((81...100).reversed()))
    let id = try #require(app.stack.last?.id)
    #expect(
      app.handle(.pageRestored(key: "s90", offset: -30)).contains(.restore(id, key: "s90", offset: -30)))
    #expect(
      !app.handle(.clock(noon, minutesEast: 0)).contains { if case .restore = $0 { true } else { false } })
  }

  @Test func `NEW_15 older pages are asked for until the position is there`() throws {
    var app = profile()
    let id = try #require(app.stack.last?.id)
    #expect(restored(app.handle(.pageRestored(key: "s45", offset: 7))) == nil)
    answer(&app, ofProfile: true, .text(SamplePosts.author(7)))
    for first in [81, 61] {
      #expect(restored(answer(&app, SamplePosts.page((first..<first + 20).reversed()))) == nil)
    }
    let commands = answer(&app, SamplePosts.page((41..<61).reversed()))
    #expect(restored(commands) == .restore(id, key: "s45", offset: 7))
    #expect(app.positionToRestore == nil)
  }

  @Test func `NEW_15 a page that stood among its pictures goes back there`() throws {
    var app = profile("/@user7/media")
    let id = try #require(app.stack.last?.id)
    _ = app.handle(.pageRestored(key: "media-1", offset: 7))
    answer(&app, ofProfile: true, .text(SamplePosts.author(7)))
    let picture = #","media_attachments":[{"id":"1","type":"image","url":"https://a.example/1.png"}]"#
    let posts = (1...18).map { SamplePosts.json(100 - $0, more: picture) }.joined(separator: ",")
    #expect(restored(answer(&app, .text("[" + posts + "]"))) == .restore(id, key: "media-1", offset: 7))
    #expect(app.positionToRestore == nil)
  }

  @Test func `NEW_15 who scrolls meanwhile is left where they are`() throws {
    var app = profile()
    let id = try #require(app.stack.last?.id)
    _ = app.handle(.pageRestored(key: "s85", offset: 7))
    answer(&app, ofProfile: true, .text(SamplePosts.author(7)))
    for offset in [0.0, 40] { _ = app.handle(.scrolled(id, offset: offset, height: 800, rest: 400)) }
    let commands = answer(&app, SamplePosts.page((81...100).reversed()))
    #expect(restored(commands) == nil)
    #expect(app.positionToRestore == nil)
  }

  @Test func `NEW_15 a position that is there no more is looked for in so many pages only`() {
    var app = profile()
    _ = app.handle(.pageRestored(key: "s1", offset: 7))
    answer(&app, ofProfile: true, .text(SamplePosts.author(7)))
    var pages = 0
    while app.positionToRestore != nil, pages < 100 {
      let first = 10_000 - pages * 20
      answer(&app, SamplePosts.page((first..<first + 20).reversed()))
      pages += 1
    }
    #expect(pages == 10)
  }

  private func profile(_ path: String = "/@user7") -> App {
    var app = App.hydrated(.addressed(path: path, isMember: false))
    _ = app.started()
    return app
  }

  /// Responds to the request for the profile or the one for posts; nothing is pinned.
  @discardableResult
  private func answer(
    _ app: inout App, ofProfile: Bool = false, _ result: Result<Response, RequestFailure>
  ) -> [Command] {
    if let pinned = waiting(app, { $0 == .pinned }) { _ = app.handle(.received(pinned, .text("[]"))) }
    guard let id = waiting(app, { ($0 == .profile) == ofProfile }) else {
      Issue.record("nothing is out")
      return []
    }
    return app.handle(.received(id, result))
  }

  private func waiting(_ app: App, _ isWanted: (ProfilePage.Request) -> Bool) -> Identifier? {
    app.waiting.first { _, waiter in
      guard case .request(_, let request, _) = waiter,
        let request = request as? ScreenRequest<ProfilePage.Request>
      else { return false }
      return isWanted(request.value)
    }?.key
  }

  private func restored(_ commands: [Command]) -> Command? {
    commands.first { if case .restore = $0 { true } else { false } }
  }
}
