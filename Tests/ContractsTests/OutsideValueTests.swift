import JSON
import Social
import TestSupport
import Testing

@testable import Contracts

/// Tests ids and numbers of other servers, which become keys of markup and 32-bit operands.
struct OutsideValueTests {
  private let decoder: MastodonDecoder
  private let moments: MomentsDecoder

  init() throws {
    let origin = Origin.other(try #require(ServerAddress("https://a.example")))
    (decoder, moments) = (MastodonDecoder(origin: origin), MomentsDecoder(origin: origin))
  }

  @Test(arguments: [
    (#""a\rb""#, "a␍b"), (#""a\u0000b""#, "a␀b"), (#""a\nb""#, "a␊b"), (#""a\tb""#, "a␉b"),
    (#""a\u007fb""#, "a␡b"),
    (#""a\"b'c<d>&e\\""#, "a\"b'c<d>&e\\"), (#""\ud800""#, "\u{FFFD}"), ("7", "7"), ("-1e400", "-1e400"),
    (#"" x ""#, " x "),
    (#""\u2028""#, "\u{2028}"), (#"" ""#, nil), (#""\r\u0000""#, nil), (#""""#, nil), ("null", nil),
    ("true", nil),
    ("[1]", nil), (#"{"id":"1"}"#, nil),
  ])
  func `An id has no control characters`(json: String, id: String?) throws {
    #expect(try JSON(parsing: json).identifier == id)
    let file = try TimelineFileDecoder.file(
      Array(#"{"timeline":[{"id":\#(json),"author":"a","content":"b"}]}"#.utf8))
    #expect(file.posts.map(\.id) == (id.map { [$0] } ?? []))
    let status = decoder.status(
      body: Array(#"{"id":\#(json),"account":{"id":\#(json),"username":"a"}}"#.utf8))
    #expect(status?.id == id && status?.author.id == id)
    let post = try moments.post(JSON(parsing: #"{"id":\#(json),"content":"b","sender":{"username":"a"}}"#))
      .get()
    #expect(post.id == id)
  }

  private static let numbers = [
    "0", "-1", "1", "2147483646", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
    "4294967296",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "99999999999999999999", "1e400",
    "-1e400",
    "1.5",
    "1e9", "\"7\"", "null", "[]",
  ]

  @Test(arguments: numbers)
  func `A number of another program can be reckoned with in 32 bits`(number: String) throws {
    let status = try #require(
      decoder.status(
        body: Array(
          #"""
          {"id":"1","account":{"id":"1","username":"a","followers_count":\#(number),"following_count":\#(number),
          "statuses_count":\#(number)},"replies_count":\#(number),"reblogs_count":\#(number),"favourites_count":\#(number),
          "media_attachments":[{"id":"1","type":"image","url":"https://a.example/1","meta":{"original":
          {"width":\#(number),"height":\#(number)},"focus":{"x":\#(number),"y":\#(number)}}}]}
          """#.utf8)))
    let counts = [
      status.repliesCount, status.repostsCount, status.favouritesCount, status.author.followersCount,
      status.author.followingCount, status.author.postsCount,
      decoder.unreadCount(Array("{\"count\":\(number)}".utf8)),
    ]
    #expect(counts.allSatisfy { 0...1_000_000_000 ~= $0 })
    let picture = try #require(status.attachments.first?.picture)
    #expect(picture.size.map { $0.width < 1 << 20 && $0.height < 1 << 20 } ?? true)
    #expect(picture.focus.map { abs($0.x) <= 1000 && abs($0.y) <= 1000 } ?? true)
    let tags = decoder.tags(
      body: Array(#"[{"name":"a","history":[{"uses":"\#(number.replacing("\"", with: ""))"}]}]"#.utf8))
    #expect(tags.first?.uses.allSatisfy { 0...1_000_000 ~= $0 } == true)
  }

  /// Documents of any members and any values: the decoders read them, or leave them.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `No document stops a decoder`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = value(&generator, depth: 0)
    let body = Array(document.utf8)
    let list = Array("[\(document),\(document)]".utf8)
    _ = (
      decoder.status(body: body), decoder.profile(body: body), decoder.timeline(list), decoder.mentions(list)
    )
    _ = (
      decoder.notifications(list), decoder.found(body), decoder.tags(body: list),
      decoder.relationship(body: body)
    )
    if let json = try? JSON(parsing: body) { _ = (moments.post(json), moments.profile(json)) }
    _ = try? TimelineFileDecoder.file(Array("{\"timeline\":[\(document)]}".utf8))
    _ = ImageFeedDecoder(origin: decoder.origin).feed(body: Array("{\"items\":[\(document)]}".utf8))
    _ = ImageFeedDecoder(origin: decoder.origin).comments(body: Array("{\"items\":[\(document)]}".utf8))
  }

  private static let names = [
    "id", "account", "username", "display_name", "acct", "content", "created_at", "reblog",
    "media_attachments", "url",
    "meta",
    "original", "width", "height", "focus", "x", "y", "history", "uses", "name", "statuses", "hashtags",
    "accounts",
    "type",
    "status", "sender", "nick", "images", "sizes", "comments", "likes", "reply_to", "author", "date",
    "inReplyTo",
    "message",
    "image", "description", "card", "title", "mentions", "tags", "favourites_count", "filtered", "filter",
    "fields",
    "value", "audience", "circles", "excluded", "poll",
  ]

  private func value(_ generator: inout SeededGenerator, depth: Int) -> String {
    switch generator.below(depth > 4 ? 4 : 8) {
    case 0: return generator.pick(Self.numbers)
    case 1:
      return generator.pick(["true", "false", "null", #""image""#, #""https://a.example/1""#, #""mention""#])
    case 2, 3:
      var text = ""
      for _ in 0..<generator.below(8) { text.unicodeScalars.append(generator.nastyScalar()) }
      var writer = JSONWriter()
      writer.string(text)
      return String(decoding: writer.bytes, as: UTF8.self)
    case 4:
      return "["
        + (0..<generator.below(4)).map { _ in value(&generator, depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      return "{"
        + (0..<generator.below(14)).map { _ in
          "\"\(generator.pick(Self.names))\":" + value(&generator, depth: depth + 1)
        }.joined(separator: ",") + "}"
    }
  }

  @Test func `Names of other servers are clean, and show something`() throws {
    let profile = try #require(
      decoder.profile(
        body: Array(#"{"id":"1","username":"amy","display_name":"\u3164\u200b","acct":"amy@\u202eb"}"#.utf8)))
    #expect(profile.account.nick == "amy" && profile.handle == "amy@b")
    let post = try moments.post(
      JSON(
        parsing:
          #"{"content":"a\u202eb","sender":{"username":"z","nick":"\u2067Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306"}}"#
      )
    ).get()
    #expect(post.text == "ab")
    #expect(post.sender.nick.unicodeScalars.count == 6)
    let raw = try MomentsDecoder(importingFrom: nil).post(
      JSON(parsing: #"{"content":"a\r\nb","sender":{"username":"z","nick":"\u202eZ"}}"#)
    ).get()
    #expect(Array(raw.text.utf8) == Array("a\r\nb".utf8) && raw.sender.nick == "\u{202E}Z")
    let file = try TimelineFileDecoder.file(
      Array(
        #"{"timeline":[{"id":"1","author":"@\u202eamy","content":"x\u001b"},{"id":"2","author":"\u3164","content":"x"}]}"#
          .utf8))
    #expect(file.posts.map(\.handle) == ["amy"] && file.posts.map(\.text) == ["x"])
    #expect(file.leftOut.map(\.reason) == [.noAuthor])
  }
}
