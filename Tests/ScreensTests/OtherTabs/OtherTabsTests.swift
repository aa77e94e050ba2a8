import Contracts
import Social
import TestSupport
import Testing
import Texts

@testable import Localization
@testable import Screens

/// Tests several tabs of the browser on one device.
struct OtherTabsTests {
  @Test(arguments: 0..<80)
  func `NEW_07 tabs that sign in and out, send and take back in any order lose nothing and keep nothing`(
    seed: Int
  ) {
    var world = BrowserWorld(seed: UInt64(seed), tabs: 2 + seed % 2)
    for _ in 0..<150 { world.step() }
    world.settle()
    world.check()
  }

  private static func tab(_ memory: Memory, leads: Bool, seed: UInt8) -> App {
    let first = InitialPage(
      .addressed(path: "/me", isMember: true), language: .english, now: noon, homeUsername: "ada")
    return App(
      first, server: .made(), path: "/me", memory: memory, seed: [UInt8](repeating: seed, count: 32),
      leads: leads)
  }

  private static func two() -> (App, App) {
    (tab(.signedIn("ann"), leads: false, seed: 1), tab(.signedIn("ann"), leads: true, seed: 2))
  }

  /// Passes one tab's writes on to another.
  private static func pass(_ commands: [Command], to app: inout App) -> [Command] {
    commands.flatMap { command -> [Command] in
      guard case .remember(let key, let text) = command else { return [] }
      return app.handle(.rememberedElsewhere(key, text))
    }
  }

  /// Lets a tab hear of another one's writes as browsers do it: what the other one has written since counts.
  private static func hear(_ commands: [Command], of sender: App, in app: inout App) {
    for case .remember(let key, _) in commands {
      _ = app.handle(.rememberedElsewhere(key, sender.memory[key]))
    }
  }

