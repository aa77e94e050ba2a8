import Testing

@testable import JSON

/// Tests the cases of RFC 8259, modelled on JSONTestSuite: texts that must be read, and texts that must not.
struct ParsingTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-12", "1.5", "0.5", "1e3", "1E+3", "1e-3", "-0.0e-0", "\"\"",
    "[]", "{}",
    " [ ] ", "\t{\r\n}\n", "[null,true,false]", "[[],[[]],{}]", #"{"":0}"#, #"{"a":{"b":[1,2,{"c":"d"}]}}"#,
    #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9""#, #""\uD83D\uDE00""#, "\"\u{7F}\"", "\"\u{2028}\"",
    "\"\u{FFFF}\"",
    "[1 , 2]", #"{"a" : 1 , "b" : 2}"#,
  ])
  func `reads what the standard allows`(text: String) {
    #expect(throws: Never.self) { try JSON(parsing: text) }
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "a", "/**/1", "1//",
    "\u{FEFF}\u{FEFF}1",
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1]]", "[1]x", "[}", "{", "}", "{]", "{,}",
    "{\"a\"}",
    "{\"a\":}", "{\"a\":1,}", "{\"a\" 1}", "{\"a\"::1}", "{a:1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}",
    "{\"a\":1}{",
    "01", "-01", "00", "1.", ".5", "-.5", "-", "+1", "1e", "1e+", "1.e1", "0x10", "1_000", "１", "- 1",
    "1.2.3", "--1",
    "\"", "\"a", "\"\\", "\"\\\"", #""\x41""#, #""\u""#, #""\u12""#, #""\u12G4""#, #""\uD83D\u12""#, #""\'""#,
    "\"\n\"",
    "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\u{A0}1", "\u{B}1", "\u{C}1",
  ])
  func `refuses what the standard does not`(text: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE9], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xF8, 0x88, 0x80, 0x80],
    ] as [[UInt8]])
  func `refuses text that is not UTF 8`(bytes: [UInt8]) {
    for document in [[0x22] + bytes + [0x22], [0x22, 0x5C, 0x6E] + bytes + [0x22], bytes] as [[UInt8]] {
      #expect(throws: JSONError.self) { try JSON(parsing: document) }
    }
  }

  @Test func `tells why and where`() {
    #expect(throws: JSONError(reason: .unexpectedEnd, offset: 2)) { try JSON(parsing: "[1") }
    #expect(throws: JSONError(reason: .unexpectedByte(0x78), offset: 4)) { try JSON(parsing: "[1] x") }
    #expect(throws: JSONError(reason: .invalidNumber, offset: 2)) { try JSON(parsing: "01") }
  }

  @Test(arguments: [
    (#""\uD83D\uDE00""#, "😀"), (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00""#, "\u{FFFD}"),
    (#""\uD83Dx""#, "\u{FFFD}x"),
    (#""\uD83D\n""#, "\u{FFFD}\n"), (#""\uD83D\u0041""#, "\u{FFFD}A"),
    (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
    (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"), (#""\u0000\u001f""#, "\u{0}\u{1F}"),
    (#""\u20AC\u00e9\u0041""#, "€éA"),
  ])
  func `one broken surrogate costs one character`(text: String, expected: String) throws {
    #expect(try JSON(parsing: text).string == expected)
  }

  @Test func `reads sixty four levels and not one more`() throws {
    func nested(_ levels: Int, _ open: String, _ inside: String, _ close: String) -> String {
      String(repeating: open, count: levels) + inside + String(repeating: close, count: levels)
    }
    for (open, inside, close) in [
      ("[", "", "]"), ("[", "1", "]"), ("{\"a\":", "{}", "}"), ("{\"a\":", "1", "}"),
    ] {
      let extra = inside == "{}" ? 1 : 0
      #expect(throws: Never.self) { try JSON(parsing: nested(64 - extra, open, inside, close)) }
      let tooDeep = #expect(throws: JSONError.self) {
        try JSON(parsing: nested(65 - extra, open, inside, close))
      }
      #expect(tooDeep?.reason == .tooDeep)
    }
    let bomb = #expect(throws: JSONError.self) { try JSON(parsing: nested(1_000_000, "[", "", "")) }
    #expect(bomb?.reason == .tooDeep)
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "123456789012345678901234567890",
    "1.0",
    "1e400",
    "-0", "0.1000", "1E-9999",
  ])
  func `numbers keep their text`(text: String) throws {
    guard case .number(let number) = try JSON(parsing: text) else {
      Issue.record("\(text) was not read as a number")
      return
    }
    #expect(number.text == text)
    #expect(number.int64 == Int64(text))
  }

  @Test func `of members with one name the last counts`() throws {
    let json = try JSON(parsing: #"{"a":1,"b":2,"a":3}"#)
    #expect(json["a"]?.int == 3)
    #expect(json.members?.map(\.name) == ["a", "b", "a"])
    #expect(json["c"] == nil)
    #expect(JSON.null["a"] == nil)
  }

  @Test func `one byte order mark may come first`() throws {
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF, 0x31]).int == 1)
    #expect(throws: JSONError.self) { try JSON(parsing: [0xEF, 0xBB, 0xBF]) }
    #expect(throws: JSONError.self) { try JSON(parsing: [0x31, 0xEF, 0xBB, 0xBF]) }
  }

  @Test func `a value of one type is none of the others`() throws {
    for text in ["null", "true", "1", "\"a\"", "[]", "{}"] {
      let json = try JSON(parsing: text)
      let types = [
        json == .null, json.bool != nil, json.int64 != nil, json.string != nil, json.array != nil,
        json.members != nil,
      ]
      #expect(types.count { $0 } == 1, "\(text)")
    }
  }
}
