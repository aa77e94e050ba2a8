import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests writes that must not get lost: in order, once, until a server accepts them.
struct OutboxTests {
  private var outbox = Outbox()

  init() {
    for (index, id) in ["a", "b", "c"].enumerated() {
      outbox.add(
        .made(id, session: id == "c" ? "2" : "1", text: id, at: noon.advanced(byMilliseconds: Int64(index))))
    }
  }

  @Test mutating func `Nothing goes before it can no longer be undone`() {
    #expect(outbox.take(now: noon.advanced(byMilliseconds: 3_999)) == [])
    #expect(outbox.pause(now: noon.advanced(byMilliseconds: 3_999)) == 1)
    #expect(outbox.take(now: noon.advanced(byMilliseconds: 4_000)).map(\.id) == ["a"])
  }

  @Test mutating func `Each person's items go one after the other`() {
    let later = noon.advanced(byMilliseconds: 10_000)
    #expect(outbox.take(now: later).map(\.id) == ["a", "c"])
    #expect(outbox.take(now: later) == [])
    #expect(outbox.pause(now: later) == nil)
    #expect(outbox.received("a", .text("{}"), now: later) == .done)
    #expect(outbox.take(now: later).map(\.id) == ["b"])
    #expect(outbox.received("b", .text("{}"), now: later) == .done)
    #expect(outbox.items.map(\.id) == ["c"])
  }

  @Test(arguments: [408, 429, 500, 502, 503])
  mutating func `What may pass is tried again after a pause, and lets others pass`(status: Int) {
    let later = noon.advanced(byMilliseconds: 10_000)
    _ = outbox.take(now: later)
    #expect(outbox.received("a", .text("", status: status), now: later) == .postponed)
    #expect(outbox.take(now: later).map(\.id) == ["b"], "one post's failure is not another's")
    #expect(outbox.received("b", .text("{}"), now: later) == .done)
    #expect(outbox.take(now: later) == [])
    #expect(outbox.pause(now: later) == 5_000)
    #expect(outbox.take(now: later.advanced(byMilliseconds: 5_000)).map(\.id) == ["a"])
    #expect(outbox.received("a", .failure(.unreachable), now: later) == .postponed)
    #expect(outbox.pause(now: later) == 10_000)
  }

  @Test mutating func `The pauses end at five minutes`() {
    var now = noon.advanced(byMilliseconds: 10_000)
    for _ in 0..<20 {
      _ = outbox.take(now: now)
      _ = outbox.received("a", .failure(.unreachable), now: now)
      now = outbox["a"]?.notBefore ?? now
    }
    _ = outbox.take(now: now)
    _ = outbox.received("a", .failure(.unreachable), now: now)
    #expect(outbox["a"]?.notBefore == now.advanced(byMilliseconds: 300_000))
  }

  @Test mutating func `When the network is back nobody waits`() {
    let later = noon.advanced(byMilliseconds: 10_000)
    _ = outbox.take(now: later)
    _ = outbox.received("a", .failure(.unreachable), now: later)
    outbox.wake(now: later)
    #expect(outbox.take(now: later).map(\.id) == ["a"])
  }

  @Test mutating func `The network does not shorten the time for undoing`() {
    outbox.wake(now: noon)
    #expect(outbox.take(now: noon) == [])
  }

  @Test mutating func `What is about the same post waits for what was written before`() {
    func item(_ id: String, _ task: OutboxItem.Task) -> OutboxItem {
      OutboxItem(id: id, session: "3", task, createdAt: noon, notBefore: noon)
    }
    let quoted = Draft.Quoted(id: "7", nick: "N", handle: "n", text: "")
    outbox.add(item("reply", .publish(Draft(text: "r", replyTo: quoted))))
    outbox.add(item("deletion", .delete(id: "7")))
    outbox.add(item("person", .admit(id: "7", true)))
    outbox.add(item("other", .delete(id: "8")))
    #expect(outbox.take(now: noon).map(\.id) == ["reply"])
    _ = outbox.received("reply", .text("", status: 503), now: noon)
    #expect(outbox.take(now: noon).map(\.id) == ["person"], "the same number is somebody else's")
    _ = outbox.received("person", .text("{}"), now: noon)
    #expect(outbox.take(now: noon).map(\.id) == ["other"])
    _ = outbox.received("other", .text("{}"), now: noon)
    #expect(outbox.take(now: noon) == [], "the post must not be gone before it is answered")
    let later = noon.advanced(byMilliseconds: 5_000)
    #expect(outbox.take(now: later, except: ["1", "2"]).map(\.id) == ["reply"])
    _ = outbox.received("reply", .text("{}"), now: later)
    #expect(outbox.take(now: later, except: ["1", "2"]).map(\.id) == ["deletion"])
  }

  @Test mutating func `A post whose pictures a server does not take yet lets others pass`() {
    let picture = DraftPicture(id: "3-p", state: .sending)
    for (id, pictures) in [("album", [picture]), ("words", [])] {
      outbox.add(
        OutboxItem(
          id: id, session: "3", .publish(Draft(text: id, pictures: pictures)), createdAt: noon,
          notBefore: noon))
    }
    #expect(outbox.take(now: noon) == [], "as long as they are on their way the order stays")
    #expect(outbox.take(now: noon, stalled: ["3-p"]).map(\.id) == ["words"])
  }

