import Contracts
import Social
import Testing

@testable import Localization
@testable import Screens

struct ComposeEditTests {
  private static let post = Post(id: "9", author: ComposeTests.anna, content: .text("Old"))
  private let start = ComposeStart(editing: post)
  private let source = Effect.ask(Compose.Request.source, APIRequest(.get, "/api/v1/statuses/9/source"))

  private func loaded() -> TestStore<Compose> {
    var store = ComposeTests.store(start)
    store.given(
      .appeared, .received(.source, .text(#"{"id":"9","text":"Old","spoiler_text":""}"#), at: noon))
    return store
  }

  private func cells(_ state: Compose.State) -> [Compose.Cell] {
    Compose.view(state, .made()).cells.head.filter { !["writer", "location"].contains($0.key) }
  }

  @Test func `The text comes as it was typed`() {
    var store = ComposeTests.store(start)
    store.send(.appeared, effects: { _ in [source] })
    #expect(cells(store.state) == [.loading])
    store.answer(
      .source, with: .text(#"{"id":"9","text":"Old","spoiler_text":"Food"}"#),
      change: {
        $0.loading = .no
        $0.draft.text = "Old"
        $0.draft.warning = "Food"
        $0.original = $0.draft
        $0.fieldText = "Old"
        $0.fieldWarning = "Food"
        $0.hasWarning = true
      })
    #expect(
      cells(store.state) == [
        .warning("Food"), .field("Old", isReply: false), .marks("Old", surplusStart: nil),
      ])
    #expect(cells(loaded().state) == [.field("Old", isReply: false), .marks("Old", surplusStart: nil)])
  }

  @Test(
    arguments: [.failure(.unreachable), .text("{}"), .text("nonsense"), .text("{}", status: 404)]
      as [Result<Response, RequestFailure>])
  func `A text that does not come can be asked for again`(response: Result<Response, RequestFailure>) {
    var store = ComposeTests.store(start)
    store.given(.appeared)
    store.answer(.source, with: response, change: { $0.loading = .failed })
    #expect(cells(store.state) == [.failed])
    store.send(.tapped(.retry), effects: { _ in [source] }) { $0.loading = .source }
  }

  @Test func `NEW_22 who leaves with a draft is told that it is kept`() {
    var store = loaded()
    store.send(.tapped(.leave), effects: { _ in [.close] })
    store.given(.typed(field: "text", text: "New"))
    store.send(.tapped(.leave), effects: { _ in [.toast(Toast(.draftKept)), .close] })
  }

  @Test func `A change is handed over once, the draft forgotten, and the page closed`() {
    var store = loaded()
    var draft = start.draft
    draft.text = "New"
    store.send(
      .typed(field: "text", text: "New"), effects: { _ in [.remember(key: "draft edit 9", draft.json)] }
    ) {
      $0.draft.text = "New"
    }
    store.send(
      .tapped(.send),
      effects: { _ in [.remember(key: "draft edit 9", nil), .edit(id: "9", draft), .close] }
    ) { $0.isSent = true }
    store.send(.tapped(.send))
  }

  private static let small = PixelSize(width: 8, height: 4)
  private static let photo = Post.Attachment(
    id: "70", kind: .image,
    picture: Picture(
      url: "https://example.org/70.jpg",
      variants: [small].compactMap { size in
        size.map { .init(url: "https://example.org/70-small.jpg", size: $0, shape: .whole) }
      }, description: "A cat", focus: .init(x: 0, y: 500)), url: "https://example.org/70.jpg")

  private func loadedWithPictures() -> TestStore<Compose> {
    var post = Self.post
    post.attachments = [Self.photo]
    var store = ComposeTests.store(ComposeStart(editing: post))
    store.given(.appeared, .received(.source, .text(#"{"id":"9","text":"Old","spoiler_text":""}"#), at: noon))
    return store
  }

  @Test func `NEW_07 a changed post brings its pictures, which can be described, taken away and added to`() {
    var store = loadedWithPictures()
    #expect(store.keys == ["writer", "field", "marks", "pictures", "location"] && store.state.isUntouched)
    let old = DraftPicture(Self.photo)
    #expect(old.picture.url == "https://example.org/70-small.jpg" && old.mediaID == "70" && !old.hasFailed)
    #expect(Draft(json: store.state.draft.json) == store.state.draft, "a draft of it comes back whole")
    store.given(
      .tapped(.picture(.describe("70"))), .typed(field: "description", text: "A dog"),
      .tapped(.picture(.described)),
      .picked("1-a"), .pictureChanged(id: "1-a", .sent(id: "71", at: noon)),
      .tapped(.picture(.move("1-a", to: 0))))
    #expect(!store.state.isUntouched)
    let item = OutboxItem(
      id: "i", session: "1", .edit(id: "9", store.state.draft), createdAt: noon, notBefore: noon)
    #expect(item.isReady && OutboxItem(json: item.json) == item)
    let body = String(decoding: item.request.body ?? [], as: UTF8.self)
    #expect(
      body.hasSuffix(
        #""media_ids":["71","70"],"media_attributes":[{"id":"70","description":"A dog","focus":"0.000,0.500"}]}"#
      ))
    let shown = store.state.draft.applied(to: Self.post).attachments
    #expect(shown.map(\.picture.url) == ["/.picture/1-a", "https://example.org/70-small.jpg"])
    #expect(shown.map(\.picture.description) == ["", "A dog"])
  }

  @Test
  func
    `NEW_07 a picture that a changed post had is taken away without a word to the server before it is saved`()
  {
    var store = loadedWithPictures()
    var left = store.state.draft
    left.pictures = []
    store.send(
      .tapped(.picture(.remove("70"))), effects: { _ in [.remember(key: "draft edit 9", left.json)] },
      change: { $0.draft = left })
    let item = OutboxItem(id: "i", session: "1", .edit(id: "9", left), createdAt: noon, notBefore: noon)
    #expect(String(decoding: item.request.body ?? [], as: UTF8.self).hasSuffix(#""media_ids":[]}"#))
    store.given(.tapped(.discard))
    #expect(store.state.draft.pictures == [DraftPicture(Self.photo)], "it is back")
  }

  @Test func `NEW_07 a change waits for the pictures that come with it`() {
    var draft = Draft(text: "New", pictures: [DraftPicture(id: "1-a", state: .sending)])
    var item = OutboxItem(id: "i", session: "1", .edit(id: "9", draft), createdAt: noon, notBefore: noon)
    #expect(!item.isReady)
    #expect(item.update("1-a", .sent(id: "71", at: noon), nil) && item.isReady && item.edited == "9")
    draft.pictures = [DraftPicture(id: "1-a", state: .sent(id: "71", at: noon))]
    #expect(item.draft == draft)
  }

  @Test func `Nothing is sent before the text has come`() {
    var store = ComposeTests.store(start)
    store.given(.appeared)
    store.send(.tapped(.send))
    #expect(!store.state.canSend)
  }

  @Test func `A refused change opens as it was written, and can be sent again`() {
    var draft = start.draft
    draft.text = "New"
    var store = ComposeTests.store(
      ComposeStart(draft, editing: "9", isRestored: true), memory: ["draft edit 9": Draft(text: "kept").json])
    store.send(.appeared, effects: { _ in [.remember(key: "draft edit 9", draft.json)] })
    #expect(store.state.draft == draft && store.state.canSend)
    store.send(
      .tapped(.send),
      effects: { _ in [.remember(key: "draft edit 9", nil), .edit(id: "9", draft), .close] }
    ) { $0.isSent = true }
  }
}
