import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests numbers that come by themselves, under likes that wait, are on their way, or are refused.
struct ArrivingCountsTests {
  private static func counts(_ favourites: Int) throws -> PostCounts {
    let json = #"{"id":"3","favourites_count":\#(favourites),"reblogs_count":0,"replies_count":0}"#
    return try #require(PostCounts(body: Array(json.utf8)))
  }

  private static func arrive(
    _ favourites: Int, sending isOn: Bool? = nil, at seconds: Int64, in store: EntityStore
  ) throws {
    let sending = isOn.map { [SentInteraction(interaction: .favourite, isOn: $0)] } ?? []
    store.apply(.countsArrived(try counts(favourites), sending: sending, at: SamplePosts.at(seconds)))
  }

  private static func store(_ favourites: Int) throws -> (EntityStore, PostRecord) {
    let store = EntityStore()
    let post = try SamplePosts.post(3, more: #","favourites_count":\#(favourites)"#)
    return (store, store.receive(post, asked: noon))
  }

  private static func shown(_ stored: PostRecord) -> [Int] {
    [stored.post.interactions.isFavourite ? 1 : 0, stored.post.favouritesCount]
  }

  @Test func `NEW_15 a like that waits is not in the numbers that come, and a refusal takes off no more`()
    throws
  {
    let (store, stored) = try Self.store(5)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1))
    try Self.arrive(6, at: 2, in: store)
    #expect(Self.shown(stored) == [1, 7])
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", false, at: 3, isConfirmed: true))
    #expect(Self.shown(stored) == [0, 6])
  }

  @Test func `NEW_15 a like on its way counts as part of the numbers, until it is refused`() throws {
    for isRefused in [false, true] {
      let (store, stored) = try Self.store(5)
      store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1))
      try Self.arrive(6, sending: true, at: 2, in: store)
      #expect(Self.shown(stored) == [1, 6])
      store.apply(
        SamplePosts.memberActed(.post(.favourite), "3", !isRefused, at: 3, isConfirmed: true))
      #expect(Self.shown(stored) == (isRefused ? [0, 6] : [1, 6]))
    }
  }

  @Test func `NEW_15 a like that is taken back while it is on its way comes off the numbers once`() throws {
    let (store, stored) = try Self.store(5)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1))
    try Self.arrive(6, sending: true, at: 2, in: store)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", false, at: 3))
    #expect(Self.shown(stored) == [0, 5])
    try Self.arrive(7, sending: true, at: 4, in: store)
    #expect(Self.shown(stored) == [0, 6])
    try Self.arrive(6, sending: false, at: 5, in: store)
    #expect(Self.shown(stored) == [0, 6])
  }

  @Test func `NEW_15 a refused change of mind leaves the like that the server has`() throws {
    let (store, stored) = try Self.store(5)
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 1))
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 2, isConfirmed: true))
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", false, at: 3))
    try Self.arrive(6, at: 4, in: store)
    #expect(Self.shown(stored) == [0, 5])
    store.apply(SamplePosts.memberActed(.post(.favourite), "3", true, at: 5, isConfirmed: true))
    #expect(Self.shown(stored) == [1, 6])
  }

  @Test func `NEW_15 numbers come while a changed text waits`() throws {
    let (store, stored) = try Self.store(5)
    let edit = OutboxItem(
      id: "a", session: "1", .edit(id: "3", Draft(text: "Changed")), createdAt: noon, notBefore: noon)
    store.apply(.itemWaiting(edit))
    try Self.arrive(6, at: 2, in: store)
    #expect(stored.post.content.plainText == "Changed" && Self.shown(stored) == [0, 6])
    store.apply(.itemCancelled(id: "a"))
    #expect(stored.post.content.plainText == "Post 3" && Self.shown(stored) == [0, 6])
  }

  @Test func `NEW_15 the queue says what is on its way`() {
    var queue = InteractionQueue()
    let target = InteractionQueue.Target(session: "1", action: .post(.favourite), id: "3")
    _ = queue.enqueue(true, target)
    _ = queue.enqueue(false, target)
    #expect(queue.sent("3", in: "1", leads: true) == [SentInteraction(interaction: .favourite, isOn: true)])
    #expect(queue.sent("4", in: "1", leads: true) == [] && queue.sent("3", in: "2", leads: true) == [])
    _ = queue.received(target, .transient, now: noon)
    #expect(queue.sent("3", in: "1", leads: true) == [])
    let elsewhere = queue.sent("3", in: "1", leads: false)
    #expect(elsewhere == [SentInteraction(interaction: .favourite, isOn: false)])
  }

  /// Taps, others' likes, and a server that answers, refuses or is lost, while its events come at any time.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `NEW_15 hearts and numbers end as the server has them`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var server = LikedPost()
    for step in 0..<80 {
      server.step()
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: server.others(Bool.random(using: &generator))
      case 1, 2: server.deliver()
      case 3, 4: server.tap()
      case 5: server.commit()
      case 6: server.answer(isLost: Bool.random(using: &generator))
      case 7: server.refuse(isLost: Bool.random(using: &generator))
      case 8: server.pull()
      default: server.fire()
      }
      let (shown, truth) = (server.shown, server.truth)
      if server.isQuiet { #expect(shown == truth, "step \(step)") }
    }
    server.settle()
    let (shown, truth) = (server.shown, server.truth)
    #expect(server.isQuiet && shown == truth)
  }
}

