import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

struct ImageCommentsTests {
  private static let own = Origin.own(.made("https://example.org/essential-feed"))
  private let request = Effect.ask(
    ImageComments.Request.comments, APIRequest(.get, "/v1/image/" + SampleImages.id(1) + "/comments"),
    as: .stranger(Self.own))

  private func loaded(_ context: ScreenContext = SamplePosts.context()) -> TestStore<ImageComments> {
    var store = TestStore.comments(context)
    store.given(.appeared, .received(.comments, SampleImages.comments([3, 1, 2]), at: noon))
    return store
  }

  @Test func `COM_02 comments show in the order of the API`() {
    var store = TestStore.comments()
    store.send(.appeared, effects: { _ in [request] }) { $0.isLoading = true }
    #expect(request.url == "/essential-feed/v1/image/" + SampleImages.id(1) + "/comments")
    #expect(store.keys == [SampleImages.id(1), "footer"] && store.footer == ListFooter.loading.text)
    store.given(.received(.comments, SampleImages.comments([3, 1, 2]), at: noon))
    #expect(store.keys == [SampleImages.id(1)] + [3, 1, 2].map { "c" + SampleImages.id($0) } + ["footer"])
    #expect(
      ImageComments.view(store.state, .made()).cells.all[1]
        == .comment(store.state.comments[0], RelativeTime(.day, -3), isOwn: true))
    #expect(store.state.comments.map(\.author) == ["user3", "user1", "user2"])
  }

  @Test(arguments: [true, false])
  func `NEW_15 people, tags and links lead on, those of another server nowhere`(isOwn: Bool) {
    let body =
      #"{"items":[{"id":"\#(SampleImages.id(1))","message":"See #figs and https://a.example","#
      + #""created_at":"2026-11-20T12:00:00+0000","author":{"username":"eva","display_name":"Eva"}}]}"#
    var image = SampleImages.image()
    image.description = "With @bob"
    image.author = .made("ann")
    var store = TestStore.comments(on: image, at: isOwn ? nil : .made("https://other.example"))
    store.given(.appeared, .received(.comments, .text(body), at: noon))
    let html = ImageComments.view(store.state, .made()).cells.all.map { $0.html(Strings(.english)).text }
      .joined()
    for lead in ["/@eva", "/@ann", "/@bob", "/tags/figs"] {
      #expect(html.contains("href=\"\(lead)\"") == isOwn)
    }
    #expect(html.contains("href=\"https://a.example\""))
    #expect(html.contains("<bdi>Eva</bdi>"))
  }

  @Test func `COM_03 an empty list says so`() {
    var store = TestStore.comments()
    store.given(.appeared, .received(.comments, SampleImages.comments([]), at: noon))
    #expect(store.footer == ListFooter.end(.noComments).text)
  }

  @Test(arguments: [200, 201, 202, 250, 299])
  func `COM_05 any 2xx is a success`(status: Int) {
    var store = TestStore.comments()
    store.given(.appeared, .received(.comments, SampleImages.comments([1], status: status), at: noon))
    #expect(store.state.comments.count == 1 && store.state.failure == nil)
  }

  @Test(arguments: [199, 300, 304, 400, 500])
  func `COM_05 other statuses are invalid data`(status: Int) {
    var store = TestStore.comments()
    store.given(.appeared, .received(.comments, SampleImages.comments([1], status: status), at: noon))
    #expect(
      store.state.comments.isEmpty && store.state.failure == .unreadable
        && store.footer == ListFooter.retry.text)
  }

  @Test(arguments: ["", "[]", #"{"items":"x"}"#, "nonsense"])
  func `COM_05 what can't be read is invalid data, and no response is no connection`(body: String) {
    var store = loaded()
    store.given(.pulledDown, .received(.comments, .text(body), at: noon))
    #expect(store.state.failure == .unreadable && store.state.comments.count == 3)
    store.given(.pulledDown, .received(.comments, .failure(.unreachable), at: noon))
    #expect(store.state.failure == .unreachable && store.state.comments.count == 3)
  }

  @Test func `COM_03 the band is dismissed, or cleared by a reload`() {
    var store = loaded()
    store.given(.pulledDown, .received(.comments, .failure(.unreachable), at: noon))
    #expect(store.frameKeys.contains("notice"))
    store.send(.tapped(.list(.notice))) { $0.failure = nil }
    store.send(.pulledDown, effects: { _ in [request] }) { $0.isLoading = true }
    store.answer(
      .comments, with: .failure(.unreachable),
      change: {
        $0.isLoading = false
        $0.failure = .unreachable
      })
    store.send(.pulledDown, effects: { _ in [request] }) {
      $0.failure = nil
      $0.isLoading = true
    }
    store.send(.pulledDown)
    #expect(ImageComments.view(store.state, .made()).status == "refreshing")
  }

  @Test func `COM_02 whoever comes by a link gets the picture from the feed`() {
    var store = TestStore.comments(on: nil)
    let feed = Effect.ask(
      ImageComments.Request.feed, APIRequest(.get, "/v1/feed?limit=100"), as: .stranger(Self.own))
    store.send(.appeared, effects: { _ in [request, feed] }) { $0.isLoading = true }
    #expect(feed.url == "/essential-feed/v1/feed?limit=100")
    store.answer(.feed, with: .text("nonsense"))
    #expect(store.state.image == nil && store.state.failure == nil)
    store.given(.received(.feed, SampleImages.page([4, 1]), at: noon))
    #expect(store.state.image?.url == "/media/1.jpg")
  }

  @Test func `COM_02 the picture opens the picture viewer`() {
    var store = loaded()
    let start = PictureSet(pictures: [Picture(url: "/media/1.jpg")], index: 0)
    store.send(.tapped(.image(.picture)), effects: { _ in [.open(.viewer(start))] })
  }

  @Test func `COM_02 a member replies to the picture's post`() throws {
    var store = loaded()
    #expect(store.frameKeys.contains("write"))
    let asked = Effect.ask(ImageComments.Request.post, MastodonRequests.status("1"), as: .viewer)
    store.send(.tapped(.image(.write)), effects: { _ in [asked] }) { $0.isAsking = true }
    store.send(.tapped(.image(.write)))
    let start = ComposeStart(replyTo: try SamplePosts.post(1), writer: SamplePosts.me)
    store.answer(.post, with: .text(SamplePosts.json(1)), effects: { _ in [.open(.compose(start))] }) {
      $0.isAsking = false
    }
    store.send(.tapped(.image(.write)), effects: { _ in [asked] }) { $0.isAsking = true }
    store.answer(
      .post, with: .failure(.unreachable),
      change: {
        $0.isAsking = false
        $0.failure = .unreachable
      })
  }

  @Test func `COM_02 a stranger is led to sign in`() {
    var store = loaded(SamplePosts.context(isMember: false))
    store.send(
      .tapped(.image(.write)),
      effects: { state in [.open(.landingPage(DeferredAction(.reply, state.postID ?? "")))] })
  }

  @Test func `COM_02 other servers take no comments`() {
    var store = TestStore.comments(at: .made("https://feed.example"))
    #expect(!store.frameKeys.contains("write"))
    store.send(.tapped(.image(.write)))
    var unknown = TestStore.comments(on: nil)
    unknown.send(.tapped(.image(.write)))
  }

  @Test func `COM_02 an own comment shows at once, and until the server has it`() {
    var store = loaded()
    let item = SamplePosts.item(text: "Lovely", replyTo: "1")
    store.send(.changed(.itemWaiting(item))) { $0.waiting = [item] }
    let other = SamplePosts.item("other", replyTo: "9")
    store.send(.changed(.itemWaiting(other))) { $0.waiting.append(other) }
    #expect(Array(store.keys.suffix(2)) == ["wlocal", "footer"])
    let sent = Change.itemSent(item, nil, body: [], at: noon)
    store.send(.changed(sent), effects: { _ in [.cancel(ImageComments.Request.comments), request] }) {
      $0.sent = ["local"]
      $0.isLoading = true
    }
    #expect(store.keys.contains("wlocal"))
    store.given(.received(.comments, SampleImages.comments([3, 1, 2, 4]), at: noon))
    #expect(!store.keys.contains("wlocal") && store.state.comments.count == 4)
    store.send(.changed(.itemSent(other, nil, body: [], at: noon)))
  }

  @Test func `COM_02 an own comment that is taken back goes`() {
    var store = TestStore.comments(SamplePosts.context(outbox: [SamplePosts.item(replyTo: "1")]))
    #expect(store.keys.contains("wlocal"))
    store.send(.changed(.itemCancelled(id: "local"))) { $0.waiting = [] }
    #expect(!store.keys.contains("wlocal"))
  }

  @Test func `NEW_06 a comment that comes while the list loads is in the next one`() throws {
    var store = TestStore.comments()
    let comment = try ArrivingTests.entry(8, more: #","in_reply_to_id":"1","in_reply_to_account_id":"1""#)
    store.given(.appeared, .changed(comment))
    let again = store.effects(.received(.comments, SampleImages.comments([1]), at: noon))
    #expect(again == [request])
    let last = store.effects(.received(.comments, SampleImages.comments([1, 2]), at: noon))
    #expect(last == [] && store.state.comments.count == 2)
  }

  @Test func `COM_02 an older list that comes late takes no own comment away`() {
    let item = SamplePosts.item(text: "Lovely", replyTo: "1")
    var store = loaded()
    store.given(.changed(.itemWaiting(item)), .pulledDown)
    let asksAnew: [Effect] = [.cancel(ImageComments.Request.comments), request]
    store.send(.changed(.itemSent(item, nil, body: [], at: noon)), effects: { _ in asksAnew }) {
      $0.sent = ["local"]
    }
    #expect(store.keys.contains("wlocal"))
    store.answer(
      .comments, with: .failure(.unreachable),
      change: {
        $0.isLoading = false
        $0.failure = .unreachable
      })
    #expect(store.keys.contains("wlocal"))
  }
}
