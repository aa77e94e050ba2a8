/// The `Link` field of a response (RFC 8288 section 3).
enum LinkField {
  /// Returns the query of the first address with the relation `next`; empty if there is none.
  static func nextQuery(_ field: [UInt8]) -> [UInt8] {
    var rest = field[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      let address = rest[(start + 1)..<end].prefix { $0 != UInt8(ascii: "#") }
      rest = rest[(end + 1)...]
      let relations = relations(&rest).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard relations.contains(where: { $0.elementsEqual("next".utf8) { $0 | 0x20 == $1 } }),
        let query = address.firstIndex(of: UInt8(ascii: "?"))
      else { continue }
      return Array(address[(query + 1)...])
    }
    return []
  }

  /// Reads the parameters of an address, up to the comma after them. Returns the first `rel`: of several, only that
  /// one counts (section 3.3).
  private static func relations(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var relations: [UInt8]?
    var (name, value): ([UInt8], [UInt8]) = ([], [])
    var (isValue, isQuoted) = (false, false)
    while true {
      let byte = rest.popFirst() ?? UInt8(ascii: ",")
      switch byte {
      case UInt8(ascii: "\"") where isValue: isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: value.append(rest.popFirst() ?? byte)
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if isQuoted, !rest.isEmpty {
          value.append(byte)
          continue
        }
        if name.elementsEqual("rel".utf8) { relations = relations ?? value }
        if byte == UInt8(ascii: ",") { return relations ?? [] }
        (name, value, isValue) = ([], [], false)
      case UInt8(ascii: "=") where !isValue: isValue = true
      case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted: continue
      default: isValue ? value.append(byte) : name.append(byte | 0x20)
      }
    }
  }
}
