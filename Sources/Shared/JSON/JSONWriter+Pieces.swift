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

  /// Writes one value that was encoded in pieces, with the same bytes between any two of them.
  public mutating func json(_ pieces: [[UInt8]], between: [UInt8]) {
    separate()
    var isFirst = true
    for piece in pieces {
      if !isFirst { bytes.append(contentsOf: between) }
      isFirst = false
      bytes.append(contentsOf: piece)
    }
    needsComma = true
  }
}
