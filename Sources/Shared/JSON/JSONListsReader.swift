/// Reads the elements of all arrays in an object, a few at a time and in the order of the document. The other
/// members are skipped.
public struct JSONListsReader: Sendable {
  private var parser: JSONParser
  /// The name of the array that is being read; `nil` between arrays.
  private var list: String?
  /// True until an element of the array has been read.
  private var isFirst = true
  private var hasMembers = false

  public private(set) var isAtEnd = false

  /// Fails at once if the document isn't an object.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    parser = JSONParser(bytes)
    parser.skipWhitespace()
    try parser.expect(UInt8(ascii: "{"))
  }

  /// Returns the next element, and the name of its array; `nil` after the last one.
  public mutating func next() throws(JSONError) -> (list: String, value: JSON)? {
    while !isAtEnd {
      if let list {
        if try parser.nextElement(isFirst: isFirst) {
          isFirst = false
          return (list, try parser.value(depth: 2))
        }
        self.list = nil
      }
      try nextMember()
    }
    return nil
  }

  private mutating func nextMember() throws(JSONError) {
    parser.skipWhitespace()
    if try parser.peek() == UInt8(ascii: "}") {
      parser.offset += 1
      try parser.end()
      isAtEnd = true
      return
    }
    if hasMembers { try parser.expect(UInt8(ascii: ",")) }
    hasMembers = true
    let name = try parser.name()
    parser.skipWhitespace()
    if try parser.peek() == UInt8(ascii: "[") {
      parser.offset += 1
      list = name
      isFirst = true
    } else {
      _ = try parser.value(depth: 1)
    }
  }
}
