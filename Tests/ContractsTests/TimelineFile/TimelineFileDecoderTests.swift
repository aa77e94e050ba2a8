import Contracts
import JSON
import Social
import TestSupport
import Testing

struct TimelineFileDecoderTests {
  private static func file(_ items: String...) throws(JSONError) -> TimelineFile {
    try TimelineFileDecoder.file(Array("{\"timeline\":[\(items.joined(separator: ","))]}".utf8))
  }

  /// Returns an item with those members changed or added; "" removes one.
  private static func item(_ changes: KeyValuePairs<String, String>) -> String {
    var members = [
      "id": #""1""#, "author": #""@ada""#, "content": #""Hello""#, "date": #""2020-05-20T11:24:59Z""#,
    ]
    for (name, value) in changes { members[name] = value.isEmpty ? nil : value }
    return "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  @Test func `THR_01 posts come in the order of the file`() throws {
    let file = try Self.file(
      #"""
      {"id":"z","author":"@ada","content":"One\n\ntwo #4242 https://example.org/?a=b&c=d","date":"2020-05-20T11:24:59Z",
       "avatar":"https://img.example.org/ada.png","images":["https://img.example.org/1.jpg","HTTP://img.example.org/2"]}
      """#,
      #"{"id":"a","author":"@Bob","content":"@ada yes","date":"2020-05-20T13:25:00+02:00","avatar":"","inReplyTo":"z"}"#
    )
    #expect(
      file.posts == [
        TimelineFile.Post(
          index: 0, id: "z", handle: "ada", text: "One\n\ntwo #4242 https://example.org/?a=b&c=d",
          createdAt: Timestamp(milliseconds: 1_589_973_899_000), avatar: "https://img.example.org/ada.png",
          images: ["https://img.example.org/1.jpg", "HTTP://img.example.org/2"]),
        TimelineFile.Post(
          index: 1, id: "a", handle: "Bob", text: "@ada yes",
          createdAt: Timestamp(milliseconds: 1_589_973_900_000), replyTo: "z"),
      ])
    #expect(file.leftOut.isEmpty)
  }

  @Test(arguments: [
    "", "null", "true", "1e9", "\"\"", "\"\\n\"", "\"x\"", "[]", "[null,[],{},1,\"\"]", "{}",
    #"{"url":"http://a"}"#,
    "\"javascript:alert(1)\"", "\"http://\"", "\"https:///a\"", "\"http://a b\"", "\"2020-02-30T00:00:00Z\"",
    "\"\\u0000\"",
  ])
  func `THR_06 a bad optional field never loses the post`(value: String) throws {
    for name in ["date", "avatar", "inReplyTo", "images", "unknown"] {
      let file = try Self.file(Self.item([name: value]), Self.item(["id": "\"2\""]))
      #expect(file.posts.map(\.id) == ["1", "2"] && file.leftOut.isEmpty)
      let post = try #require(file.posts.first)
      #expect(post.text == "Hello" && post.avatar == nil && post.images.isEmpty)
      #expect((post.createdAt == nil) == (name == "date"))
      #expect(name == "inReplyTo" || post.replyTo == nil)
    }
  }

  @Test(
    arguments: [
      ("\"x\"", "x"), ("7", "7"), ("9007199254740993", "9007199254740993"), ("\"\"", nil), ("\" \"", nil),
      ("null", nil),
      ("[\"x\"]", nil), ("true", nil),
    ] as [(String, String?)])
  func `THR_06 what a post replies to is an id or nothing`(value: String, replyTo: String?) throws {
    #expect(try Self.file(Self.item(["inReplyTo": value])).posts.map(\.replyTo) == [replyTo])
  }

  @Test(
    arguments: [
      ("id", [nil, "null", "true", "\"\"", "\" \"", "[]", "{}"], .noID),
      ("author", [nil, "null", "1", "\"\"", "\"@\"", "\" @ \\n\"", "{\"name\":\"@ada\"}"], .noAuthor),
      ("content", [nil, "null", "1", "\"\"", "\" \\n\"", "[\"Hello\"]"], .empty),
    ] as [(String, [String?], TimelineFile.Reason)])
  func `THR_06 an item without what a post needs is left out and said`(
    name: String, values: [String?], reason: TimelineFile.Reason
  ) throws {
    for value in values {
      let file = try Self.file(
        Self.item(["id": "\"0\""]), Self.item([name: value ?? ""]), Self.item(["id": "\"2\""]))
      #expect(file.posts.map(\.id) == ["0", "2"])
      #expect(file.leftOut == [.init(index: 1, reason: reason)])
    }
  }

  @Test(arguments: ["null", "[]", "\"Hello\"", "1", "true"])
  func `THR_06 what is no object costs only itself`(item: String) throws {
    let file = try Self.file(item, Self.item([:]), item)
    #expect(file.posts.map(\.index) == [1])
    #expect(file.leftOut == [.init(index: 0, reason: .notAnObject), .init(index: 2, reason: .notAnObject)])
  }

  @Test func `THR_06 of two with the same id the first one counts`() throws {
    let file = try Self.file(
      Self.item(["content": ""]), Self.item(["content": "\"a\""]), Self.item(["content": "\"b\""]),
      Self.item(["id": "1", "content": "\"c\""]))
    #expect(file.posts.map(\.text) == ["a"])
    #expect(file.leftOut.map(\.reason) == [.empty, .sameID, .sameID])
  }

  @Test func `THR_06 pictures alone are enough and a bad one costs no other`() throws {
    let images = ["null", "\"\"", "\"/a.jpg\"", "{}"] + (1...12).map { "\"https://a.example/\($0)\"" }
    let file = try Self.file(Self.item(["content": "", "images": "[\(images.joined(separator: ","))]"]))
    #expect(file.posts.map(\.images) == [(1...9).map { "https://a.example/\($0)" }])
    #expect(file.posts.map(\.droppedImages) == [7])
  }

  @Test(arguments: [("ada", "ada"), ("@ada", "ada"), (" @ada ", "ada"), ("@@a b", "a b"), ("@朋友", "朋友")])
  func `an author is read without its sign`(author: String, handle: String) throws {
    #expect(try Self.file(Self.item(["author": "\"\(author)\""])).posts.map(\.handle) == [handle])
  }

  @Test(arguments: ["id", "author", "content", "date", "avatar", "inReplyTo"])
  func `THR_06 an enormous field costs no other`(name: String) throws {
    let file = try Self.file(
      Self.item([name: "\"\(String(repeating: "x", count: 1_000_000))\""]), Self.item(["id": "\"2\""]))
    #expect(file.posts.map(\.index) == [0, 1])
  }

  @Test(arguments: [
    "", " ", "[]", "null", "\"timeline\"", "{}", #"{"timeline":{}}"#, #"{"timeline":null}"#,
    #"{"Timeline":[]}"#,
    #"{"a":{"timeline":[]}}"#, "<html>", #"{"timeline":["#, #"{"timeline":[{"id":"1"}"#, #"{"timeline":[]"#,
    #"{"timeline":[]}]"#, #"{"timeline":[] "a":1}"#, #"{"timeline":[],}"#, #"{"a":1 "timeline":[]}"#,
    #"{,"timeline":[]}"#,
    #"{"timeline":[{}{}]}"#,
  ])
  func `what is no timeline file is said`(text: String) {
    #expect(throws: JSONError.self) { try TimelineFileDecoder.file(Array(text.utf8)) }
  }

  @Test(arguments: [
    #"{"timeline":[]}"#, " {\n\"timeline\" : [ ] }\n",
    #"{"a":[1,{}],"timeline":[],"b":{"timeline":[1]},"c":null}"#,
    "\u{FEFF}{\"timeline\":[]}", #"{"timeline":[],"timeline":[1]}"#,
  ])
  func `an empty timeline is one`(text: String) throws {
    #expect(try TimelineFileDecoder.file(Array(text.utf8)) == TimelineFile())
  }

  @Test func `a bad byte costs its item and no other`() throws {
    let good = [1, 3].map { Array(#"{"id":"\#($0)","author":"ada","content":"x"}"#.utf8) }
    let bad = [
      Array(#"{"id":"2","author":"ada","content":""#.utf8) + [0xE9] + Array(#"}]"}"#.utf8),
      Array(#"{"id":2,"author":tru}"#.utf8),
    ]
    for bad in bad {
      let bytes = Array(#"{"timeline":["#.utf8) + good[0] + [0x2C] + bad + [0x2C] + good[1] + Array("]}".utf8)
      let file = try TimelineFileDecoder.file(bytes)
      #expect(file.posts.map(\.id) == ["1", "3"])
      #expect(file.leftOut == [.init(index: 1, reason: .notAnObject)])
    }
  }

  @Test func `a deep item is refused without using the stack`() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(throws: JSONError.self) { try Self.file(Self.item(["x": deep])) }
    #expect(throws: JSONError.self) { try TimelineFileDecoder.file(Array("{\"a\":\(deep)".utf8)) }
  }

  @Test func `a hundred thousand items are read`() throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("timeline")
      writer.array(Array(0..<100_000)) { writer, index in
        writer.object { writer in
          writer.name("id")
          writer.number(index)
          writer.name("author")
          writer.string("@ada")
          writer.name("content")
          writer.string("Post \(index)")
        }
      }
    }
    let file = try TimelineFileDecoder.file(writer.bytes)
    #expect(file.posts.count == 100_000 && file.leftOut.isEmpty)
    #expect(file.posts.last?.text == "Post 99999")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `THR_06 every item is either a post or left out`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let values = [
      "null", "1", "true", "[]", "{}", "\"\"", "\"1\"", "\"@a\"", "\"http://a.example/\"", "[\"http://b\"]",
    ]
    let items = (0..<generator.below(20)).map { _ in
      let names = ["id", "author", "content", "date", "avatar", "inReplyTo", "images", "id"]
      let members = names.filter { _ in generator.chance(80) }.map { "\"\($0)\":\(generator.pick(values))" }
      return generator.chance(90) ? "{\(members.joined(separator: ","))}" : generator.pick(values)
    }
    let file = try TimelineFileDecoder.file(Array("{\"timeline\":[\(items.joined(separator: ","))]}".utf8))
    #expect((file.posts.map(\.index) + file.leftOut.map(\.index)).sorted() == Array(items.indices))
    #expect(Set(file.posts.map(\.id)).count == file.posts.count)
  }
}
