extension JSONWriter {
  /// A string that is written piece by piece, with `piece`, so that it need not be put together first.
  public mutating func string(_ pieces: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    pieces(&self)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// The next piece of the string that is being written: UTF-8, ending with a whole scalar.
  public mutating func piece(_ text: ArraySlice<UInt8>) { escape(text) }

  public mutating func piece(_ text: String) { escape(Array(text.utf8)[...]) }

  /// Puts in one value that was encoded in pieces, with the same bytes between each two of them.
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
