import Contracts
import Markup
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests pictures in the composer: choosing, removing, describing, ordering, and sending.
struct ComposePicturesTests {
  private func store(_ pictures: DraftPicture...) -> TestStore<Compose> {
    ComposeTests.store(memory: ["draft": Draft(pictures: pictures).json])
  }

  private func bar(left: Int) -> Compose.Cell {
    .bar(.describePicture, left: left, canSend: true, isEdit: false)
  }

  private func sent(_ id: String, _ description: String = "") -> DraftPicture {
    DraftPicture(id: id, description: description, state: .sent(id: "9" + id, at: noon))
  }

  @Test func `NEW_07 the draft knows of chosen pictures before they are read`() {
    var store = ComposeTests.store()
    let draft = Draft(pictures: [DraftPicture(id: "1-a")])
    store.send(
      .picked("1-a"), effects: { _ in [.remember(key: "draft", draft.json), .pictures(.prepare("1-a"))] },
      change: { $0.draft.pictures = draft.pictures })
    #expect(!store.state.canSend, "what isn't on the device could get lost")
    #expect(store.keys == ["writer", "field", "marks", "pictures", "location", "remind", "audience"])
  }

  @Test func `NEW_07 nine pictures fit and it is said that more don't`() {
    var store = ComposeTests.store()
    let ids = (1...11).map { "1-\($0)" }
    for id in ids.prefix(9) { store.given(.picked(id)) }
    #expect(store.state.draft.pictures.map(\.id) == Array(ids.prefix(9)))
    store.send(.picked("1-10"), effects: { _ in [.toast(Toast(Message(.tooManyPictures, "9")))] })
  }

  @Test func `NEW_07 pictures alone are a post and their uploads need not be over`() {
    var store = store(DraftPicture(id: "1-a", state: .sending))
    let pictures = store.state.draft.pictures
    #expect(store.state.canSend)
    store.send(
      .tapped(.send),
      effects: { _ in [.remember(key: "draft", nil), .post(Draft(pictures: pictures)), .close] }
    ) { $0.isSent = true }
  }

  @Test(
    arguments: [
      (Message(.pictureUnreadable), "Can’t be read", false), (Message(.pictureTooLarge), "Too large", false),
      (Message(.onlyPictures), "Only pictures can be posted.", false),
      (Message(.refusedBy, "Validation failed"), "The server says: Validation failed", false),
      (Message(.pictureLost), "The server did not keep it.", true),
    ])
  func `NEW_07 no post goes without a picture that was refused, and which one is said`(
    failure: Message, words: String, canRetry: Bool
  ) throws {
    var store = store(sent("1-a"), sent("1-b"))
    store.given(.pictureChanged(id: "1-b", .failed(failure)))
    #expect(!store.state.canSend)
    store.send(.tapped(.send))
    let cells = Compose.view(store.state, .made()).cells.head
    let html = try #require(cells.first { $0.key == "pictures" }).html(Strings(.english)).text
    #expect(html.contains("Picture 2 of 2: " + words + "</p>"))
    #expect(html.contains("Remove what is marked to send the post."))
    #expect(html.contains("retry-picture") == canRetry, "what can't succeed is not tried again")
    let left = Draft(pictures: [sent("1-a")])
    store.given(.tapped(.picture(.remove("1-b"))))
    store.send(
      .tapped(.send),
      effects: { _ in [.remember(key: "draft", nil), .post(left), .close] }
    ) { $0.isSent = true }
  }

  @Test func `NEW_07 a picture goes as soon as it is taken away`() {
    var store = store(sent("1-a"), sent("1-b"))
    let left = Draft(pictures: [sent("1-b")])
    store.send(
      .tapped(.picture(.remove("1-a"))),
      effects: { _ in [.remember(key: "draft", left.json), .pictures(.remove("1-a"))] },
      change: { $0.draft = left })
    store.send(.tapped(.picture(.remove("1-a"))))
  }

  @Test func `NEW_07 how far a picture is shows and is stored`() {
    var store = store(DraftPicture(id: "1-a", state: .sending))
    let kept = Draft(pictures: [sent("1-a")])
    store.send(
      .pictureChanged(id: "1-a", .sent(id: "91-a", at: noon)),
      effects: { _ in [.remember(key: "draft", kept.json)] }, change: { $0.draft = kept })
    store.send(.pictureChanged(id: "1-a", .sent(id: "91-a", at: noon)))
    store.send(.pictureChanged(id: "1-other", .preparing))
  }

