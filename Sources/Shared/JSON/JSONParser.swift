/// A parser of JSON (RFC 8259) in UTF-8 bytes.
///
/// It is as strict as RFC 8259, but lone surrogates in escapes become U+FFFD, as the standard allows: one
/// broken emoji must not cost a whole timeline.
struct JSONParser {
  /// The greatest depth of nesting: a document of brackets must not exhaust the stack.
  static let maxDepth = 64

  let bytes: [UInt8]
  var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason: reason, offset: offset) }

  /// Returns the byte at the current position, without moving on.
  @inline(never)
  func peek() throws(JSONError) -> UInt8 {
    guard offset < bytes.count else { throw error(.unexpectedEnd) }
    return bytes[offset]
  }

  @inline(never)
  mutating func skipWhitespace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  @inline(never)
  mutating func expect(_ byte: UInt8) throws(JSONError) {
    let found = try peek()
    guard found == byte else { throw error(.unexpectedByte(found)) }
    offset += 1
  }

  mutating func end() throws(JSONError) {
    skipWhitespace()
    if offset < bytes.count { throw error(.unexpectedByte(bytes[offset])) }
  }

  /// Reads a value. `depth` is the number of arrays and objects around it.
  @inline(never)
  mutating func value(depth: Int) throws(JSONError) -> JSON {
    skipWhitespace()
    switch try peek() {
    case UInt8(ascii: "{") where depth == Self.maxDepth, UInt8(ascii: "[") where depth == Self.maxDepth:
      throw error(.tooDeep)
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  /// Skips a value by its quotes and brackets alone, however deep they are. Returns true if another value or
  /// the end of the array follows.
  mutating func skipValue() -> Bool {
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
          offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return bytes[offset] == UInt8(ascii: "]") }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return true }
      default: break
      }
      offset += 1
    }
    return false
  }

  private mutating func literal(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for index in 0..<text.utf8CodeUnitCount { try expect(text.utf8Start[index]) }
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    try expect(UInt8(ascii: "["))
    var values: [JSON] = []
    while try nextElement(isFirst: values.isEmpty) {
      values.append(try value(depth: depth + 1))
    }
    return .array(values)
  }

  /// Moves to the next element of an array, or past its closing bracket; returns false in that case.
  mutating func nextElement(isFirst: Bool) throws(JSONError) -> Bool {
    skipWhitespace()
    if try peek() == UInt8(ascii: "]") {
      offset += 1
      return false
    }
    if !isFirst {
      try expect(UInt8(ascii: ","))
    }
    return true
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    try expect(UInt8(ascii: "{"))
    var members: [JSONMember] = []
    skipWhitespace()
    if try peek() == UInt8(ascii: "}") {
      offset += 1
      return .object([])
    }
    while true {
      let name = try name()
      members.append(JSONMember(name, try value(depth: depth + 1)))
      skipWhitespace()
      if try peek() == UInt8(ascii: "}") {
        offset += 1
        return .object(members)
      }
      try expect(UInt8(ascii: ","))
    }
  }

  /// Reads the name of an object's member, and the colon after it.
  @inline(never)
  mutating func name() throws(JSONError) -> String {
    skipWhitespace()
    let name = try string()
    skipWhitespace()
    try expect(UInt8(ascii: ":"))
    return name
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = offset
    if try peek() == UInt8(ascii: "-") { offset += 1 }
    let leadingZero = offset < bytes.count && bytes[offset] == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0 else {
      guard offset < bytes.count else { throw error(.unexpectedEnd) }
      throw offset == start ? error(.unexpectedByte(bytes[offset])) : error(.invalidNumber)
    }
    if leadingZero, whole > 1 { throw error(.invalidNumber) }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      guard digits() > 0 else { throw error(.invalidNumber) }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        offset += 1
      }
      guard digits() > 0 else { throw error(.invalidNumber) }
    }
    return JSONNumber(text: String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  @inline(never)
  private mutating func digits() -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset] &- 0x30 < 10 { offset += 1 }
    return offset - start
  }
}

/// The reason why a text isn't JSON, and the position of the error.
public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case invalidUTF8
    case invalidEscape
    case invalidNumber
    case tooDeep
    case notAnArray
  }

  public let reason: Reason
  /// The offset in bytes from the start of the document.
  public let offset: Int
}
