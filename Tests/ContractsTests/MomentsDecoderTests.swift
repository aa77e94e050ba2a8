import Contracts
import Social
import TestSupport
import Testing

struct MomentsDecoderTests {
  @Test(
    arguments: [
      (#"{"error":"losted"}"#, .errorObject), (#"{"unknown error":"STARTTLS"}"#, .errorObject),
      (#"{"error":1,"content":"Hello"}"#, .errorObject), (#"{"content":"Hello"}"#, .noSender),
      (#"{}"#, .noSender),
      (#"{"content":"Hello","sender":null}"#, .noSender), (#"{"content":"Hello","sender":"ada"}"#, .noSender),
      (#"{"content":"Hello","sender":{}}"#, .noSender),
      (#"{"content":"Hello","sender":{"avatar":"/a.png"}}"#, .noSender),
      (#"{"content":"Hello","sender":{"username":" ","nick":""}}"#, .noSender), ("{\(ada)}", .empty),
      ("{\(ada),\"content\":\"\"}", .empty), ("{\(ada),\"content\":\" \\n\\t \"}", .empty),
      ("{\(ada),\"images\":[]}", .empty),
      ("{\(ada),\"images\":[{\"url\":\"\"},{\"url\":\" \"},{}]}", .empty),
      ("{\(ada),\"comments\":[]}", .empty),
      ("null", .notAnObject), ("[]", .notAnObject), ("\"Hello\"", .notAnObject), ("1", .notAnObject),
    ] as [(String, DroppedItem)])
  func `MOM_02 what cannot be shown is dropped`(item: String, reason: DroppedItem) throws {
    #expect(try MomentsDecoder.made().post(item) == .failure(reason))
  }

  @Test(arguments: [
    "Hello", "Hello   ", "  Hello", "one\ntwo\n\nthree", "https://example.org/a?b=c#d",
    String(repeating: "a", count: 600),
    "朋友圈", "مرحبا", "👨‍👩‍👧", "\u{2067}שלום\u{2069}", "</script>",
  ])
  func `MOM_02 text is kept as it came`(text: String) throws {
    let item = JSONText.object(["content": text])
    let post = try MomentsDecoder.made().kept(item.dropLast() + ",\(ada)}")
    #expect(Array(post.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(post.pictures.isEmpty && post.comments.isEmpty && post.likes.isEmpty)
    #expect(post.id == nil && post.createdAt == nil)
  }

  @Test func `MOM_02 a sender has username nick and avatar`() throws {
    let post = try MomentsDecoder.made().kept("{\(ada),\"content\":\"Hello\"}")
    #expect(post.sender == .made("ada", nick: "Ada", avatar: "https://img.example.org/ada.png"))
  }

  @Test(arguments: [
    (#"{"username":"ada"}"#, "ada", "ada"), (#"{"nick":"Ada"}"#, "Ada", "Ada"),
    (#"{"username":"ada","nick":" "}"#, "ada", "ada"),
    (#"{"username":1,"nick":"Ada"}"#, "Ada", "Ada"),
  ])
  func `a sender is known by either name`(sender: String, username: String, nick: String) throws {
    let post = try MomentsDecoder.made().kept("{\"sender\":\(sender),\"content\":\"Hello\"}")
    #expect(post.sender == .made(username, nick: nick))
  }

  @Test(
    arguments: [
      (#""de""#, "de"), (#""zh-Hans""#, "zh-Hans"), ("null", nil), (#""""#, nil), (#"" ""#, nil), ("1", nil),
      ("{}", nil),
    ] as [(String, String?)])
  func `MOM_02 a post without a language or a place has none`(language: String, expected: String?) throws {
    for name in ["language", "location"] {
      let post = try MomentsDecoder.made().kept("{\(ada),\"content\":\"Hello\",\"\(name)\":\(language)}")
      #expect((name == "language" ? post.language : post.location) == expected)
      #expect((name == "language" ? post.location : post.language) == nil)
    }
    let bare = try MomentsDecoder.made().kept("{\(ada),\"content\":\"Hello\"}")
    #expect(bare.language == nil && bare.location == nil)
    let comment = "{\(ada),\"content\":\"Hi\",\"language\":\(language)}"
    let commented = try MomentsDecoder.made().kept(
      "{\(ada),\"content\":\"Hello\",\"comments\":[\(comment)]}")
    #expect(commented.comments.map(\.language) == [expected])
  }

  @Test func `MOM_02 pictures alone are enough`() throws {
    let post = try MomentsDecoder.made().kept(
      "{\(ada),\"images\":[{\"url\":\"https://img.example.org/1.jpg\"},{\"url\":\"2.jpg\"}],\"comments\":[]}")
    #expect(post.text.isEmpty)
    #expect(
      post.pictures == [
        Picture(url: "https://img.example.org/1.jpg"), Picture(url: "https://moments.example.org/api/2.jpg"),
      ])
  }

  @Test func `MOM_03 the same picture may come twice`() throws {
    let post = try MomentsDecoder.made().kept(
      "{\(ada),\"images\":[{\"url\":\"/1.jpg\"},{\"url\":\"/1.jpg\"}]}")
    #expect(post.pictures.map(\.url) == Array(repeating: "https://moments.example.org/1.jpg", count: 2))
  }

  @Test func `MOM_03 of more than nine pictures the first nine are taken`() throws {
    let images = (1...12).map { #"{"url":"/\#($0).jpg"}"# }
    let post = try MomentsDecoder.made().kept("{\(ada),\"images\":[\(images.joined(separator: ","))]}")
    #expect(post.pictures.map(\.url) == (1...9).map { "https://moments.example.org/\($0).jpg" })
  }

  @Test func `MOM_03 a bad picture never costs a good one`() throws {
    let images =
      [#"{"url":""}"#, "{}", "1", "null", #"{"url":"data:,"}"#] + (1...9).map { #"{"url":"/\#($0).jpg"}"# }
    let post = try MomentsDecoder.made().kept("{\(ada),\"images\":[\(images.joined(separator: ","))]}")
    #expect(post.pictures.count == 9)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "java\\nscript:alert(1)", "data:image/png;base64,AA",
    "file:///a", "",
    " ",
    "\\u0000", "/a b.jpg", "blob:x",
  ])
  func `hostile addresses leave no picture`(url: String) throws {
    let decoder = try MomentsDecoder.made()
    let sender =
      #"{"username":"ada","nick":"Ada","avatar":"\#(url)","avatar_sizes":[{"url":"\#(url)","width":1,"height":1}]}"#
    let post = try decoder.kept(
      "{\"sender\":\(sender),\"content\":\"Hello\",\"images\":[{\"url\":\"\(url)\"}]}")
    #expect(post.sender.avatar == nil)
    #expect(post.pictures.isEmpty)
    let profile = try #require(
      try decoder.profile(#"{"username":"ada","nick":"Ada","profile-image":"\#(url)"}"#))
    #expect(profile.cover == nil)
  }

  @Test(arguments: [
    "null", "true", "1", "-1.5e9", "\"a\"", "[]", "[[]]", "[null,1,\"a\"]", "{}", #"{"a":{}}"#,
  ])
  func `values of the wrong type cost only themselves`(value: String) throws {
    let decoder = try MomentsDecoder.made()
    for name in ["id", "created_at", "likes", "comments", "sizes"] {
      let post = try decoder.kept("{\(ada),\"content\":\"Hello\",\"\(name)\":\(value)}")
      #expect(post.text == "Hello" && post.comments.isEmpty && post.likes.isEmpty && post.createdAt == nil)
    }
    for name in ["width", "height", "sizes", "description"] {
      let post = try decoder.kept("{\(ada),\"images\":[{\"url\":\"/1.jpg\",\"\(name)\":\(value)}]}")
      #expect(post.pictures.map(\.size) == [nil])
    }
    #expect(throws: Never.self) {
      try decoder.post("{\(ada),\"content\":\(value),\"images\":\(value),\"sender\":\(value)}")
    }
    #expect(throws: Never.self) {
      try decoder.profile("{\"username\":\(value),\"avatar\":\(value),\"profile-image\":\(value)}")
    }
    #expect(throws: Never.self) { try decoder.post(value) }
  }

  @Test(arguments: [
    ("0", "1"), ("1", "0"), ("-1", "1"), ("1048576", "1"), ("1", "9223372036854775807"), ("1.5", "2"),
    ("\"1\"", "2"),
  ])
  func `a size that is none is unknown`(width: String, height: String) throws {
    let post = try MomentsDecoder.made().kept(
      "{\(ada),\"images\":[{\"url\":\"/1.jpg\",\"width\":\(width),\"height\":\(height)}]}")
    #expect(post.pictures.first?.size == nil)
  }

  @Test func `MOM_02 comments without sender or text are dropped`() throws {
    let comments = [
      #"{"content":"a","sender":{"username":"bob","nick":"Bob","avatar":""}}"#, #"{"content":"b"}"#,
      "{\(ada)}",
      "{\(ada),\"content\":\" \"}", "{\(ada),\"content\":1}", "null", "\"c\"", #"{"error":"losted"}"#,
      "{\(ada),\"content\":\"d\"}",
    ]
    let post = try MomentsDecoder.made().kept(
      "{\(ada),\"content\":\"Hello\",\"comments\":[\(comments.joined(separator: ","))]}")
    #expect(post.comments.map(\.text) == ["a", "d"])
    #expect(post.comments.map(\.sender.nick) == ["Bob", "Ada"])
  }

  @Test func `MOM_02 a reply names whom it replies to`() throws {
    let comments = [
      #"{"id":"1","content":"a","sender":{"username":"bob","nick":"Bob"}}"#,
      "{\"id\":2,\(ada),\"content\":\"b\",\"reply_to\":{\"id\":\"1\"}}",
      "{\(ada),\"content\":\"c\",\"reply_to\":{\"id\":2}}",
      "{\(ada),\"content\":\"d\",\"reply_to\":{\"id\":\"9\"}}", "{\(ada),\"content\":\"e\",\"reply_to\":1}",
    ]
    let post = try MomentsDecoder.made().kept(
      "{\(ada),\"content\":\"Hello\",\"comments\":[\(comments.joined(separator: ","))]}")
    #expect(post.comments.map { $0.replyTo?.sender.username } == [nil, "bob", "ada", nil, nil])
    #expect(post.comments.map(\.id) == ["1", "2", nil, nil, nil])
  }

  @Test func `what Swiftlet adds is read`() throws {
    let post = try MomentsDecoder.made().kept(
      """
      {\(ada),"id":"12","created_at":"2026-11-21T06:04:13.000Z","likes":[{"username":"bob","nick":"Bob"},{},1],"images":[
      {"url":"/1.jpg","width":800,"height":600,"description":"A bird","sizes":[
      {"url":"/1-s.jpg","width":82,"height":82,"crop":"square"},{"url":"/1-m.jpg","width":400,"height":300},{"url":"","width":1}]}]}
      """)
    #expect(post.id == "12")
    #expect(post.createdAt == .at("2026-11-21T06:04:13Z"))
    #expect(post.likes == [.made("bob", nick: "Bob")])
    let small = try #require(PixelSize(width: 82, height: 82))
    let medium = try #require(PixelSize(width: 400, height: 300))
    #expect(
      post.pictures == [
        Picture(
          url: "https://moments.example.org/1.jpg", size: PixelSize(width: 800, height: 600),
          variants: [
            .init(url: "https://moments.example.org/1-s.jpg", size: small, shape: .square),
            .init(url: "https://moments.example.org/1-m.jpg", size: medium, shape: .whole),
          ], description: "A bird")
      ])
  }

  @Test func `MOM_01 a profile has a cover`() throws {
    let profile = try MomentsDecoder.made().profile(
      #"{"profile-image":"https://img.example.org/cover.jpg","avatar":"/a.png","nick":"Ada","username":"ada"}"#
    )
    #expect(
      profile
        == .made(
          "ada", nick: "Ada", avatar: "https://moments.example.org/a.png",
          cover: "https://img.example.org/cover.jpg"))
  }

  @Test(arguments: [
    #"{"error":"User not found"}"#, "[]", "null", "\"ada\"", "{}", #"{"profile-image":"/a.jpg"}"#,
  ])
  func `what is no person is no profile`(answer: String) throws {
    #expect(try MomentsDecoder.made().profile(answer) == nil)
  }
}
