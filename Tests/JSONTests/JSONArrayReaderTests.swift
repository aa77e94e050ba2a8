import Testing

@testable import JSON

struct JSONArrayReaderTests {
  @Test(arguments: ["[]", " [ ] ", "[1]", "[1,[2,[3]],{\"a\":4},null]", "\u{FEFF}[true , false]\n"])
  func `gives every element of the array`(text: String) throws {
    var reader = try JSONArrayReader(Array(text.utf8))
    var elements: [JSON] = []
    while let element = try reader.next() { elements.append(element) }
    #expect(JSON.array(elements) == (try JSON(parsing: text)))
    #expect(reader.isAtEnd)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: ["", " ", "{}", "null", "\"[]\"", "1", "<html>", "\u{FEFF}"])
  func `refuses at once what is not an array`(text: String) {
    #expect(throws: JSONError.self) { try JSONArrayReader(Array(text.utf8)) }
  }

  @Test func `says that it is not an array`() {
    #expect(throws: JSONError(reason: .notAnArray, offset: 1)) { try JSONArrayReader(Array(" {}".utf8)) }
  }

  @Test(arguments: [
    "[1,2", "[1,2,", "[1,2,]", "[1,2,x]", "[1,2 3]", "[1,2,[3}]", "[1,2]x", "[1,2][", "[1,2]]",
  ])
  func `gives what stands before an error`(text: String) throws {
    var reader = try JSONArrayReader(Array(text.utf8))
    #expect(try reader.next()?.int == 1)
    #expect(try reader.next()?.int == 2)
    #expect(throws: JSONError.self) { _ = try reader.next() }
    #expect(!reader.isAtEnd)
  }

  @Test func `holds the depth of a whole document`() throws {
    func array(_ levels: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: levels) + Array(repeating: UInt8(ascii: "]"), count: levels)
    }
    var reader = try JSONArrayReader(array(64))
    #expect(try reader.next() != nil)
    reader = try JSONArrayReader(array(65))
    #expect(throws: JSONError.self) { _ = try reader.next() }
  }

  @Test func `what cannot be read costs only itself`() throws {
    let deep = String(repeating: "[", count: 50_000) + "\",],\"" + String(repeating: "]", count: 50_000)
    let bytes: [UInt8] =
      Array("[1,{\"a\":\"".utf8) + [0xFF] + Array("\",\"b\":[{}]}, \(deep) ,x,2,[tru],\"\\\"],\\q\",3]".utf8)
    var reader = try JSONArrayReader(bytes)
    var read: [Int] = []
    var failed = 0
    while let element = try reader.nextIfReadable() {
      switch element {
      case .success(let value): read.append(value.int ?? -1)
      case .failure: failed += 1
      }
    }
    #expect(read == [1, 2, 3] && failed == 5 && reader.isAtEnd)
  }

  @Test(arguments: ["[1,[2", "[1,\"", "[1,{]}", "[1,2}", "[1,x}]", "[1,,2", "[1 2]", "[1]x"])
  func `what has no end is still an error`(text: String) throws {
    var reader = try JSONArrayReader(Array(text.utf8))
    #expect(throws: JSONError.self) { while try reader.nextIfReadable() != nil {} }
  }

  @Test func `reads ten thousand elements one by one`() throws {
    var writer = JSONWriter()
    writer.array(Array(0..<10_000)) { $0.number($1) }
    var reader = try JSONArrayReader(writer.bytes)
    var expected = 0
    while let element = try reader.next() {
      #expect(element.int == expected)
      expected += 1
    }
    #expect(expected == 10_000)
  }
}
