import Contracts
import Social
import Testing

@testable import Localization
@testable import Screens

struct ImageFeedScreenTests {
  private static let own = Origin.own(.made("https://example.org/essential-feed"))
  private let first = Effect.ask(
    ImageFeed.Request.newest, APIRequest(.get, "/v1/feed?limit=10"), as: .stranger(Self.own))

  private func older(after number: Int) -> Effect {
    .ask(
      ImageFeed.Request.older(after: SampleImages.id(number)),
      APIRequest(.get, "/v1/feed?limit=10&after_id=" + SampleImages.id(number)), as: .stranger(Self.own))
  }

  @Test func `COM_03 loading starts by itself, and a spinner shows`() {
    var store = TestStore.images()
    store.send(.appeared, effects: { _ in [first] }) { $0.loading = .first }
    #expect(first.url == "/essential-feed/v1/feed?limit=10")
    #expect(store.footer == ListFooter.loading.text)
    store.send(.pulledDown)
    store.given(.received(.newest, SampleImages.page(1...3), at: noon))
    #expect(store.numbers == [1, 2, 3] && store.footer == ListFooter.more.text)
  }

  @Test func `COM_09 another base URL is asked under its path`() {
    var store = TestStore.images(ServerAddress.made("https://feed.example/essential-feed"))
    let asked = Effect.ask(
      ImageFeed.Request.newest, APIRequest(.get, "/v1/feed?limit=10"),
      as: .stranger(.other(.made("https://feed.example/essential-feed"))))
    store.send(.appeared, effects: { _ in [asked] }) { $0.loading = .first }
    #expect(asked.url == "https://feed.example/essential-feed/v1/feed?limit=10")
  }

  @Test func `COM_09 pages follow after the last id until one is empty`() {
    var store = TestStore.shown(1...10)
    store.send(.reachedEnd, effects: { _ in [older(after: 10)] }) { $0.loading = .older }
    store.send(.reachedEnd)
    #expect(older(after: 10).url == "/essential-feed/v1/feed?limit=10&after_id=" + SampleImages.id(10))
    store.given(.received(.older(after: SampleImages.id(10)), SampleImages.page(10...12), at: noon))
    #expect(store.numbers == Array(1...12))
    store.send(.reachedEnd, effects: { _ in [older(after: 12)] }) { $0.loading = .older }
    store.given(.received(.older(after: SampleImages.id(12)), SampleImages.page([]), at: noon))
    #expect(store.footer == ListFooter.end(nil).text)
    store.send(.reachedEnd)
  }

  @Test(arguments: [199, 201, 204, 300, 400, 404, 500])
  func `COM_05 only 200 is a success`(status: Int) {
    var store = TestStore.shown(1...2)
    store.given(.pulledDown)
    store.answer(
      .newest, with: .text(SampleImages.json(3...4), status: status),
      change: {
        $0.loading = .no
        $0.notice = .failure(.unreadable)
      })
    #expect(store.numbers == [1, 2])
  }

