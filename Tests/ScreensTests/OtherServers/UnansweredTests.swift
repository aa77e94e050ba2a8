import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests requests that a server can't answer: they aren't repeated for ever.
struct UnansweredTests {
  private static let reply = SamplePosts.json(3, more: #","in_reply_to_id":"1","in_reply_to_account_id":"7""#)

  @Test(arguments: [(404, 1), (501, 3), (200, 1)])
  func `NEW_05 posts that are asked for in vain are not asked for at each poll`(status: Int, most: Int) {
    var store = TestStore.timeline()
    store.given(.appeared, .loaded(nil))
    var asked = store.effects(.received(.newest, .text("[\(Self.reply)]"), at: noon)).count(
      where: Self.isOfSubjects)
    for _ in 0..<6 {
      store.given(
        .received(.parents(["1"]), .text(status == 200 ? "[]" : "{}", status: status), at: noon),
        .returned)
      asked += store.effects(.received(.newest, .text("[\(Self.reply)]"), at: noon)).count(
        where: Self.isOfSubjects)
    }
    #expect(asked == most)
  }

  private static func isOfSubjects(_ effect: Effect) -> Bool {
    if case .asking(_, _, let request) = effect {
      request.target.hasPrefix("/api/v1/statuses?")
    } else {
      false
    }
  }

  @Test func `NEW_05 relationships that are asked for in vain are not asked for at each poll`() {
    var state = Notifications.State(SamplePosts.context())
    let page = Notices.page([Notices.json(9, "follow", by: 7)])
    var asked = 0
    for _ in 0..<6 {
      for effect in Notifications.reduce(&state, .received(.newest, page, at: noon)) {
        guard case .asking(_, _, let request) = effect, request.target.contains("relationships") else {
          continue
        }
        asked += 1
        _ = Notifications.reduce(&state, .received(.relationships(["7"]), .text("{}", status: 500), at: noon))
      }
    }
    #expect(asked == 2)
  }

  /// Returns the request with that path.
  private func asked(_ commands: [Command], _ target: String) -> Identifier? {
    for case .send(let id, let request, _, _) in commands where request.target == target { return id }
    return nil
  }

  private static let count = "/api/v1/notifications/unread_count"
  private static let markers = "/api/v1/markers"
  private static let marker = "/api/v1/markers?timeline%5B%5D=notifications"

  @Test(arguments: [404, 500]) func `NEW_09 where markers fail the badge goes by what was read on the device`(
    status: Int
  )
    throws
  {
    var app = App.member()
    let id = try #require(asked(app.started(), Self.count))
    let marker = try #require(asked(app.handle(.received(id, .text("{}", status: 404))), Self.marker))
    let first = app.handle(.received(marker, .text("{}", status: status)))
    let list = try #require(asked(first, "/api/v1/notifications?limit=80&since_id=0"))
    let page = Notices.page([Notices.json(9, "follow"), Notices.json(8, "follow")])
    #expect(app.handle(.received(list, page)).contains(.badge(2)))
    let read = app.performing(.read(id: "9"))
    #expect(read.contains(.badge(0)))
    let setting = try #require(asked(read, Self.markers))
    _ = app.handle(.received(setting, .text("{}", status: status)))
    app.now = app.now.advanced(byMilliseconds: 30_000)
    let again = app.handle(.clock(app.now, minutesEast: 0))
    #expect(asked(again, Self.count) == nil)
    let rest = try #require(asked(again, "/api/v1/notifications?limit=80&since_id=9"))
    #expect(
      !app.handle(.received(rest, Notices.page([]))).contains {
        if case .badge(let count) = $0 { count > 0 } else { false }
      })
  }

  @Test func `NEW_09 once a marker is taken the server's number counts again`() throws {
    var app = App.member()
    _ = app.started()
    for status in [500, 200] {
      let id = try #require(asked(app.performing(.read(id: "\(status)")), Self.markers))
      _ = app.handle(.received(id, .text("{}", status: status)))
      app.now = app.now.advanced(byMilliseconds: 30_000)
      #expect((asked(app.handle(.clock(app.now, minutesEast: 0)), Self.count) == nil) == (status == 500))
    }
  }

  @Test func `NEW_09 where markers fail the list shows as read what was read on the device`() {
    var state = Notifications.State(SamplePosts.context(memory: ["read notifications": "8"]))
    let page = Notices.page([Notices.json(9, "follow"), Notices.json(8, "favourite", of: 5)])
    _ = Notifications.reduce(&state, .received(.newest, page, at: noon))
    let effects = Notifications.reduce(&state, .received(.marker, .text("{}", status: 404), at: noon))
    #expect(state.unread == ["9"])
    #expect(effects == [.after(milliseconds: Notifications.glance, .wasSeen)])
    #expect(Notifications.reduce(&state, .wasSeen) == [.read(id: "9")])
  }

  private static let answered = (
    profile: Result<Response, RequestFailure>.profile(.made("ada")),
    posts: Result<Response, RequestFailure>.posts(MomentsPost.several(2))
  )

  @Test(arguments: [true, false])
  func `MOM_06 the posts show where the person can't be shown, and that is said`(isFailureFirst: Bool) {
    var store = TestStore.moments()
    store.given(.appeared)
    let failure = Moments.Action.received(.profile, .text("oh", status: 500), at: noon)
    let posts = Moments.Action.received(.posts, Self.answered.posts, at: noon)
    for action in isFailureFirst ? [failure, posts] : [posts, failure] { store.given(action) }
    #expect(store.state.posts.count == 2 && store.state.loading == .no)
    #expect(store.text.contains("Part of this page can’t be shown right now."))
  }

  @Test(arguments: [true, false])
  func `MOM_06 the person shows where the posts can't be shown, and that is said`(isFailureFirst: Bool) {
    var store = TestStore.moments()
    store.given(.appeared)
    let failure = Moments.Action.received(.posts, .text("oh", status: 500), at: noon)
    let profile = Moments.Action.received(.profile, Self.answered.profile, at: noon)
    for action in isFailureFirst ? [failure, profile] : [profile, failure] { store.given(action) }
    #expect(store.state.profile == .made("ada") && store.state.loading == .no)
    #expect(store.footer.contains("This can’t be shown right now. Try again later."))
  }
}
