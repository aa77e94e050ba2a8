extension JSON {
  /// Parses one whole document.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes)
    self = try parser.value(depth: 0)
    try parser.end()
  }

  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// Reads the elements of a document that is one array, a few at a time. A large response can thus be decoded
/// in slices between two frames.
public struct JSONArrayReader: Sendable {
  private var parser: JSONParser
  private var isFirst = true

  public private(set) var isAtEnd = false

  /// True if the document is an object around the array.
  private var isInObject = false

  /// Fails at once if the document isn't an array.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    parser = JSONParser(bytes)
    parser.skipWhitespace()
    guard try parser.peek() == UInt8(ascii: "[") else { throw parser.error(.notAnArray) }
    parser.offset += 1
  }

  /// Reads the array in the first member of that name of an object; the other members are skipped. Fails at
  /// once without such an array.
  public init(_ bytes: [UInt8], member name: String) throws(JSONError) {
    parser = JSONParser(bytes)
    isInObject = true
    parser.skipWhitespace()
    guard try parser.peek() == UInt8(ascii: "{") else { throw parser.error(.notAnArray) }
    parser.offset += 1
    parser.skipWhitespace()
    var isFirst = true
    while try parser.peek() != UInt8(ascii: "}") {
      if !isFirst { try parser.expect(UInt8(ascii: ",")) }
      isFirst = false
      let isMatch = try parser.name() == name
      parser.skipWhitespace()
      if isMatch {
        guard try parser.peek() == UInt8(ascii: "[") else { break }
        parser.offset += 1
        return
      }
      _ = try parser.value(depth: 1)
      parser.skipWhitespace()
    }
    throw parser.error(.notAnArray)
  }

  /// Returns the next element; `nil` after the last one.
  public mutating func next() throws(JSONError) -> JSON? { try nextElement()?.value }

  /// Returns the next element and the bytes that it was read from; `nil` after the last one.
  public mutating func nextElement() throws(JSONError) -> (value: JSON, bytes: ArraySlice<UInt8>)? {
    guard !isAtEnd else { return nil }
    guard try parser.nextElement(isFirst: isFirst) else {
      if isInObject { try skipRestOfObject() }
      try parser.end()
      isAtEnd = true
      return nil
    }
    isFirst = false
    parser.skipWhitespace()
    let start = parser.offset
    let value = try parser.value(depth: isInObject ? 2 : 1)
    return (value, parser.bytes[start..<parser.offset])
  }

  /// Returns the next element, or the error if it can't be read; `nil` after the last one. An unreadable
  /// element is skipped alone if its quotes and brackets show where it ends.
  public mutating func nextIfReadable() throws(JSONError) -> Result<JSON, JSONError>? {
    guard !isAtEnd else { return nil }
    let start = parser.offset
    let hadFirst = !isFirst
    do throws(JSONError) {
      return try next().map { .success($0) }
    } catch {
      parser.offset = start
      guard try parser.nextElement(isFirst: !hadFirst) else { throw error }
      isFirst = false
      guard parser.skipValue() else { throw error }
      return .failure(error)
    }
  }

  private mutating func skipRestOfObject() throws(JSONError) {
    parser.skipWhitespace()
    while try parser.peek() != UInt8(ascii: "}") {
      try parser.expect(UInt8(ascii: ","))
      _ = try parser.name()
      _ = try parser.value(depth: 1)
      parser.skipWhitespace()
    }
    parser.offset += 1
  }
}
