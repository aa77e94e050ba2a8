import JSON
import TestSupport
import Testing

struct JSONWriterTests {
  @Test func `separates members and elements`() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("a")
      writer.array { writer in
        writer.number(1)
        writer.null()
        writer.array { _ in }
        writer.object { _ in }
      }
      writer.name("profile-image")
      writer.bool(true)
      writer.name("n")
      writer.json(Array("[2]".utf8))
      writer.name("m")
      writer.number(Int64.min)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":[1,null,[],{}],"profile-image":true,"n":[2],"m":-9223372036854775808}"#)
  }

  @Test(arguments: [
    ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("a\nb\tc\r\u{0}\u{1F}", #""a\nb\u0009c\u000d\u0000\u001f""#),
    ("</script><!--", #""\u003c/script>\u003c!--""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    // Neighbours of the two separators, and other characters whose bytes end alike.
    ("\u{2027}\u{202A}\u{28}\u{A8}\u{A9}è¨", "\"\u{2027}\u{202A}\u{28}\u{A8}\u{A9}è¨\""),
    ("朋友圈😀é\u{7F}", "\"朋友圈😀é\u{7F}\""),
  ])
  func `escapes what would end the string or the script`(text: String, expected: String) {
    var writer = JSONWriter()
    writer.string(text)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test func `a string may be written piece by piece`() {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string { _ in }
      writer.string { writer in
        writer.piece("<a>\"")
        writer.piece(Array("xé\u{2028}\ny".utf8)[1...])
      }
      writer.number(1)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"["","\u003ca>\"é\u2028\ny",1]"#)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is written is read back`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let json = value(depth: 0, &generator)
    var writer = JSONWriter()
    write(json, &writer)
    #expect(try JSON(parsing: writer.bytes) == json)
    #expect(!writer.bytes.contains(UInt8(ascii: "<")))
    #expect(!writer.bytes.contains { $0 < 0x20 })
  }

  private static let names: [StaticString] = ["a", "b", "profile-image", "unknown error", "é"]

  private func value(depth: Int, _ generator: inout SeededGenerator) -> JSON {
    switch generator.below(depth < 5 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(generator.chance(50))
    case 2: return .number(JSONNumber(Int64(bitPattern: generator.next())))
    case 3, 4: return .string(generator.text())
    case 5: return .array((0..<generator.below(5)).map { _ in value(depth: depth + 1, &generator) })
    default:
      return .object(
        (0..<generator.below(5)).map { _ in
          JSONMember("\(generator.pick(Self.names))", value(depth: depth + 1, &generator))
        })
    }
  }

  private func write(_ json: JSON, _ writer: inout JSONWriter) {
    switch json {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let number): writer.json(Array(number.text.utf8))
    case .string(let text): writer.string(text)
    case .array(let elements): writer.array(elements) { write($1, &$0) }
    case .object(let members):
      writer.object { writer in
        for member in members {
          if let name = Self.names.first(where: { "\($0)" == member.name }) { writer.name(name) }
          write(member.value, &writer)
        }
      }
    }
  }
}