  @Test func `FOL_02 whoever signs in on another tab is there, and whoever signs out goes`() throws {
    var (one, two) = Self.two()
    two.perform(.signIn(.made("bob"), at: .made(), scopes: "", .made("bob's")))
    _ = Self.pass(two.finish(), to: &one)
    #expect(one.sessions.all.map(\.me.account.username) == ["ann", "bob"])
    #expect(one.sessions.currentKey == "1", "a tab stays with its account")
    let commands = Self.pass(two.handle(.tapped(0, "sign-out-of:1")), to: &one)
    #expect(one.sessions.all.map(\.me.account.username) == ["bob"])
    #expect(one.sessions.currentKey == two.sessions.currentKey)
    #expect(commands.contains(.removeAllSaved(prefix: "session 1 ")) && commands.contains(.removeTraces))
    #expect(
      commands.compactMap(\.target).allSatisfy { $0 != "/oauth/revoke" }, "the token was given back there")
    // A late tab writes with the key of a session that has ended.
    #expect(
      one.handle(.rememberedElsewhere("session 1 draft", "x")) == [.remember(key: "session 1 draft", nil)])
    #expect(one.memory["session 1 draft"] == nil)
  }

  @Test func `TWT_16 a key is never used again`() throws {
    var app = Self.tab(Memory(), leads: true, seed: 1)
    var keys: Set<String> = []
    for number in 0..<5 {
      app.perform(.signIn(.made("ann"), at: .made(), scopes: "", .made("\(number)")))
      let key = try #require(app.sessions.currentKey)
      #expect(keys.insert(key).inserted)
      app.perform(.signOut(key))
    }
  }

  @Test func `TWT_04 a post that one tab holds back is not sent by another`() throws {
    var (writer, sender) = Self.two()
    _ = Self.pass(writer.posting(Draft(text: "Hello")), to: &sender)
    #expect(sender.outbox.items.count == 1)
    for second in 4..<20 {
      let now = noon.advanced(byMilliseconds: Int64(second) * 1_000)
      (writer.now, sender.now) = (now, now)
      // The sending tab's timer fires first.
      if let timer = sender.timer(.outboxDue) {
        #expect(!sender.handle(.timerFired(timer)).contains { $0.isPost }, "after \(second) seconds")
      }
      let timer = try #require(writer.timer(.outboxDue))
      _ = Self.pass(writer.handle(.timerFired(timer, holdsToast: true)), to: &sender)
    }
    let item = try #require(writer.outbox.items.first)
    _ = Self.pass(writer.handle(.tapped(0, "undo:" + item.id)), to: &sender)
    #expect(sender.outbox.items.isEmpty)
  }

  @Test func `NEW_05 one tab sends what waits, and another once that one is gone`() throws {
    var (writer, sender) = Self.two()
    _ = Self.pass(writer.posting(Draft(text: "Hello")), to: &sender)
    (writer.now, sender.now) = (noon.advanced(byMilliseconds: 5_000), noon.advanced(byMilliseconds: 5_000))
    #expect(!writer.whenDue().contains { $0.isPost })
    let sent = sender.whenDue()
    #expect(sent.filter(\.isPost).count == 1)
    _ = Self.pass(sent, to: &writer)
    #expect(writer.outbox.items.first?.state == .sending)
    let id = try #require(writer.outbox.items.first?.id)
    #expect(!writer.handle(.tapped(0, "undo:" + id)).contains(.remember(key: "session 1 outbox " + id, nil)))
    // A tab that was taken over from may still get the response; then it ends.
    #expect(!writer.handle(.leads(.after)).contains { $0.isPost })
    _ = writer.handle(.leads(.no))
    #expect(writer.handle(.leads(.alone)).filter(\.isPost).count == 1)
  }

  @Test func `NEW_05 of a tab that never answers the item is sent again after a while`() throws {
    var (writer, sender) = Self.two()
    _ = Self.pass(writer.posting(Draft(text: "Hello")), to: &sender)
    (writer.now, sender.now) = (noon.advanced(byMilliseconds: 5_000), noon.advanced(byMilliseconds: 5_000))
    _ = Self.pass(sender.whenDue(), to: &writer)
    _ = writer.handle(.leads(.after))
    writer.now = noon.advanced(byMilliseconds: 5_000 + Outbox.lease + Outbox.grace)
    #expect(writer.whenDue().filter(\.isPost).count == 1)
  }

  @Test func `NEW_05 a like that waited is rolled back in all tabs if the server refuses it`() throws {
    func favourite(_ commands: [Command]) -> Identifier? {
      for case .send(let id, let request, _, _) in commands where request.target.hasSuffix("favourite") {
        return id
      }
      return nil
    }
    for isRefused in [true, false] {
      var (one, sender) = Self.two()
      let store = one.store(of: "1")
      let stored = store.receive(try SamplePosts.post(3), asked: noon)
      let tapped = sender.performing(.perform(.post(.favourite), id: "3", true))
      let first = try #require(favourite(tapped))
      _ = Self.pass(tapped + sender.handle(.received(first, .failure(.unreachable))), to: &one)
      #expect(stored.post.interactions.isFavourite && stored.post.favouritesCount == 1)
      (one.now, sender.now) = (SamplePosts.at(60), SamplePosts.at(60))
      let timer = try #require(sender.timer(.outboxDue))
      let retried = sender.handle(.timerFired(timer))
      let again = try #require(favourite(retried))
      let body = isRefused ? "{}" : SamplePosts.json(3, more: #","favourited":true,"favourites_count":1"#)
      let answered = sender.handle(.received(again, .text(body, status: isRefused ? 422 : 200)))
      Self.hear(answered, of: sender, in: &one)
      #expect(stored.post.interactions.isFavourite == !isRefused)
      #expect(stored.post.favouritesCount == (isRefused ? 0 : 1))
      #expect(one.interactionQueue == InteractionQueue())
      let next = Self.tab(one.memory, leads: false, seed: 3)
      #expect(next.memory["session 1 waits favourite:3"] == nil)
      #expect(next.interactionQueue == InteractionQueue(), "what was refused isn't sent again")
    }
  }

  @Test func `NEW_05 a heart shows in all tabs at once, and its request is sent once`() throws {
    var (other, sender) = Self.two()
    let stored = other.store(of: "1").receive(try SamplePosts.post(3), asked: noon)
    let tapped = sender.performing(.perform(.post(.favourite), id: "3", true))
    let request = try #require(tapped.compactMap(\.sent).last?.0)
    Self.hear(tapped, of: sender, in: &other)
    #expect(stored.post.interactions.isFavourite && stored.post.favouritesCount == 1)
    // The viewer changes tabs while the request runs.
    _ = sender.handle(.leads(.no))
    let led = other.handle(.leads(.after)) + other.handle(.returned)
    #expect(!led.contains { $0.target?.hasSuffix("favourite") ?? false })
    let body = SamplePosts.json(3, more: #","favourited":true,"favourites_count":1"#)
    Self.hear(sender.handle(.received(request, .text(body))), of: sender, in: &other)
    #expect(other.interactionQueue == InteractionQueue() && sender.interactionQueue == InteractionQueue())
    #expect(stored.post.interactions.isFavourite && stored.post.favouritesCount == 1)
    #expect(other.memory == sender.memory)
  }

  @Test func `NEW_05 a like of a tab that is gone is sent by the next one, of a silent one after a while`()
    throws
  {
    for isGone in [true, false] {
      var (other, sender) = Self.two()
      _ = other.handle(.leads(.no))
      Self.hear(
        sender.performing(.perform(.person(.follow(name: "Gus")), id: "9", true)), of: sender, in: &other)
      let led = other.handle(.leads(isGone ? .alone : .after))
      func follows(_ commands: [Command]) -> Int {
        commands.filter { $0.target?.hasSuffix("follow") ?? false }.count
      }
      #expect(follows(led) == (isGone ? 1 : 0))
      if isGone { continue }
      other.now = other.now.advanced(byMilliseconds: Outbox.lease)
      #expect(follows(other.whenDue()) == 1)
    }
  }

  @Test func `NEW_05 a hidden tab rolls a refused like back when it shows again`() throws {
    var (hidden, sender) = Self.two()
    let stored = hidden.store(of: "1").receive(try SamplePosts.post(3), asked: noon)
    let tapped = sender.performing(.perform(.post(.favourite), id: "3", true))
    let first = try #require(tapped.compactMap(\.sent).last?.0)
    let lost = sender.handle(.received(first, .failure(.unreachable)))
    Self.hear(tapped + lost, of: sender, in: &hidden)
    #expect(stored.post.interactions.isFavourite)
    sender.now = SamplePosts.at(60)
    let timer = try #require(sender.timer(.outboxDue))
    let retried = sender.handle(.timerFired(timer))
    let again = try #require(retried.compactMap(\.sent).last?.0)
    _ = sender.handle(.received(again, .text("{}", status: 422)))
    _ = hidden.handle(.remembered(sender.memory))
    #expect(!stored.post.interactions.isFavourite && stored.post.favouritesCount == 0)
    // A later like is told as ever.
    let liked = sender.performing(.perform(.post(.favourite), id: "3", true))
    let third = try #require(liked.compactMap(\.sent).last?.0)
    let body = SamplePosts.json(3, more: #","favourited":true,"favourites_count":1"#)
    _ = sender.handle(.received(third, .text(body)))
    #expect(sender.memory["session 1 waits favourite:3"] == nil)
  }

  @Test(arguments: [false, true])
  func `NEW_05 a post whose deletion the server refuses shows again in all tabs`(isHidden: Bool) throws {
    var (other, sender) = Self.two()
    let store = other.store(of: "1")
    let post = Post(id: "7", author: .made(), content: .text("Hi"))
    Self.hear(sender.performing(.delete(post)), of: sender, in: &other)
    #expect(store.hides(post, in: .page))
    sender.now = noon.advanced(byMilliseconds: 4_000)
    let sent = sender.whenDue()
    let request = try #require(sent.compactMap(\.sent).first?.0)
    Self.hear(sent, of: sender, in: &other)
    other.now = sender.now
    let refused = sender.handle(.received(request, .text("{}", status: 403)))
    if isHidden {
      _ = other.handle(.remembered(sender.memory))
    } else {
      Self.hear(refused, of: sender, in: &other)
    }
    #expect(!store.hides(post, in: .page) && other.outbox.items.isEmpty)
    let next = Self.tab(other.memory, leads: true, seed: 3)
    #expect(next.outbox.items.isEmpty && next.memory.keys(beginningWith: "session 1 outbox ").isEmpty)
  }

  @Test func `NEW_07 two tabs that write a post each keep both texts`() throws {
    var (one, two) = Self.two()
    one.performing(.open(.compose(ComposeStart())))
    two.performing(.open(.compose(ComposeStart())))
    func type(_ text: String, _ app: inout App) -> [Command] {
      app.handle(.typed(app.stack.last?.id ?? 0, field: "text", text))
    }
    let first = type("From one", &one)
    let second = type("From two", &two)
    let moved = Self.pass(first, to: &two)
    _ = Self.pass(second, to: &one) + Self.pass(moved, to: &one)
    func texts(_ app: App) -> Set<String> {
      Set(StoredDraft.all(in: app.memory.part("session 1 ")).map(\.draft.text))
    }
    #expect(texts(one) == ["From one", "From two"])
    _ = Self.pass(type("From one, longer", &one), to: &two)
    #expect(
      texts(two) == ["From one, longer", "From two"]
        || texts(two) == ["From one", "From one, longer", "From two"])
  }

  @Test func `A page that the browser brings back gets all that it missed at once`() throws {
    var (one, two) = Self.two()
    two.perform(.signIn(.made("bob"), at: .made(), scopes: "", .made("bob's")))
    two.perform(.signOut("1"))
    _ = two.finish()
    _ = one.handle(.remembered(two.memory))
    #expect(one.sessions.all.map(\.me.account.username) == ["bob"])
    #expect(one.memory == two.memory)
  }

  @Test func `What a tab that was ended wrote too late goes at the next start`() {
    var memory = Memory.signedIn("ann")
    memory["session 9 draft"] = "x"
    #expect(Self.tab(memory, leads: true, seed: 1).memory["session 9 draft"] == nil)
  }
}
