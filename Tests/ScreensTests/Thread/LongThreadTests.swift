import Contracts
import Social
import Testing

@testable import Screens

/// THR_03 with thousands of posts: tests that they are decoded in slices, and shown a page at a time.
struct LongThreadTests {
  private static func reply(_ id: Int, to other: Int) -> String {
    SamplePosts.json(id, more: #","in_reply_to_id":"\#(other)","in_reply_to_account_id":"7""#)
  }

  private static func context(above: [Int], below: [String]) -> Result<Response, RequestFailure> {
    let above = above.map { SamplePosts.json($0) }.joined(separator: ",")
    return .text(#"{"ancestors":[\#(above)],"descendants":[\#(below.joined(separator: ","))]}"#)
  }

  private static func store() throws -> TestStore<Thread> {
    var store = TestStore<Thread>(
      Thread.State("1000", try SamplePosts.post(1000), SamplePosts.context(isRoot: false)))
    store.given(.appeared)
    return store
  }

  @Test func `THR_03 the first replies show before the last ones are decoded`() throws {
    var store = try Self.store()
    let below = (1001...1300).map { Self.reply($0, to: 1000) }
    let next = Effect.after(milliseconds: 0, .decodesOn)
    #expect(store.effects(.received(.context, Self.context(above: [], below: below), at: noon)) == [next])
    #expect(store.state.replies.count == Thread.sliceLength)
    #expect(store.keys.count == 1 + Thread.pageLength + 1)
    var slices = 1
    while store.state.decoding != nil {
      slices += 1
      #expect(store.effects(.decodesOn) == (slices < 5 ? [next] : []))
    }
    #expect(slices == 5)
    #expect(store.state.replies.count == 300 && !store.state.isLoading)
    #expect(store.keys.count == 1 + Thread.pageLength + 1)
  }

  @Test func `NEW_15 a tap on a post of a thread makes no key anew`() throws {
    var store = try Self.store()
    store.given(
      .received(.context, Self.context(above: [1, 2], below: [Self.reply(1001, to: 1000)]), at: noon))
    let before = Thread.view(store.state, .made()).cells.rows
    store.given(
      .tapped(.post(.cover(id: "1001"))), .changed(SamplePosts.memberActed(.post(.favourite), "1001", true)))
    let after = Thread.view(store.state, .made()).cells.rows
    #expect(before == ["s1", "s2", "s1000", "s1001"] && isSame(before, after))
    store.given(.changed(.postRemoved(id: "2")))
    #expect(Thread.view(store.state, .made()).cells.rows == ["s1", "s1000", "s1001"])
    store.given(.changed(.postRestored(id: "2")))
    #expect(Thread.view(store.state, .made()).cells.rows == before)
  }

  @Test func `THR_03 more replies come when the viewer is there`() throws {
    var store = try Self.store()
    store.given(
      .received(
        .context, Self.context(above: [], below: (1001...1050).map { Self.reply($0, to: 1000) }), at: noon))
    store.send(.reachedEnd) { $0.shownReplies = 40 }
    store.send(.reachedEnd) { $0.shownReplies = 60 }
    store.send(.reachedEnd)
    #expect(store.keys.count == 1 + 50 + 1)
    #expect(Thread.view(store.state, .made()).cells.tail == [.part(.footer(.end(nil)))])
  }

  @Test func `THR_03 earlier posts come above when they are wanted`() throws {
    var store = try Self.store()
    store.given(.received(.context, Self.context(above: Array(1...30), below: []), at: noon))
    #expect(store.keys == ["earlier"] + (11...30).map { "s\($0)" } + ["s1000", "footer"])
    store.send(.tapped(.earlier)) { $0.shownAncestors = 40 }
    #expect(store.keys == (1...30).map { "s\($0)" } + ["s1000", "footer"])
    store.send(.tapped(.earlier))
  }

  @Test func `NEW_10 replies stand below their parents, as deep as they are, and up to three steps in`()
    throws
  {
    let below = [Self.reply(1003, to: 1001), Self.reply(1002, to: 1000), Self.reply(1001, to: 1000)]
    var first = try Self.store()
    first.given(.received(.context, Self.context(above: [], below: below), at: noon))
    #expect(first.keys == ["s1000", "s1001", "s1003", "s1002", "footer"])
    var reply = try Self.store()
    reply.given(.received(.context, Self.context(above: [3], below: below), at: noon))
    #expect(reply.keys == ["s3", "s1000", "s1001", "s1003", "s1002", "footer"])
    #expect(Self.depths(reply) == [0, 1, 0])
    var chain = try Self.store()
    chain.given(
      .received(
        .context, Self.context(above: [], below: (1001...1006).map { Self.reply($0, to: $0 - 1) }), at: noon))
    #expect(Self.depths(chain) == [0, 1, 2, 3, 3, 3])
  }

  private static func depths(_ store: TestStore<Thread>) -> [Int] {
    let cells = Thread.view(store.state, .made()).cells
    return cells.rows.indices.compactMap { row in
      guard case .post(let cell) = cells.row(row), cell.style == .plain else { return nil }
      return cell.depth
    }
  }

  @Test func `TWT_05 an own reply to a reply stands behind the replies to that`() throws {
    var store = try Self.store()
    let below = [Self.reply(1001, to: 1000), Self.reply(1002, to: 1001), Self.reply(1003, to: 1000)]
    store.given(.received(.context, Self.context(above: [], below: below), at: noon))
    let sent = try SamplePosts.sent(
      SamplePosts.item(replyTo: "1001"), as: 2000,
      more: #","in_reply_to_id":"1001","in_reply_to_account_id":"7""#)
    store.given(.changed(sent))
    #expect(store.keys == ["s1000", "s1001", "s1002", "s2000", "s1003", "footer"])
    #expect(Self.depths(store) == [0, 1, 1, 0])
  }

  @Test func `TWT_05 an own reply to the post does not come between a reply and the replies to it`() throws {
    var store = try Self.store()
    let below =
      (1001...1019).map { Self.reply($0, to: 1000) } + [
        Self.reply(1020, to: 1019), Self.reply(1021, to: 1020),
      ]
    store.given(.received(.context, Self.context(above: [], below: below), at: noon))
    let sent = try SamplePosts.sent(
      SamplePosts.item(replyTo: "1000"), as: 2000,
      more: #","in_reply_to_id":"1000","in_reply_to_account_id":"7""#)
    store.given(.changed(sent))
    #expect(store.keys.suffix(4) == ["s1018", "s2000", "s1019", "footer"])
  }

  @Test func `THR_06 a server whose replies go in circles is shown once`() throws {
    var store = try Self.store()
    let below = [
      Self.reply(1000, to: 1001), Self.reply(1001, to: 1000), Self.reply(1001, to: 1001), "{}", "7",
    ]
    store.given(.received(.context, Self.context(above: [3, 3, 1000], below: below), at: noon))
    #expect(store.keys == ["s3", "s1000", "s1001", "footer"])
  }

  @Test func `THR_06 what replies to itself, or goes round in a circle, shows once below the post`() throws {
    var store = try Self.store()
    let below = [Self.reply(1003, to: 1003), Self.reply(1004, to: 1005), Self.reply(1005, to: 1004)]
    store.given(.received(.context, Self.context(above: [], below: below), at: noon))
    #expect(store.keys == ["s1000", "s1003", "s1004", "s1005", "footer"])
    #expect(Self.depths(store) == [0, 0, 1])
  }

  @Test func `A response that breaks off is said`() throws {
    var store = try Self.store()
    store.given(.received(.context, .text(#"{"ancestors":[],"descendants":[{"#), at: noon))
    #expect(store.state.failure == .unreadable && !store.state.isLoading)
  }

  @Test func `TWT_05 an own reply stays where it waited even if more come below`() throws {
    var store = try Self.store()
    store.given(
      .received(
        .context, Self.context(above: [], below: (1001...1050).map { Self.reply($0, to: 1000) }), at: noon))
    let item = SamplePosts.item(replyTo: "1000")
    store.given(.changed(.itemWaiting(item)))
    // The twentieth post by time.
    #expect(store.keys.suffix(3) == ["s1039", "wlocal", "footer"])
    store.given(.changed(try SamplePosts.sent(item, as: 2000, more: #","in_reply_to_id":"1000""#)))
    #expect(store.keys.suffix(3) == ["s1039", "s2000", "footer"])
  }
}
