import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Issue 28, points 11 and 16: tests random failures of requests, pages and clocks. Each post is published
/// once, or returned to its writer.
struct OutboxRunTests {
  @Test(arguments: [false, true], 0..<40 as Range<UInt64>)
  func `NEW_07 each item is posted once or returned to its author`(honoursKeys: Bool, seed: UInt64) {
    var run = OutboxRun(honoursKeys: honoursKeys, seed: seed)
    for _ in 0..<90 {
      run.step()
      #expect(run.isAwaited, "\(run.steps.suffix(8))")
      if !run.isAwaited { return }
    }
    run.settle()
    #expect(run.world.app.outbox.items.allSatisfy { $0.isReturned }, "\(run.steps)")
    #expect(run.world.posts.map(\.text).sorted() == run.expected.sorted(), "\(run.steps)")
    #expect(run.isInOrder, "\(run.world.arrivals)")
  }

  private static func sent(_ world: OutboxWorld) -> [String] { world.calls.values.map(\.target).sorted() }

  @Test func `NEW_07 a post that may have arrived is looked for before it is sent again`() throws {
    var world = OutboxWorld(honoursKeys: false)
    world.perform(.post(Draft(text: "Hello, @bob@c.example! https://d.example")))
    world.pass(seconds: 4)
    world.answer(try #require(world.calls.keys.first), .lost)
    world.pass(seconds: 5)
    #expect(Self.sent(world) == ["/api/v1/accounts/1/statuses?limit=40"])
    world.answer(try #require(world.calls.keys.first), .fine)
    #expect(Self.sent(world) == ["/api/v1/statuses/900"])
    world.answer(try #require(world.calls.keys.first), .fine)
    #expect(world.app.outbox.items == [] && world.posts.count == 1)
  }

  @Test func `NEW_07 what is found is no other post with the same words`() throws {
    var world = OutboxWorld(honoursKeys: false)
    for fate in [OutboxWorld.Fate.fine, .cut] {
      world.perform(.post(Draft(text: "Good morning")))
      world.pass(seconds: 4)
      world.answer(try #require(world.calls.keys.first), fate)
    }
    world.restart { _ in false }
    world.pass(seconds: 5)
    while let number = world.calls.keys.first { world.answer(number, .fine) }
    #expect(world.app.outbox.items == [] && world.posts.map(\.text) == ["Good morning", "Good morning"])
  }

  @Test func `NEW_07 of two posts with the same words each is found for itself`() throws {
    var world = OutboxWorld(honoursKeys: true)
    for _ in 0..<2 { world.perform(.post(Draft(text: "Same words"))) }
    world.pass(seconds: 4)
    world.answer(try #require(world.calls.keys.first), .lost)
    #expect(world.calls.isEmpty, "the second could be taken for the first")
    world.pass(seconds: 5)
    while let number = world.calls.keys.first { world.answer(number, .fine) }
    #expect(world.app.outbox.items == [] && world.posts.count == 2)
  }

  @Test func `NEW_07 the server that keeps keys is asked for nothing within a day`() throws {
    var world = OutboxWorld(honoursKeys: true, isOwnServer: true)
    world.perform(.post(Draft(text: "Hello")))
    world.pass(seconds: 4)
    world.answer(try #require(world.calls.keys.first), .lost)
    world.pass(seconds: 5)
    #expect(Self.sent(world) == ["/api/v1/statuses"])
    world.answer(try #require(world.calls.keys.first), .cut)
    world.pass(seconds: 86_400)
    #expect(Self.sent(world) == ["/api/v1/accounts/1/statuses?limit=40"])
  }

  @Test func `NEW_07 a post with other words, another parent or another picture is not taken for it`() throws
  {
    var item = OutboxItem.made("k", text: "Hi @bob@c.example, you")
    func isPublished(_ text: String, _ more: String = "", by author: Int = 1, except others: [String] = [])
      throws
      -> Bool
    {
      let body = Array(SamplePosts.json(5, by: author, text: text, more: more).utf8)
      let post = try #require(SamplePosts.decoder.status(body: body))
      return item.isPublished(
        as: post, by: "1", except: others, now: noon.advanced(byMilliseconds: 86_400_000))
    }
    let createdAt = try #require(try SamplePosts.post(5).createdAt)
    item.triedAt = createdAt
    #expect(try isPublished("Hi <span>@bob</span>,<br>you"))
    #expect(try !isPublished("Hi @bob, you two"))
    #expect(try !isPublished("Hi @bob, you", by: 2))
    #expect(try !isPublished("Hi @bob, you", except: ["5"]))
    #expect(try !isPublished("Hi @bob, you", #","in_reply_to_id":"3""#))
    #expect(try !isPublished("Hi @bob, you", #","spoiler_text":"Careful""#))
    item.triedAt = createdAt.advanced(byMilliseconds: 3_600_001)
    #expect(try !isPublished("Hi @bob, you"), "it was there before")
  }
}

extension OutboxItem {
  fileprivate var isReturned: Bool { if case .failed = state { true } else { false } }
}

/// A person who writes, while network, server, page and clock change at random.
private struct OutboxRun {
  var world: OutboxWorld
  var steps: [String] = []
  /// The texts that were written and neither undone nor refused.
  private var written: [String] = []
  private var order: [String: [String]] = [:]
  private let honoursKeys: Bool
  private var random: SeededGenerator
  private var number = 0

  init(honoursKeys: Bool, seed: UInt64) {
    self.honoursKeys = honoursKeys
    world = OutboxWorld(honoursKeys: honoursKeys)
    random = SeededGenerator(seed: seed)
  }

  /// True if a request runs, or a timer runs that is not longer than the longest pause.
  var isAwaited: Bool {
    let waits = world.app.outbox.items.contains { $0.state == .waiting }
    guard waits, world.calls.isEmpty else { return true }
    return world.timer.map { Int64($0.milliseconds) <= RetryPause.longest } ?? false
  }

  var expected: [String] {
    var left = written
    for item in world.app.outbox.items where item.isReturned && item.isNewPost {
      if let index = left.firstIndex(of: item.draft?.text ?? "") { left.remove(at: index) }
    }
    return left
  }

  /// True if the first arrivals about each post have the order in which they were written.
  var isInOrder: Bool {
    world.arrivals.allSatisfy { subject, texts in
      var first: [String] = []
      for text in texts where !first.contains(text) { first.append(text) }
      return first == (order[subject] ?? []).filter { first.contains($0) }
    }
  }

  mutating func step() {
    let what = Int.random(in: 0..<16, using: &random)
    steps.append("\(what)")
    switch what {
    case 0, 1: write(Bool.random(using: &random) ? "Same words" : nil)
    case 2, 3: write(replyTo: "r\(Int.random(in: 0..<2, using: &random))")
    case 4: edit("r\(Int.random(in: 0..<2, using: &random))")
    case 5: undo()
    case 6: restart()
    case 7: world.handle(.online)
    case 8: world.handle(.returned)
    case 9: jump()
    case 10...12: world.pass(seconds: Int64.random(in: 1...8, using: &random))
    case 13: world.pass(seconds: 300)
    default: break
    }
    if let call = world.calls.keys.sorted().randomElement(using: &random) { answer(call) }
  }

  private mutating func write(_ text: String? = nil, replyTo: String? = nil) {
    number += 1
    let quoted = replyTo.map { Draft.Quoted(id: $0, nick: "N", handle: "n", text: "") }
    let draft = Draft(text: text ?? "Post \(number)", replyTo: quoted)
    world.perform(.post(draft))
    written.append(draft.text)
    if let replyTo { order[replyTo, default: []].append(draft.text) }
  }

  private mutating func edit(_ id: String) {
    number += 1
    world.perform(.edit(id: id, Draft(text: "Edit \(number)")))
    order[id, default: []].append("Edit \(number)")
  }

  private mutating func undo() {
    let item = world.app.outbox.items.last { $0.state == .waiting && $0.triedAt == nil && $0.isNewPost }
    guard let item, let index = written.lastIndex(of: item.draft?.text ?? "") else { return }
    written.remove(at: index)
    world.handle(.tapped(0, "undo:" + item.id))
    world.handle(.wentTo(depth: 0))
  }

  private mutating func restart() {
    let arrives = Bool.random(using: &random)
    world.restart { request in arrives && request.method != .get }
  }

  /// Servers that ignore idempotency keys leave only the time to tell a post from an older one, so the clock
  /// jumps less.
  private mutating func jump() {
    let most: Int64 = honoursKeys ? 30 * 86_400_000 : 25 * 60_000
    world.lead = Int64.random(in: -most...most, using: &random)
    world.handle(.clock(world.app.now, minutesEast: 0))
  }

  private mutating func answer(_ call: Identifier) {
    var fates = OutboxWorld.Fate.allCases + [.fine, .fine]
    // Reads aren't refused.
    if world.calls[call]?.method == .get { fates.removeAll { $0 == .refused } }
    if let fate = fates.randomElement(using: &random) { world.answer(call, fate) }
  }

  /// Restores the network, and gives the servers time.
  mutating func settle() {
    for _ in 0..<60 {
      while let call = world.calls.keys.sorted().first { world.answer(call, .fine) }
      world.pass(seconds: 300)
    }
  }
}
