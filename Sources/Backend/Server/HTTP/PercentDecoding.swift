/// Decodes a path segment or a query value (RFC 3986 section 2.1); `nil` if an escape is broken or the bytes
/// aren't UTF-8.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8.makeIterator()
  while let byte = rest.next() {
    switch byte {
    case UInt8(ascii: "%"):
      guard let high = rest.next().flatMap(hexadecimalDigit), let low = rest.next().flatMap(hexadecimalDigit)
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
    default: bytes.append(byte)
    }
  }
  return String(validating: bytes, as: UTF8.self)
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Returns the first value of that name in a query, decoded; `nil` if it is missing or broken.
func queryValue(_ name: String, in query: String?) -> String? {
  guard let query else { return nil }
  for pair in query.split(separator: "&") {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = parts.first, percentDecoded(key, plusIsSpace: true) == name else { continue }
    return percentDecoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
  }
  return nil
}
