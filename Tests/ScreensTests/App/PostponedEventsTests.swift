import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// Tests events that wait for the app's second part (decision 0038). `Web/bridge/1-parts.js` has the same
/// rules.
struct PostponedEventsTests {
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `NEW_01 whatever waits for the second part, all comes to the same in the end`(seed: UInt64) throws {
    var parted = PartedApp(seed: seed)
    for _ in 0..<40 { parted.step() }
    parted.arrive()
    var whole = OneApp()
    for event in parted.events { whole.runDeferredAction(event) }
    parted.app.answerAll()
    whole.answerAll()
    #expect(parted.app.screens == whole.screens)
    #expect(parted.app.markup == whole.markup)
    #expect(parted.app.app.memory.all == whole.app.memory.all)
    #expect(parted.app.targets.sorted() == whole.targets.sorted())
  }

  @Test func `NEW_01 of several taps that wait only the last counts`() {
    var parted = PartedApp(seed: 1)
    parted.send(.tap("search"))
    parted.send(.scroll(10))
    parted.send(.tap("search"))
    #expect(parted.events.filter { $0.kind == 0 } == [.tap("search")])
  }
}

/// An event, without numbers of requests: those differ between the two apps.
private enum Happening: Hashable {
  case tap(String)
  case scroll(Double)
  case anchor(String)
  case answer(String)
  case load(String)

  var kind: Int {
    switch self {
    case .tap: 0
    case .scroll: 1
    case .anchor: 2
    case .answer: 3
    case .load: 4
    }
  }

  /// The last waiting event of such a kind takes the place of earlier ones.
  var isReplaced: Bool { kind < 3 }
}

/// An app, with its pending requests and loads.
private struct OneApp {
  var app = App.member(at: "/home")
  private(set) var asked: [(id: Identifier, target: String)] = []
  private(set) var loads: [(id: Identifier, key: String)] = []
  private(set) var targets: [String] = []
  private let home: Identifier

  init() {
    home = app.stack.last?.id ?? 0
    run(app.started())
  }

  var screens: [String] { app.stack.map { "\(type(of: $0))" } }
  var markup: String { app.stack.first?.markup(app.environment, isWhole: true).text ?? "" }
  var keys: [String] {
    (app.stack.first as? ScreenHost<Timeline>)?.state.list.keys.filter { $0.hasPrefix("s") } ?? []
  }
  /// True if the end shows and isn't being loaded: then a tap on it requests the next page in both apps.
  var canAskForMore: Bool { !keys.isEmpty && !asked.contains { $0.target.contains("/timelines/home") } }

  private mutating func run(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .request(let id, let url): note(id, url)
      case .send(let id, let request, _, _): note(id, request.target)
      case .load(let id, let key): loads.append((id, key))
      default: break
      }
    }
  }

  private mutating func note(_ id: Identifier, _ target: String) {
    asked.append((id, target))
    targets.append(target)
  }

  mutating func runDeferredAction(_ event: Happening) {
    switch event {
    case .tap(let tap): run(app.handle(.tapped(home, tap)))
    case .scroll(let offset): run(app.handle(.scrolled(home, offset: offset, height: 800, rest: 20_000)))
    case .anchor(let key): run(app.handle(.anchored(home, key: key, offset: 7)))
    case .answer(let target):
      guard let at = asked.firstIndex(where: { $0.target == target }) else { return }
      run(app.handle(.received(asked.remove(at: at).id, Self.response(target))))
    case .load(let key):
      guard let at = loads.firstIndex(where: { $0.key == key }) else { return }
      run(app.handle(.loaded(loads.remove(at: at).id, nil)))
    }
  }

  mutating func answerAll() {
    var count = 0
    while let next = loads.first.map({ Happening.load($0.key) }) ?? asked.first.map({ .answer($0.target) }),
      count < 200
    {
      runDeferredAction(next)
      count += 1
    }
  }

  private static func response(_ target: String) -> Result<Response, RequestFailure> {
    if target.contains("/timelines/home") {
      let before =
        target.split(separator: "max_id=").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 101
      return SamplePosts.page((max(1, before - 20)..<before).reversed())
    }
    if target.contains("/favourite"), let id = target.split(separator: "/").compactMap({ Int($0) }).last {
      return .text(SamplePosts.json(id, more: #","favourited":true,"favourites_count":1"#))
    }
    return .text(target.contains("unread") ? #"{"count":0}"# : "[]")
  }
}

/// An app whose second part loads late.
private struct PartedApp {
  var app = OneApp()
  /// All events that count in the end, in order.
  private(set) var events: [Happening] = []
  private var waiting: [Happening] = []
  private var generator: SeededGenerator
  /// The kinds of events, and the words in taps and requests, that need the second part.
  private let needyKinds: Set<Int>
  private let needyWords: [String]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    needyKinds = Set((1..<5).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
    needyWords = ["home", "favourite", "more", "unread"].filter { _ in Bool.random(using: &generator) }
    self.generator = generator
  }

  private func needsLater(_ event: Happening) -> Bool {
    switch event {
    case .tap(let tap): tap == "search" || needyWords.contains { tap.hasPrefix($0) }
    case .answer(let target): needyWords.contains { target.contains($0) }
    case .scroll, .anchor, .load: needyKinds.contains(event.kind)
    }
  }

  mutating func step() {
    switch Int.random(in: 0..<10, using: &generator) {
    case ..<3: send(app.asked.randomElement(using: &generator).map { .answer($0.target) })
    case 3: send(app.loads.first.map { .load($0.key) })
    case ..<6: send(.scroll(Double(Int.random(in: 0..<3_200, using: &generator))))
    case 6: send(app.keys.randomElement(using: &generator).map { .anchor($0) })
    case ..<9: send(app.keys.randomElement(using: &generator).map { .tap("favourite:" + $0.dropFirst()) })
    default: send(app.canAskForMore && Bool.random(using: &generator) ? .tap("more") : .tap("search"))
    }
  }

  mutating func send(_ event: Happening?) {
    guard let event else { return }
    if case .answer = event, waiting.contains(event) { return }
    if case .load = event, waiting.contains(event) { return }
    let waitsBehind = event.kind != 0 && waiting.contains { $0.kind == event.kind }
    if waitsBehind || needsLater(event) {
      if event.isReplaced, let at = waiting.firstIndex(where: { $0.kind == event.kind }) {
        let replaced = waiting.remove(at: at)
        if let at = events.lastIndex(of: replaced) { events.remove(at: at) }
      }
      waiting.append(event)
    } else {
      app.runDeferredAction(event)
    }
    events.append(event)
  }

  mutating func arrive() {
    for event in waiting { app.runDeferredAction(event) }
    waiting = []
  }
}