  @Test func `NEW_22 a picture on its way has its own shape as soon as the device knows it`() throws {
    let size = try #require(PixelSize(width: 1600, height: 900))
    var store = store(DraftPicture(id: "1-a", state: .sending))
    let kept = Draft(pictures: [DraftPicture(id: "1-a", state: .sending, size: size)])
    store.send(
      .pictureChanged(id: "1-a", .sending, size), effects: { _ in [.remember(key: "draft", kept.json)] },
      change: { $0.draft = kept })
    store.send(.pictureChanged(id: "1-a", .sending, nil))
    #expect(Draft(json: kept.json)?.pictures.first?.picture.size == size)
    let damaged = try #require(Draft(json: kept.json.replacing("1600", with: "0")))
    #expect(damaged.pictures.map { $0.picture.size } == [nil])

    var item = OutboxItem(
      id: "x", session: "1", .publish(Draft(pictures: [DraftPicture(id: "1-a")])), createdAt: noon,
      notBefore: noon)
    let first = item.update("1-a", .sending, size)
    let second = item.update("1-a", .sending, nil)
    #expect(first && !second && item.draft?.pictures.first?.size == size)
  }

  @Test func `NEW_07 a draft that comes back brings its pictures`() {
    var store = store(sent("1-a", "A cat"), DraftPicture(id: "1-b"))
    #expect(store.state.draft.pictures == [sent("1-a", "A cat"), DraftPicture(id: "1-b", state: .sending)])
    store.send(
      .appeared,
      effects: {
        $0.draft.pictures.map { .pictures(.send($0)) }
          + [
            .ask(Compose.Request.preferences, APIRequest(.get, "/api/v1/preferences")),
            ComposeTests.askCircles,
          ]
      })
  }

  @Test func `NEW_07 discarded pictures come back until something else is written`() {
    var store = store(sent("1-a"))
    let draft = store.state.draft
    #expect(store.effects(.tapped(.discard)).last == .remember(key: "draft", nil))
    #expect(store.state.draft.pictures == [])
    #expect(store.effects(.tapped(.restore)).last == .pictures(.send(draft.pictures[0])))
    #expect(store.state.draft == draft)
    store.given(.tapped(.discard), .typed(field: "text", text: "x"))
    store.send(.tapped(.restore))
  }

