import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests pictures from being chosen to being posted, whatever happens in between.
struct AppPicturesTests {
  private var world = PictureWorld()

  private mutating func answerAll(_ fate: PictureWorld.Fate = .fine) {
    while let number = world.runningCalls.first { world.answer(number, fate) }
  }

  @Test
  mutating func `NEW_07 chosen pictures open the composer, are sent while one writes, and are posted once`()
    throws
  {
    world.handle(.picked(2))
    let ids = try #require(world.compose).draft.pictures.map(\.id)
    #expect(ids.count == 2 && world.preparing == ids)
    world.prepareNext()
    world.prepareNext()
    #expect(world.stored == Set(ids))
    answerAll()
    #expect(world.compose?.draft.pictures.compactMap(\.mediaID).count == 2)
    world.type("Hello")
    world.tap(.send)
    #expect(world.compose == nil && world.posts.isEmpty, "it can be undone")
    world.pass(seconds: 4)
    answerAll()
    #expect(Array(world.posts.values) == [.init(text: "Hello", pictures: ids.map { $0 + " " })])
    #expect(world.stored == [] && world.referenced == [])
  }

  @Test mutating func `NEW_07 a post waits for its pictures, over a reload as well`() throws {
    world.handle(.picked(1))
    world.prepareNext()
    world.tap(.send)
    world.pass(seconds: 4)
    let id = try #require(world.stored.first)
    world.answer(try #require(world.runningCalls.last), .cut)
    #expect(world.posts.isEmpty)
    world.reload()
    #expect(world.stored == [id])
    answerAll(.slow)
    world.pass(seconds: 1)
    answerAll()
    answerAll()
    #expect(Array(world.posts.values) == [.init(text: "", pictures: [id + " "])])
    #expect(world.stored == [])
  }

  @Test mutating func `NEW_07 what another program shares goes behind what is written already`() throws {
    world.handle(.shared("Look at this"))
    #expect(world.compose?.draft.text == "Look at this")
    world.handle(.picked(1))
    #expect(world.compose?.draft.pictures.count == 1 && world.preparing.count == 1)
    world.prepareNext()
    world.reload()
    world.handle(.shared("https://example.org"))
    #expect(world.compose?.draft.text == "Look at this\nhttps://example.org")
    #expect(world.compose?.draft.pictures.count == 1, "nothing unsent is lost")
    world.handle(.shared(""))
    #expect(world.compose?.draft.text == "Look at this\nhttps://example.org")
  }

  @Test func `NEW_07 nobody writes who is not signed in`() {
    var app = App.loaded()
    #expect(!app.canWrite)
    let depth = app.stack.count
    _ = app.handle(.shared("Look"))
    #expect(app.stack.count == depth)
  }

  @Test mutating func `NEW_07 a picture that was taken away while it was read leaves nothing behind`() throws
  {
    world.handle(.picked(1))
    let id = try #require(world.preparing.first)
    let before = world.runningCalls
    world.tap(.picture(.remove(id)))
    world.prepareNext()
    #expect(world.stored == [] && world.runningCalls == before)
  }

  @Test mutating func `NEW_07 taking a picture away ends its upload`() throws {
    world.handle(.picked(1))
    let id = try #require(world.preparing.first)
    world.prepareNext()
    let before = world.runningCalls
    world.tap(.picture(.remove(id)))
    #expect(world.runningCalls.count == before.count - 1 && world.stored == [])
  }

  @Test mutating func `NEW_07 pictures that the device has no room for are said`() throws {
    world.handle(.picked(1))
    let id = try #require(world.preparing.first)
    world.handle(.prepared(id, size: 5, isStored: false))
    #expect(world.app.toast == Toast(.pictureNotKept))
  }

  @Test mutating func `NEW_07 a post whose picture is refused says why, and can be mended`() throws {
    world.handle(.picked(1))
    world.prepareNext()
    world.type("Hello")
    world.tap(.send)
    let number = try #require(world.runningCalls.last)
    world.handle(.received(number, .text(#"{"error":"no picture"}"#, status: 422)))
    let item = try #require(world.app.outbox.items.first)
    #expect(item.state == .failed("no picture"))
    world.handle(.tapped(0, "undo:" + item.id))
    #expect(world.compose?.draft.pictures.map(\.hasFailed) == [true])
    #expect(world.compose?.canSend == false, "it would be missed")
    world.tap(.picture(.remove(try #require(world.compose?.draft.pictures.first?.id))))
    #expect(world.compose?.canSend == true && world.compose?.draft.text == "Hello")
  }

  @Test mutating func `NEW_07 a post that is thrown away takes its pictures with it`() throws {
    world.handle(.picked(1))
    world.prepareNext()
    world.tap(.send)
    let item = try #require(world.app.outbox.items.first)
    let me = try #require(world.app.stack.first?.id)
    world.handle(.tapped(me, Me.Tap.outbox(.cancel(item.id)).encoded.text))
    #expect(world.stored == [] && world.app.uploads.all.isEmpty && world.app.outbox.items.isEmpty)
  }

  @Test mutating func `NEW_07 a post that waits for days is sent with its pictures by itself`() {
    world.handle(.picked(1))
    world.prepareNext()
    answerAll()
    world.type("Late")
    world.tap(.send)
    world.passDays()
    while !world.runningCalls.isEmpty {
      answerAll()
      world.pass(seconds: 10)
    }
    #expect(world.posts.values.map(\.text) == ["Late"] && world.app.outbox.items.isEmpty)
  }

  /// Sends a post with a picture while the server is unreachable for over half an hour.
  private mutating func sendInVain(_ text: String) {
    world.handle(.picked(1))
    world.prepareNext()
    answerAll()
    world.type(text)
    world.tap(.send)
    world.pass(seconds: 4)
    for _ in 0..<7 {
      answerAll(.cut)
      world.pass(seconds: 300)
    }
    answerAll(.cut)
  }

  @Test
  mutating func
    `NEW_07 a post that was tried in vain does not sleep when the app starts or is taken up again`()
  {
    sendInVain("Late")
    #expect(world.runningCalls.isEmpty)
    world.handle(.returned)
    #expect(world.runningCalls.count == 1)
    answerAll(.cut)
    world.reload()
    answerAll()
    #expect(world.posts.values.map(\.text) == ["Late"] && world.app.outbox.items.isEmpty)
  }

  @Test mutating func `NEW_07 a post that is taken back overwrites no draft that was begun meanwhile`() throws
  {
    sendInVain("A")
    let item = try #require(world.app.outbox.items.first)
    world.handle(.picked(1))
    world.prepareNext()
    world.type("B")
    world.handle(.tapped(0, "undo:" + item.id))
    #expect(world.compose?.draft.text == "A")
    world.type("A, again")
    world.handle(.wentTo(depth: 0))
    func drafts() -> [StoredDraft] { (world.app.stack.first as? ScreenHost<Me>)?.state.drafts ?? [] }
    #expect(drafts().map(\.draft.text) == ["B", "A, again"])
    #expect(drafts().allSatisfy { $0.draft.pictures.count == 1 })
    world.reload()
    #expect(drafts().map(\.draft.text) == ["B", "A, again"] && world.stored.count == 2)
    let me = try #require(world.app.stack.first?.id)
    world.handle(.tapped(me, Me.Tap.draft(key: drafts()[1].key).encoded.text))
    world.type("A at last")
    world.tap(.send)
    #expect(drafts().map(\.draft.text) == ["B"])
  }

  @Test mutating func `NEW_07 what another tab has sent is dropped, and its pictures are left alone`() throws
  {
    world.handle(.picked(1))
    world.prepareNext()
    world.type("Hello")
    world.tap(.send)
    let item = try #require(world.app.outbox.items.first)
    world.handle(.rememberedElsewhere("session 1 outbox other", nil))
    #expect(world.app.outbox.items.count == 1)
    world.handle(.rememberedElsewhere("session 1 outbox " + item.id, nil))
    #expect(world.app.outbox.items.isEmpty && world.app.uploads.all.isEmpty && world.runningCalls.isEmpty)
    #expect(world.app.memory["session 1 outbox " + item.id] == nil)
    #expect(world.stored.count == 1, "a draft in the other tab may have it again")
  }

  @Test(arguments: [
    ("session 1 outbox a", true), ("session 1 draft", true), ("session 1 draft reply 5", true),
    ("session 1 place home", false), ("sessions", false), ("images", false),
  ])
  mutating func `NEW_07 what somebody wrote and the device has no room for is said`(key: String, isSaid: Bool)
  {
    world.handle(.notStored(key))
    #expect((world.app.toast == Toast(.notKept)) == isSaid)
  }

  @Test mutating func `TWT_16 signing out takes the pictures of drafts with it`() throws {
    world.handle(.picked(2))
    world.prepareNext()
    let me = try #require(world.app.stack.first?.id)
    world.handle(.wentTo(depth: 0))
    world.handle(.tapped(me, Me.Tap.signOut.encoded.text))
    world.handle(.tapped(me, AppTap.signOut("1").encoded.text))
    #expect(world.app.sessions.current == nil)
    #expect(world.stored == [] && world.app.uploads.all.isEmpty)
    world.prepareNext()
    #expect(world.stored == [], "what was being read when it happened")
  }

  @Test mutating func `NEW_07 what was thrown away when the app last ran goes at its next start`() {
    world.handle(.picked(1))
    world.prepareNext()
    world.tap(.discard)
    #expect(world.stored.count == 1, "it could be undone")
    world.reload()
    #expect(world.stored == [])
  }

  /// Random events in any order. A sent post is published once, with its pictures unchanged. Posts that are
  /// neither published nor discarded stay on the device, and nothing else does.
  @Test(arguments: 0..<60)
  func `NEW_07 nothing unsent is lost`(seed: UInt64) {
    var run = PictureRun(seed: seed)
    for step in 0..<150 {
      run.step()
      let missing = run.world.referenced.intersection(run.world.everKept).subtracting(run.world.stored)
      #expect(missing == [], "after step \(step): \(run.steps.suffix(8))")
      if !missing.isEmpty { return }
      let isLate = run.world.app.outbox.items.contains { $0.state == .failed("Media not found") }
      #expect(!isLate, "after step \(step): \(run.steps.suffix(8))")
      if isLate { return }
    }
    run.settle()
    #expect(run.world.app.outbox.items.map(\.id) == [], "\(run.steps)")
    #expect(run.world.posts.values.sorted() == run.sent.sorted(), "\(run.steps)")
    run.world.reload()
    #expect(run.world.stored == run.world.referenced.intersection(run.world.everKept))
  }
}

/// A person's random actions while the network comes and goes.
private struct PictureRun {
  var world = PictureWorld()
  var sent: [PictureWorld.Post] = []
  var steps: [String] = []
  private var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func step() {
    let what = Int.random(in: 0..<20, using: &random)
    steps.append("\(what)")
    switch what {
    case 0...2: world.handle(.picked(Int.random(in: 1...4, using: &random)))
    case 3...5: world.prepareNext(isReadable: Int.random(in: 0..<8, using: &random) > 0)
    case 6: write()
    case 7, 8: send()
    case 9: onPicture { .remove($0) }
    case 10: describe()
    case 11: onPicture { .move($0, to: 0) }
    case 12: world.tap(.discard)
    case 13: world.tap(.restore)
    case 14: undo()
    case 15: world.reload()
    case 16: if world.app.depth > 0 { world.handle(.wentTo(depth: 0)) }
    case 17: world.pass(seconds: Int64.random(in: 1...20, using: &random))
    case 18: world.handle(.online)
    default: if Int.random(in: 0..<4, using: &random) == 0 { world.passDays() }
    }
    if let call = world.runningCalls.randomElement(using: &random),
      let fate = fates.randomElement(using: &random)
    {
      world.answer(call, fate)
    }
  }

  private let fates: [PictureWorld.Fate] = [.fine, .fine, .fine, .slow, .busy, .cut, .lost]

  private mutating func write() {
    number += 1
    if world.compose?.described == nil { world.type("Post \(number)") }
  }

  private mutating func onPicture(_ tap: (String) -> Compose.PictureTap) {
    if let picture = world.compose?.draft.pictures.randomElement(using: &random) {
      world.tap(.picture(tap(picture.id)))
    }
  }

  private mutating func describe() {
    onPicture { .describe($0) }
    number += 1
    if world.compose?.described != nil { world.type("Words \(number)", field: "description") }
    if Bool.random(using: &random) { world.tap(.picture(.described)) }
  }

  private mutating func send() {
    guard let compose = world.compose, compose.canSend else { return }
    let pictures = compose.draft.pictures.filter { !$0.hasFailed }
    world.tap(.send)
    guard world.app.outbox.items.contains(where: { $0.draft?.text == compose.draft.text }) else { return }
    sent.append(.init(text: compose.draft.text, pictures: pictures.map { $0.id + " " + $0.description }))
  }

  /// Takes back a post that wasn't sent yet.
  private mutating func undo() {
    guard let item = world.app.outbox.items.last, item.state != .sending, world.posts[item.id] == nil,
      let draft = item.draft
    else { return }
    let expected = PictureWorld.Post(
      text: draft.text, pictures: draft.pictures.map { $0.id + " " + $0.description })
    world.handle(.tapped(0, "undo:" + item.id))
    if let index = sent.lastIndex(of: expected) { sent.remove(at: index) }
  }

  /// Restores the network, and lets enough time pass.
  mutating func settle() {
    for _ in 0..<200 {
      world.prepareNext()
      for item in world.app.outbox.items {
        if case .failed = item.state, let top = world.app.stack.first?.id {
          world.handle(.wentTo(depth: 0))
          world.handle(.tapped(top, Me.Tap.outbox(.retry(item.id)).encoded.text))
        }
      }
      while let call = world.runningCalls.first { world.answer(call, .fine) }
      world.pass(seconds: 300)
    }
  }
}
