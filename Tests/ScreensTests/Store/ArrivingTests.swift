import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Every list takes one new item at its place, and what one reads never moves.
struct ArrivingTests {
  static func entry(_ id: Int, by author: Int = 7, more: String = "", at seconds: Int64 = 1) throws -> Change
  {
    let json = Array(SamplePosts.json(id, by: author, more: more).utf8)
    let items = SamplePosts.decoder.timeline([UInt8(ascii: "[")] + json + [UInt8(ascii: "]")])
    return .entryArrived(try #require(items?.first), at: SamplePosts.at(seconds))
  }

  static func notification(_ json: String, at seconds: Int64 = 1) throws -> Change {
    let page = SamplePosts.decoder.notifications(Array(("[" + json + "]").utf8))
    return .notificationArrived(
      try #require(page?.items.first), source: Array(json.utf8), at: SamplePosts.at(seconds))
  }

  static func reply(to id: Int) -> String {
    #","in_reply_to_id":"\#(id)","in_reply_to_account_id":"7""#
  }

  @Test func `NEW_06 at the top of home a new post shows at once, without a gap`() throws {
    var store = TestStore.newest([3, 2])
    #expect(
      store.effects(.changed(try Self.entry(5))) == [.after(milliseconds: 300, .entriesArrived)])
    #expect(store.keys == ["s3", "s2", "footer"], "with others of the same moment")
    #expect(store.effects(.changed(try Self.entry(6))) == [])
    #expect(store.effects(.seen(["s"])) == [SamplePosts.saved([6, 5, 3, 2]), .scrollToTop])
    #expect(store.keys == ["s6", "s5", "s3", "s2", "footer"] && store.gaps == [])
    #expect(store.state.newCount == 0)
    for (id, reason) in [(5, "once"), (4, "a page has it")] {
      store.given(.changed(try Self.entry(id)))
      #expect(store.effects(.seen(["s"])) == [SamplePosts.saved([6, 5, 3, 2])], "\(reason)")
    }
  }

  @Test func `NEW_06 whoever reads farther down gets the pill`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(.anchored(key: "s2", offset: 50))
    store.given(.changed(try Self.entry(4)), .changed(try Self.entry(5)))
    #expect(store.keys == ["s5", "s4", "s3", "s2", "s1", "footer"])
    #expect(store.state.newCount == 2 && store.frameKeys.contains("pill"))
    #expect(store.effects(.tapped(.list(.new))) == [.reveal(key: "s4")])
    // The viewer has begun to scroll.
    var moving = TestStore.newest([3, 2, 1])
    moving.given(.changed(try Self.entry(4)))
    #expect(moving.effects(.looks) == [.look(["s3"])])
    moving.given(.seen([]))
    #expect(moving.state.newCount == 1)
    // Half of the first post is out of sight.
    var half = TestStore.newest([3, 2, 1])
    half.given(.anchored(key: "s3", offset: -40), .changed(try Self.entry(4)))
    #expect(half.state.newCount == 1)
  }