  @Test(arguments: ["", "[]", "{}", #"{"items":7}"#, "<html>", #"{"items":[}"#])
  func `COM_05 what can't be read is invalid data`(body: String) {
    var store = TestStore.shown(1...2)
    store.given(.pulledDown, .received(.newest, .text(body), at: noon))
    #expect(store.state.notice == .failure(.unreadable) && store.numbers == [1, 2])
  }

  @Test func `COM_03 a failed refresh keeps the rows, and can be dismissed`() {
    var store = TestStore.shown(1...2)
    store.given(.pulledDown, .received(.newest, .failure(.unreachable), at: noon))
    #expect(store.frameKeys == ["bar", "refresh-indicator", "notice"] && store.numbers == [1, 2])
    store.send(.tapped(.list(.notice))) { $0.notice = nil }
    store.send(.pulledDown, effects: { _ in [first] }) { $0.loading = .refresh }
    store.answer(
      .newest, with: .failure(.tooLarge),
      change: {
        $0.loading = .no
        $0.notice = .failure(.unreadable)
      })
    store.send(.pulledDown, effects: { _ in [first] }) {
      $0.notice = nil
      $0.loading = .refresh
    }
    store.given(.received(.newest, SampleImages.page(5...6), at: noon))
    #expect(store.numbers == [5, 6] && store.state.notice == nil)
  }

  @Test func `COM_03 a failed page offers to try again, and keeps the rows`() {
    var store = TestStore.shown(1...10)
    store.given(.reachedEnd)
    store.answer(
      .older(after: SampleImages.id(10)), with: .failure(.unreachable),
      effects: { _ in [.load(key: "images 1 https://example.org/essential-feed")] }
    ) { $0.pending = .unreachable }
    store.send(.loaded(nil, at: noon)) {
      $0.pending = nil
      $0.pageFailure = .unreachable
      $0.loading = .no
    }
    #expect(store.footer == ListFooter.failed(Message(.noConnection)).text && store.numbers == Array(1...10))
    store.send(.reachedEnd)
    store.send(.tapped(.list(.retry)), effects: { _ in [older(after: 10)] }) {
      $0.pageFailure = nil
      $0.loading = .older
    }
  }

  @Test func `COM_03 a refresh goes before a page that is on its way`() {
    var store = TestStore.shown(1...10)
    store.given(.reachedEnd)
    store.send(
      .pulledDown, effects: { _ in [.cancel(ImageFeed.Request.older(after: SampleImages.id(10))), first] },
      change: { $0.loading = .refresh })
    store.send(.received(.older(after: SampleImages.id(10)), SampleImages.page(11...12), at: noon))
  }

  @Test func `COM_09 a response to another request than the one that runs changes nothing`() {
    var store = TestStore.shown(1...10)
    store.send(.received(.newest, SampleImages.page(5...6), at: noon))
    store.send(.reachedEnd, effects: { _ in [older(after: 10)] }) { $0.loading = .older }
    store.send(.received(.older(after: SampleImages.id(9)), SampleImages.page(11...12), at: noon))
    store.send(.received(.newest, .failure(.unreachable), at: noon))
    #expect(store.numbers == Array(1...10))
  }

  @Test func `COM_10 a feed that repeats itself ends`() {
    var store = TestStore.shown(1...10)
    store.given(
      .reachedEnd, .received(.older(after: SampleImages.id(10)), SampleImages.page(1...10), at: noon))
    #expect(store.numbers == Array(1...10) && store.footer == ListFooter.end(nil).text)
  }

  @Test func `COM_03 an empty feed says so`() {
    let store = TestStore.shown([])
    #expect(store.footer == ListFooter.end(.noPictures).text)
  }

  @Test func `COM_02 a picture leads to its comments`() {
    var store = TestStore.shown(1...2)
    let image = store.state.images[1]
    store.send(
      .tapped(.image(.image(id: image.id))),
      effects: { _ in [.open(.imageComments(id: image.id, image, nil))] })
    store.send(.tapped(.image(.image(id: "nobody"))))
  }

  @Test(
    arguments: [
      (nil, nil, "Pictures"), (nil, true, "Pictures"), (nil, false, "Pictures"),
      ("https://feed.example", nil, "My Feed"), ("https://feed.example", true, "My Feed"),
    ] as [(String?, Bool?, String)])
  func `NEW_22 the contract's title is that of other servers' feeds, whoever looks`(
    server: String?, isOwnServer: Bool?, title: String
  ) {
    let session = isOwnServer.map {
      Session(key: "1", server: .made("https://home.example"), isOwnServer: $0, me: SamplePosts.me)
    }
    let store = TestStore<ImageFeed>(
      ImageFeed.State(server.map { ServerAddress.made($0) }, own: .made(), session))
    #expect(store.page.title == title)
    #expect(store.text.contains(#"<h1 class="title">\#(title)</h1>"#))
  }

  @Test func `taps are encoded, and decoded again`() {
    let tap = ImageListTap.image(.image(id: SampleImages.id(1)))
    #expect(tap.encoded.text == "image:" + SampleImages.id(1))
    #expect(ImageFeed.Action.Tap(EncodedTap(text: "image:" + SampleImages.id(1))) == tap)
    for text in ["", "imagine", "tab:me", "back"] {
      #expect(ImageFeed.Action.Tap(EncodedTap(text: text)) == nil)
    }
  }
}