  @Test func `NEW_07 a picture is described on a page of its own, with a countdown`() {
    var store = store(sent("1-a"), sent("1-b", "Two"))
    store.given(.typed(field: "text", text: "Hello"), .tapped(.picture(.describe("1-b"))))
    #expect(store.keys == ["described", "description"])
    #expect(store.frameKeys == ["bar"])
    #expect(Compose.view(store.state, .made()).frame == [bar(left: 1497)])
    store.given(.typed(field: "description", text: "A dog 🐕"))
    #expect(Compose.view(store.state, .made()).frame == [bar(left: 1492)])
    #expect(
      Compose.view(store.state, .made()).cells.head.last == .description("Two"), "typing replaces no field")
    let described = sent("1-b", "A dog 🐕")
    store.send(.tapped(.picture(.described)), effects: { _ in [.pictures(.send(described))] }) {
      $0.described = nil
      $0.fieldText = "Hello"
    }
    #expect(store.state.draft.pictures == [sent("1-a"), described])
  }

  @Test func `NEW_07 both ways back from a description keep what was typed`() {
    var store = store(sent("1-a"))
    store.given(.tapped(.picture(.describe("1-a"))), .typed(field: "description", text: "A dog"))
    let html = bar(left: 1495).html(Strings(.english)).text
    #expect(html.contains(">Cancel</a>") && html.contains(">Done</button>"))
    #expect(html.ranges(of: #"data-tap="described""#).count == 2)
    #expect(store.effects(.tapped(.picture(.described))) == [.pictures(.send(sent("1-a", "A dog")))])
    #expect(store.state.draft.pictures == [sent("1-a", "A dog")])
  }

  @Test func `NEW_07 pictures change places`() {
    var store = store(sent("1-a"), sent("1-b"), sent("1-c"))
    store.given(.tapped(.picture(.move("1-c", to: 0))))
    #expect(store.state.draft.pictures.map(\.id) == ["1-c", "1-a", "1-b"])
    store.given(.tapped(.picture(.move("1-c", to: 2))))
    #expect(store.state.draft.pictures.map(\.id) == ["1-a", "1-b", "1-c"])
    for (id, place) in [("1-c", 3), ("1-c", -1), ("1-x", 0)] {
      store.send(.tapped(.picture(.move(id, to: place))))
    }
  }

  @Test func `NEW_07 pictures can be hidden until they are tapped, and a warning hides them anyway`() {
    var store = store(sent("1-a"))
    let hidden = Draft(isSensitive: true, pictures: [sent("1-a")])
    store.send(
      .tapped(.picture(.sensitive)), effects: { _ in [.remember(key: "draft", hidden.json)] },
      change: { $0.draft = hidden })
    #expect(
      Compose.view(store.state, .made()).cells.head.contains(
        .pictures(hidden.pictures, isSensitive: true)))
    store.given(.tapped(.warning))
    #expect(
      Compose.view(store.state, .made()).cells.head.contains(.pictures(hidden.pictures, isSensitive: nil)))
  }

  @Test(
    arguments: [
      ("0,0", Picture.Focus(x: -1000, y: 1000)), ("750,500", .init(x: 500, y: 0)),
      ("1000,1000", .init(x: 1000, y: -1000)),
      ("ArrowLeft", .init(x: 200, y: 950)), ("ArrowRight", .init(x: 400, y: 950)),
      ("ArrowUp", .init(x: 300, y: 1000)),
      ("ArrowDown", .init(x: 300, y: 850)),
    ])
  func `NEW_07 a tap on the picture says what must stay in sight, and keys move it`(
    text: String, focus: Picture.Focus
  ) {
    var picture = sent("1-a")
    picture.focus = .init(x: 300, y: 950)
    var store = store(picture)
    store.given(.tapped(.picture(.describe("1-a"))), .typed(field: "focus", text: text))
    #expect(store.state.draft.pictures[0].focus == focus)
    #expect(Draft(json: store.state.draft.json) == store.state.draft)
    let shown = Compose.view(store.state, .made()).cells.head[0].html(Strings(.english)).text
    #expect(shown.contains(#"cx="\#((1000 + focus.x) / 20)%" cy="\#((1000 - focus.y) / 20)%""#))
    let attributes = MediaRequests.Attributes(focus: focus)
    #expect(store.state.draft.pictures[0].attributes == attributes)
  }

  @Test(
    arguments: [
      (0, .forward, "1023456"), (1, .backward, "1023456"), (1, .down, "0234156"), (4, .up, "0412356"),
      // A picture stays where it is if that position does not exist.
      (0, .backward, "0123456"), (6, .forward, "0123456"), (5, .down, "0123456"), (2, .up, "0123456"),
      (3, .escape, "0123456"), (7, .forward, "0123456"),
    ] as [(Int, ScreenEvent.Key, String)])
  func `NEW_07 keys move a picture along its line and between rows of three`(
    picture: Int, key: ScreenEvent.Key, order: String
  ) {
    var store = ComposeTests.store(memory: ["draft": Draft(pictures: (0..<7).map { sent("\($0)") }).json])
    store.given(.carried(tile: "move:\(picture)", key))
    #expect(store.state.draft.pictures.map(\.id).joined() == order)
  }

  @Test(arguments: ["", "5", "1001,0", "-1,0", "a,b", "1,2,3", "Enter"])
  func `NEW_07 what is no point changes nothing`(text: String) {
    var store = store(sent("1-a"))
    store.given(.tapped(.picture(.describe("1-a"))))
    store.send(.typed(field: "focus", text: text))
  }

  @Test func `NEW_07 tiles say what they are and whether they are described`() {
    let failed = DraftPicture(id: "1-c", state: .failed(Message(.refusedBy, "no <b>")))
    let pictures = [
      DraftPicture(id: "1-a"), DraftPicture(id: "1-b", description: "A \"cat\"", state: .sending), failed,
    ]
    let html = Compose.Cell.pictures(pictures, isSensitive: false).html(Strings(.english)).text
    #expect(html.contains(#"aria-label="Picture 1 of 3. Describe the picture""#))
    #expect(html.contains(#"aria-label="Picture 2 of 3. A &quot;cat&quot;""#))
    #expect(html.contains(#"data-tap="remove-picture:1-c""#) && html.contains("no &lt;b&gt;"))
    #expect(html.contains(#"src="/.picture/1-b""#) && !html.contains(#"src="/.picture/1-a""#))
    #expect(html.contains("✓ ALT") && html.contains(#"<progress data-upload="1-b""#))
  }

  @Test(
    arguments: [
      ("remove-picture:1-a", .remove("1-a")), ("retry-picture:1-a", .retry("1-a")),
      ("describe:1-a", .describe("1-a")),
      ("described", .described), ("move:1-a:3", .move("1-a", to: 3)), ("sensitive", .sensitive),
    ] as [(String, Compose.PictureTap)])
  func `NEW_07 taps on pictures are read back`(text: String, tap: Compose.PictureTap) {
    #expect(Compose.Tap(EncodedTap(text: text)) == .picture(tap))
    #expect(Compose.Tap.picture(tap).encoded.text == text)
  }

  @Test func `NEW_07 a draft keeps its pictures in their order`() {
    let draft = Draft(
      text: "x", pictures: [sent("1-b", "é\n\"q\""), DraftPicture(id: "1-a", state: .sending)])
    #expect(Draft(json: draft.json) == draft)
    #expect(
      Draft(json: #"{"text":"x","pictures":[7,{},{"id":"1-a","media":5}]}"#)?.pictures.map(\.id) == ["1-a"])
  }
}