  @Test func `NEW_06 a reply joins its conversation as long as nobody has read that`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(.anchored(key: "s2", offset: 50), .changed(try Self.entry(4)))
    store.given(.changed(try Self.entry(5)), .changed(try Self.entry(6, more: Self.reply(to: 4))))
    #expect(store.keys == ["s4", "s6", "s5", "s3", "s2", "s1", "footer"])
    // The answered post was read: the reply stands alone, and says what it answers.
    store.given(.changed(try Self.entry(7, more: Self.reply(to: 2))))
    #expect(store.keys == ["s7", "s4", "s6", "s5", "s3", "s2", "s1", "footer"])
    store.given(.changed(try Self.entry(8, more: Self.reply(to: 6))))
    #expect(store.keys == ["s4", "more 8", "s8", "s7", "s5", "s3", "s2", "s1", "footer"])
    #expect(store.state.newCount == 5)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `NEW_06 entries of one piece stand where they would one by one, and are stored once`(seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    var single = TestStore.newest([20, 19, 18, 17, 16, 15])
    var together = TestStore.newest([20, 19, 18, 17, 16, 15])
    single.given(.anchored(key: "s17", offset: 50))
    together.given(.anchored(key: "s17", offset: 50))
    let shared = together.state.list.store
    var newest = 20
    for _ in 0..<8 {
      var piece: [Change] = []
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        newest += 1
        let answered = Int.random(in: 15..<newest, using: &generator)
        let more =
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: Self.reply(to: answered)
          case 1: Self.reply(to: answered) + #","comment_of":"\#(answered)""#
          default: ""
          }
        let change = try Self.entry(newest, by: 7 + newest % 3, more: more)
        // Some come twice.
        piece += Int.random(in: 0..<5, using: &generator) == 0 ? [change, change] : [change]
      }
      for change in piece { single.given(.changed(change)) }
      let before = together.state.list.keys
      shared.isGathering = true
      for change in piece { together.given(.changed(change)) }
      #expect(together.state.list.keys == before)
      shared.isGathering = false
      let effects = together.effects(.changed(.entriesArrived))
      #expect(effects.count { if case .save = $0 { true } else { false } } == 1)
      #expect(together.state.list.keys == single.state.list.keys)
      #expect(together.state.newCount == single.state.newCount)
    }
  }

  @Test func `NEW_06 an entry shows though the post that one reads is deleted in the same piece`() throws {
    var store = TestStore.newest([3, 2, 1])
    store.given(.anchored(key: "s2", offset: 50))
    let shared = store.state.list.store
    shared.isGathering = true
    let arrived = store.effects(.changed(try Self.entry(4)))
    store.given(.changed(.postRemoved(id: "2")))
    shared.isGathering = false
    store.given(.changed(.entriesArrived))
    #expect(arrived == [.after(milliseconds: 300, .entriesArrived)])
    let looks = store.effects(.looks)
    #expect(looks == [.look(["s3"])])
    store.given(.seen(["s"]))
    #expect(store.keys == ["s4", "s3", "s1", "footer"])
    let again = store.effects(.looks)
    #expect(again == [], "nothing waits")
  }

  @Test func `NEW_06 a comment joins the others on its post`() throws {
    var store = TestStore.newest([3, 2])
    store.given(.anchored(key: "s2", offset: 50))
    let comment = Self.reply(to: 3) + #","comment_of":"3""#
    store.given(
      .changed(try Self.entry(5, by: 8, more: comment)), .changed(try Self.entry(6)),
      .changed(try Self.entry(7, by: 9, more: comment)))
    #expect(store.keys == ["s7", "s6", "s3", "s2", "footer"] && store.state.newCount == 2)
  }

  @Test func `NEW_06 an own post that is on its way comes once`() throws {
    var store = TestStore.newest([3, 2])
    var item = SamplePosts.item()
    item.state = .sending
    store.given(.changed(.itemWaiting(item)), .changed(try Self.entry(9, by: 1)), .seen(["s"]))
    #expect(store.keys == ["wlocal", "s3", "s2", "footer"])
    store.given(.changed(try SamplePosts.sent(item, as: 9)))
    #expect(store.keys == ["s9", "s3", "s2", "footer"])
  }

  @Test func `NEW_06 a repost of an own post comes while another own one is on its way`() throws {
    var store = TestStore.newest([3, 2])
    var item = SamplePosts.item()
    item.state = .sending
    let repost = #","reblog":\#(SamplePosts.json(1, by: 1))"#
    store.given(.changed(.itemWaiting(item)), .changed(try Self.entry(9, by: 8, more: repost)), .seen(["s"]))
    #expect(store.keys == ["wlocal", "s9", "s3", "s2", "footer"])
  }

  @Test func `NEW_06 a mention stands on top of the mentions`() throws {
    var store = TestStore.timeline(.mentions)
    store.given(
      .appeared, .loaded(nil),
      .received(.newest, Notices.page([Notices.json(3, "mention", of: 30)]), at: noon))
    store.given(.changed(try Self.notification(Notices.json(4, "favourite", of: 30))))
    store.given(.changed(try Self.notification(Notices.json(5, "mention", by: 8, of: 50))))
    store.given(.seen(["s"]))
    #expect(store.keys.prefix(2) == ["s5", "s3"])
  }

  @Test func `NEW_06 a like joins the likes of its post`() throws {
    var store = TestStore<Notifications>(
      Notices.shown([Notices.json(9, "follow"), Notices.json(8, "favourite", by: 6, of: 30)], marker: 9))
    store.given(.changed(try Self.notification(Notices.json(10, "favourite", by: 5, of: 30))))
    #expect(store.state.rows == [["10", "8"], ["9"]] && store.state.unread == ["10"])
    store.given(.changed(try Self.notification(Notices.json(10, "favourite", by: 5, of: 30))))
    #expect(store.state.ids == ["10", "9", "8"])
    store.given(
      .tapped(.kind(.followers)), .changed(try Self.notification(Notices.json(11, "mention", of: 31))))
    #expect(!store.state.ids.contains("11"))
  }

  @Test func `NEW_06 a page from before a notification leaves that one, a later page decides`() throws {
    let items = [Notices.json(9, "follow"), Notices.json(8, "favourite", by: 6, of: 30)]
    var store = TestStore<Notifications>(Notices.shown(items, marker: 9))
    store.given(.changed(try Self.notification(Notices.json(10, "follow", by: 5), at: 2)))
    store.given(.received(.newest, Notices.page(items), at: SamplePosts.at(1)))
    #expect(store.state.ids == ["10", "9", "8"] && store.state.unread == ["10"])
    store.given(.changed(try Self.notification(Notices.json(11, "follow", by: 4), at: 2)))
    #expect(store.state.ids == ["11", "10", "9", "8"])
    store.given(.received(.newest, Notices.page(items), at: SamplePosts.at(3)))
    #expect(store.state.ids == ["9", "8"], "both were taken back since")
  }

  @Test func `NEW_06 a reply takes its place in the thread`() throws {
    var store = TestStore<Thread>(
      Thread.State("5", try SamplePosts.post(5), SamplePosts.context(isRoot: false)))
    let context =
      #"{"ancestors":[],"descendants":[\#(SamplePosts.json(8, more: Self.reply(to: 5))),\#(SamplePosts.json(9, more: Self.reply(to: 5)))]}"#
    store.given(
      .appeared, .received(.post, .text(SamplePosts.json(5)), at: noon),
      .received(.context, .text(context), at: noon))
    store.given(.changed(try Self.entry(11, by: 8, more: Self.reply(to: 8))))
    #expect(store.keys == ["s5", "s8", "s11", "s9", "footer"])
    store.given(
      .changed(try Self.notification(Notices.json(1, "mention", by: 9, of: 12, more: Self.reply(to: 5)))))
    #expect(store.keys == ["s5", "s8", "s11", "s9", "s12", "footer"])
    store.given(
      .changed(try Self.entry(13, by: 8, more: Self.reply(to: 99))), .changed(try Self.entry(12, by: 9)))
    #expect(store.keys == ["s5", "s8", "s11", "s9", "s12", "footer"])
  }

  @Test func `NEW_06 replies that nobody has seen are announced, and a tap leads there`() throws {
    var store = TestStore<Thread>(
      Thread.State("5", try SamplePosts.post(5), SamplePosts.context(isRoot: false)))
    let replies = (8..<40).map { SamplePosts.json($0, more: Self.reply(to: 5)) }.joined(separator: ",")
    store.given(
      .appeared, .received(.post, .text(SamplePosts.json(5)), at: noon),
      .received(.context, .text(#"{"ancestors":[],"descendants":[\#(replies)]}"#), at: noon))
    let reply = try Self.entry(50, by: 8, more: Self.reply(to: 8))
    #expect(store.effects(.changed(reply)) == [.after(milliseconds: 300, .entriesArrived)])
    store.given(.changed(try Self.entry(51, by: 9, more: Self.reply(to: 5))), .changed(reply))
    #expect(!store.frameKeys.contains("pill"), "it may be in sight")
    #expect(store.effects(.looks) == [.look(["s50", "s51"])])
    store.given(.seen([]))
    #expect(store.text.contains("2 new replies") && !store.keys.contains("s51"))
    var both = store
    #expect(
      both.effects(.tapped(.list(.new)))
        == [.restore(key: "s50", offset: 132), .after(milliseconds: 300, .entriesArrived)],
      "the other one may be in sight there")
    #expect(store.effects(.anchored) == [.look(["s50", "s51"])])
    store.given(.seen(["s50"]))
    #expect(store.text.contains("1 new reply"))
    #expect(store.effects(.tapped(.list(.new))) == [.restore(key: "s51", offset: 132)])
    #expect(store.keys.contains("s51") && !store.frameKeys.contains("pill"))
    #expect(store.effects(.anchored) == [])
    // The viewer's own reply, from another device, isn't announced.
    #expect(store.effects(.changed(try Self.entry(52, by: 1, more: Self.reply(to: 5)))) == [])
    store.given(.changed(try Self.entry(53, by: 8, more: Self.reply(to: 5))), .looks, .seen([]))
    store.given(.changed(.postRemoved(id: "53")))
    #expect(!store.frameKeys.contains("pill"))
  }

  /// Pages, single entries and a reader who goes up and down, in any order.
  @Test(arguments: 0..<80 as Range<UInt64>)
  func `NEW_06 each entry comes once, and nothing that was read moves`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var store = TestStore.newest([20, 19, 18, 17, 16, 15])
    var (newest, position) = (20, "s20")
    for step in 0..<40 {
      let before = store.state.list.keys
      let read = Array(before.drop { $0 != position })
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        position = before.filter { $0.hasPrefix("s") }.randomElement(using: &generator) ?? position
        store.given(.anchored(key: position, offset: 50))
        continue
      case 1:
        let ids = stride(from: newest, to: max(newest - 8, 14), by: -1)
        store.given(.pulledDown, .received(.newest, SamplePosts.page(ids), at: SamplePosts.at(Int64(step))))
      default:
        newest += 1
        let more =
          Bool.random(using: &generator) ? Self.reply(to: Int.random(in: 15..<newest, using: &generator)) : ""
        store.given(.changed(try Self.entry(newest, by: 7 + newest % 3, more: more, at: Int64(step))))
        store.given(.seen(["s"]))
      }
      let keys = store.state.list.keys
      #expect(Set(keys).count == keys.count)
      if position != before.first { #expect(Array(keys.suffix(read.count)) == read, "step \(step)") }
      #expect(store.ids == store.ids.sorted(by: >) && store.gaps == [])
    }
    #expect(Set(15...newest) == Set(store.ids))
  }
}