/// A post of home, the server that has it, and an app that likes it.
private struct LikedPost {
  private var app = App.member(at: "/home")
  private var stream: Identifier?
  /// The running request; once the server has done what it asks for, with its answer.
  private var request: (id: Identifier, isOn: Bool, answer: String?)?
  private var timers: [Identifier] = []
  private var isLiked = false
  private var count = 10
  private var events: [String] = []
  /// True if the server may have done what the app thinks it has not.
  private var isUncertain = false

  init() {
    act { $0.started() }
    act { $0.handle(.becameWhole) }
    fire()
    if let stream { act { $0.handle(.streamed(stream, [])) } }
    let (isListening, isSame) = (stream != nil, shown == truth)
    #expect(isListening && isSame)
  }

  private var json: String {
    SamplePosts.json(3, more: #","favourited":\#(isLiked),"favourites_count":\#(count)"#)
  }

  var truth: [Int] { [isLiked ? 1 : 0, count] }

  var shown: [Int] {
    let post = (app.stack.last as? ScreenHost<Timeline>)?.state.list.post("3")
    return post.map { [$0.interactions.isFavourite ? 1 : 0, $0.favouritesCount] } ?? []
  }

  /// True if nothing waits or is on its way.
  var isQuiet: Bool {
    events.isEmpty && request == nil && !isUncertain && app.interactionQueue == InteractionQueue()
  }

  private mutating func act(_ event: (inout App) -> [Command]) {
    for command in event(&app) {
      switch command {
      case .send(let id, let sent, _, _):
        if sent.target.hasSuffix("streaming/user") { stream = id }
        if sent.target.hasSuffix("favourite") { request = (id, !sent.target.hasSuffix("unfavourite"), nil) }
        if sent.target.contains("timelines/home") {
          let page = "[" + json + "]"
          act { $0.handle(.received(id, .text(page))) }
        }
      case .load(let id, _): act { $0.handle(.loaded(id, nil)) }
      case .startTimer(let id, _): timers.append(id)
      default: break
      }
    }
  }

  mutating func step() { app.now = app.now.advanced(byMilliseconds: 10) }

  private mutating func change(by step: Int) {
    count += step
    events.append(
      #"event: status.counts"# + "\n"
        + #"data: {"id":"3","favourites_count":\#(count),"reblogs_count":0,"replies_count":0}"# + "\n\n")
  }

  mutating func others(_ like: Bool) { if like || count > 5 { change(by: like ? 1 : -1) } }

  mutating func deliver() {
    guard let stream, !events.isEmpty else { return }
    let event = Array(events.removeFirst().utf8)
    act { $0.handle(.streamed(stream, event)) }
  }

  /// Taps the heart: it changes at once, and its number by one.
  mutating func tap() {
    let before = shown
    let isOn = before.first == 0
    act { $0.performing(.perform(.post(.favourite), id: "3", isOn)) }
    let after = shown
    #expect(after == [isOn ? 1 : 0, (before.last ?? 0) + (isOn ? 1 : -1)])
  }

  /// Loads home, which the server answers at once.
  mutating func pull() {
    act { app in
      if let top = app.stack.last { app.send(.pulledDown, to: top) }
      return app.finish()
    }
  }

  mutating func commit() {
    guard let sent = request, sent.answer == nil else { return }
    if isLiked != sent.isOn {
      isLiked = sent.isOn
      change(by: isLiked ? 1 : -1)
    }
    let answer = json
    request?.answer = answer
  }

  /// Answers a request that was carried out, unless the answer is lost.
  mutating func answer(isLost: Bool) {
    guard let sent = request, let answer = sent.answer else { return }
    request = nil
    isUncertain = isLost
    act { $0.handle(.received(sent.id, isLost ? .failure(.unreachable) : .text(answer))) }
  }

  /// Refuses a request, or loses it before it has come. What was done already isn't refused.
  mutating func refuse(isLost: Bool) {
    guard let sent = request, sent.answer == nil, isLost || !isUncertain && isLiked != sent.isOn else {
      return
    }
    request = nil
    act { $0.handle(.received(sent.id, isLost ? .failure(.unreachable) : .text("{}", status: 422))) }
  }

  /// Lets the longest pause between two attempts pass.
  mutating func fire() {
    app.now = app.now.advanced(byMilliseconds: 2 * RetryPause.longest)
    let due = timers
    timers = []
    for timer in due { act { $0.handle(.timerFired(timer)) } }
  }

  mutating func settle() {
    for _ in 0..<20 {
      commit()
      answer(isLost: false)
      for _ in events.indices { deliver() }
      fire()
    }
  }
}