  @Test(arguments: [0, 1, 20])
  mutating func `A clock that was ahead makes nothing wait for longer than the longest pause`(attempts: Int)
    throws
  {
    var outbox = Outbox()
    outbox.add(.made("a", at: noon.advanced(byMilliseconds: 86_400_000)))
    var ahead = noon.advanced(byMilliseconds: 2 * 86_400_000)
    for _ in 0..<attempts {
      _ = outbox.take(now: ahead)
      _ = outbox.received("a", .failure(.unreachable), now: ahead)
      ahead = ahead.advanced(byMilliseconds: RetryPause.longest)
    }
    #expect(outbox.take(now: noon) == [])
    let pause = try #require(outbox.pause(now: noon))
    #expect(pause <= (attempts == 0 ? Outbox.undoMilliseconds : RetryPause.longest))
    #expect(outbox.take(now: noon.advanced(byMilliseconds: pause)).map(\.id) == ["a"])
  }

  @Test(arguments: [400, 401, 403, 404, 413, 422])
  mutating func `What the server refuses stays with its words and blocks nothing`(status: Int) {
    let later = noon.advanced(byMilliseconds: 10_000)
    _ = outbox.take(now: later)
    #expect(outbox.received("a", .text(#"{"error":"Too long"}"#, status: status), now: later) == .refused)
    #expect(outbox["a"]?.state == .failed("Too long"))
    #expect(outbox.take(now: later).map(\.id) == ["b"])
    outbox.retry("a", now: later)
    _ = outbox.received("b", .text("{}"), now: later)
    #expect(outbox.take(now: later).map(\.id) == ["a"])
  }

  @Test mutating func `Deleting what is gone is done`() {
    var outbox = Outbox()
    outbox.add(OutboxItem(id: "d", session: "1", .delete(id: "7"), createdAt: noon, notBefore: noon))
    #expect(outbox.take(now: noon).map(\.request) == [APIRequest(.delete, "/api/v1/statuses/7")])
    #expect(outbox.received("d", .text("{}", status: 404), now: noon) == .done)
    #expect(outbox.items == [])
  }

  @Test mutating func `What is on its way can not be taken back`() {
    #expect(outbox.cancel("a")?.id == "a")
    _ = outbox.take(now: noon.advanced(byMilliseconds: 10_000))
    #expect(outbox.cancel("b") == nil)
    #expect(outbox.cancel("none") == nil)
  }

  @Test func `the post is written as the server wants it`() throws {
    let draft = Draft(
      text: "Hi \"you\"", warning: "w", isSensitive: true, visibility: .followers, language: "en",
      replyTo: .init(id: "9", nick: "n", handle: "h", text: "t"))
    let request = OutboxItem(id: "key", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
      .request
    #expect(request.method == .post)
    #expect(request.target == "/api/v1/statuses")
    #expect(request.idempotencyKey == "key")
    #expect(
      String(decoding: try #require(request.body), as: UTF8.self)
        == #"{"status":"Hi \"you\"","spoiler_text":"w","visibility":"private","in_reply_to_id":"9","language":"en","sensitive":true}"#
    )
  }

  @Test func `the device keeps all of an item`() {
    let draft = Draft(
      text: "a\n<b>", warning: "w", isSensitive: true, visibility: .direct, language: "zh",
      replyTo: .init(id: "9", nick: "N", handle: "n@x", text: "t"))
    var item = OutboxItem(id: "k", session: "1", .publish(draft), createdAt: noon, notBefore: noon)
    #expect(OutboxItem(json: item.json) == item)
    item.state = .failed("no")
    #expect(OutboxItem(json: item.json) == item)
    item.sentAt = noon
    #expect(OutboxItem(json: item.json) == item)
    item.state = .sending
    #expect(OutboxItem(json: item.json)?.state == .waiting, "the app ended before the response came")
    let deletion = OutboxItem(id: "k", session: "1", .delete(id: "5"), createdAt: noon, notBefore: noon)
    #expect(OutboxItem(json: deletion.json) == deletion)
    for audience in Visibility.everybody.narrowed {
      let narrowing = OutboxItem(
        id: "k", session: "1", .narrow(id: "5", audience), createdAt: noon, notBefore: noon)
      #expect(OutboxItem(json: narrowing.json) == narrowing && narrowing.isAboutSame(as: deletion))
    }
    for broken in ["", "{}", "[]", #"{"id":"a","session":"1","at":1,"due":2}"#] {
      #expect(OutboxItem(json: broken) == nil)
    }
  }
}

extension OutboxItem {
  static func made(
    _ id: String, session: String = "1", text: String = "Hello", at createdAt: Timestamp = noon
  ) -> Self {
    OutboxItem(
      id: id, session: session, .publish(Draft(text: text)), createdAt: createdAt,
      notBefore: createdAt.advanced(byMilliseconds: 4_000))
  }
}
