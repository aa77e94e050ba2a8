/// The `Link` field of a response (RFC 8288 section 3).
enum LinkField {
  private enum Part { case outside, address, query, fragment, name, value }

  // The letters of a word as one number: comparing texts would make the app larger.
  private static let rel: UInt64 = 0x72_65_6C
  private static let next: UInt64 = 0x6E_65_78_74

  /// Returns the query of the first address with the relation `next`; empty if no address has it.
  static func nextQuery(_ field: [UInt8]) -> [UInt8] {
    var part = Part.outside
    var query: [UInt8] = []
    var (name, word): (UInt64, UInt64) = (0, 0)
    var (isNext, hasRelations, isQuoted, isEscaped) = (false, false, false, false)
    for byte in field + [UInt8(ascii: ",")] {
      switch part {
      case .outside:
        if byte == UInt8(ascii: "<") { (part, query, isNext, hasRelations) = (.address, [], false, false) }
        continue
      case .address, .query, .fragment:
        if byte == UInt8(ascii: ">") {
          (part, name, word) = (.name, 0, 0)
        } else if byte == UInt8(ascii: "#") {
          part = .fragment
        } else if part == .query {
          query.append(byte)
        } else if part == .address, byte == UInt8(ascii: "?") {
          part = .query
        }
        continue
      case .name, .value: break
      }
      let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if isQuoted, isEscaped || byte != UInt8(ascii: "\"") {
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        if isEscaped { continue }
      } else if byte == UInt8(ascii: "\""), part == .value {
        isQuoted.toggle()
        continue
      } else if byte == UInt8(ascii: "="), part == .name {
        (part, name, word) = (.value, word, 0)
        continue
      } else if isSpace {
        continue
      }
      let endsParameter = !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
      guard endsParameter || isSpace else {
        word = word << 8 | UInt64(byte | 0x20)
        continue
      }
      if name == rel, !hasRelations, word == next { isNext = true }
      word = 0
      guard endsParameter else { continue }
      // Of several `rel`, only the first counts (section 3.3).
      if name == rel { hasRelations = true }
      (part, name) = (.name, 0)
      guard byte == UInt8(ascii: ",") else { continue }
      if isNext, !query.isEmpty { return query }
      part = .outside
    }
    return []
  }
}
