import Contracts
import JSON
import Social
import TestSupport
import Testing

/// Tests posts of other servers for features that ours don't have.
struct OtherServersTests {
  private func status(_ members: String) throws -> Post {
    let text =
      #"{"id":"1","url":"https://far.example/@u/1","account":{"id":"2","username":"u"},"content":"""#
      + members + "}"
    let decoder = MastodonDecoder(origin: .other(try #require(ServerAddress("far.example"))))
    return try #require(decoder.status(body: Array(text.utf8)))
  }

  @Test func `NEW_12 custom emoji have a plain name and an encrypted picture`() throws {
    let emojis = [
      #"{"shortcode":"blob","url":"https://far.example/b.gif","static_url":"https://far.example/b.png"}"#,
      #"{"shortcode":"near","url":"/n.png"}"#,
      #"{"shortcode":"js","url":"javascript:alert(1)"}"#,
      #"{"shortcode":"plain","url":"http://far.example/p.png"}"#,
      #"{"shortcode":"a\"><script>","url":"https://far.example/x.png"}"#,
      #"{"shortcode":"","url":"https://far.example/x.png"}"#,
      #"{"shortcode":"a:b","url":"https://far.example/x.png"}"#,
      #"{"shortcode":7,"url":"https://far.example/x.png"}"#,
      #"{"shortcode":"still","url":"https://far.example/s.gif","static_url":"javascript:x"}"#, "null", "7",
    ]
    let status = try status(#","emojis":["# + emojis.joined(separator: ",") + "]")
    #expect(
      status.emojis == [
        CustomEmoji(
          shortcode: "blob", url: "https://far.example/b.gif", stillURL: "https://far.example/b.png"),
        CustomEmoji(
          shortcode: "near", url: "https://far.example/n.png", stillURL: "https://far.example/n.png"),
        CustomEmoji(
          shortcode: "still", url: "https://far.example/s.gif", stillURL: "https://far.example/s.gif"),
      ])
  }

  @Test func `NEW_12 a thousand emoji are too many`() throws {
    let emojis = (0..<1_000).map { #"{"shortcode":"e\#($0)","url":"https://far.example/\#($0).png"}"# }
    #expect(try status(#","emojis":["# + emojis.joined(separator: ",") + "]").emojis.count == 100)
  }

  @Test(arguments: [
    ("a :x: b", ["a ", "(x)", " b"]), (":x:", ["(x)"]), (":x::x:", ["(x)", "(x)"]), ("::x:", [":", "(x)"]),
    ("10:x:30", ["10", "(x)", "30"]), (":y:", [":y:"]), (":", [":"]), ("", []), (":x", [":x"]),
    ("é:x:é", ["é", "(x)", "é"]),
  ])
  func `NEW_12 a text is divided at its emoji`(text: String, parts: [String]) {
    var found: [String] = []
    [CustomEmoji(shortcode: "x", url: "u", stillURL: "u")].split(text) { part, emoji in
      found.append(emoji.map { "(" + $0.shortcode + ")" } ?? part)
    }
    #expect(found == parts)
  }

  @Test(arguments: [
    (
      #","quote":{"state":"accepted","quoted_status":{"id":"9","url":"https://b.example/9","account":{"id":"3","acct":"bob@b.example"}}}"#,
      "9", "bob@b.example", "https://b.example/9"
    ),
    (#","quote":{"state":"accepted","quoted_status_id":"9"}"#, "9", "", "https://far.example/@u/1"),
    (#","quote":{"state":"revoked","quoted_status":null}"#, "", "", "https://far.example/@u/1"),
    (
      #","pleroma":{"quote":{"id":"9","uri":"https://b.example/9","account":{"acct":"bob"}},"quote_url":"https://b.example/x"}"#,
      "9", "bob", "https://b.example/9"
    ),
    (
      #","pleroma":{"quote":null,"quote_url":"https://b.example/x","quote_id":"8"}"#, "8", "",
      "https://b.example/x"
    ),
    (
      #","quote":{"id":"9","url":"javascript:x","account":{"acct":"bob"}},"quote_id":"9""#, "9", "bob",
      "https://far.example/@u/1"
    ),
  ])
  func `NEW_12 a quote is found in every shape`(members: String, id: String, handle: String, url: String)
    throws
  {
    #expect(try status(members).quote == Post.Quote(id: id, handle: handle, url: url))
  }

  @Test(arguments: ["", #","quote":null"#, #","pleroma":{"quote":null}"#, #","poll":null,"quotes_count":3"#])
  func `NEW_12 most posts have neither a quote nor a poll`(members: String) throws {
    #expect(try status(members).quote == nil)
    #expect(try !status(members).hasPoll)
  }

  @Test func `NEW_12 a poll is noted`() throws {
    #expect(try status(#","poll":{"id":"1","options":[]}"#).hasPoll)
  }

  @Test func `NEW_12 a file that the server doesn't know leads to where it is`() throws {
    let media =
      #"{"id":"1","type":"unknown","url":"/files/original/missing.png","preview_url":"/files/small/missing.png","remote_url":"https://other.example/f.png","meta":null,"description":null}"#
    let status = try status(#","media_attachments":["# + media + "]")
    #expect(status.attachments.map(\.url) == ["https://other.example/f.png"])
    let image = media.replacing(#""unknown""#, with: #""image""#)
    #expect(
      try self.status(#","media_attachments":["# + image + "]").attachments.map(\.url) == [
        "https://far.example/files/original/missing.png"
      ])
  }
}
