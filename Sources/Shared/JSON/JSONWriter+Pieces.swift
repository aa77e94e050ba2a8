extension JSONWriter {
  /// Writes a string piece by piece, with `piece`, so that the whole string never has to exist.
  public mutating func string(_ pieces: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    pieces(&self)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes the next piece of the string: UTF-8 that ends with a whole scalar.
  public mutating func piece(_ text: ArraySlice<UInt8>) { escape(text) }

  public mutating func piece(_ text: String) { escape(Array(text.utf8)[...]) }

  /// Writes one value that was encoded in pieces.
  ///
  /// - Parameter between: Returns the bytes behind the piece with that index.
  public mutating func json(_ pieces: [[UInt8]], between: (Int) -> [UInt8]) {
    separate()
    for (index, piece) in pieces.enumerated() {
      if index > 0 { bytes.append(contentsOf: between(index - 1)) }
      bytes.append(contentsOf: piece)
    }
    needsComma = true
  }

  /// Returns the written bytes in pieces.
  ///
  /// - Parameter cuts: The numbers of bytes before the cuts, in ascending order. Each is behind a member.
  public func pieces(cutAt cuts: [Int]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    for cut in cuts {
      pieces.append(Array(bytes[start..<cut]))
      start = cut
    }
    pieces.append(Array(bytes[start...]))
    return pieces
  }

  /// Encodes members that go between two pieces: each after a comma, without braces.
  public static func membersBetweenPieces(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(members)
    return [UInt8(ascii: ",")] + writer.bytes[1..<writer.bytes.count - 1]
  }
}
