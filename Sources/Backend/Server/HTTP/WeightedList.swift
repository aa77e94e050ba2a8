/// The value of a field such as `Accept-Encoding` or `Accept-Language`: names, each with a weight (RFC 9110
/// section 12.4.2).
struct WeightedList: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    /// The name in lower case.
    let name: String
    /// The weight in thousandths, from 0 ("not acceptable") to 1000.
    let weight: Int
  }

  /// The items in the order of the field, without unreadable ones.
  let items: [Item]

  /// The maximum number of items. Real clients send fewer; the rest is cut off.
  static let maxItems = 32

  init(_ field: String) {
    var items: [Item] = []
    for element in field.utf8.split(separator: UInt8(ascii: ","), maxSplits: Self.maxItems) {
      guard items.count < Self.maxItems else { break }
      var parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).makeIterator()
      guard let first = parts.next() else { continue }
      let name = Self.trimmed(first)
      guard !name.isEmpty else { continue }
      var weight: Int? = 1000
      while let parameter = parts.next() {
        let bytes = Array(Self.trimmed(parameter))
        guard bytes.count >= 2, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "=") else {
          continue
        }
        weight = Self.thousandths(bytes[2...])
      }
      guard let weight else { continue }
      items.append(Item(name: String(decoding: name.map(Self.lowercase), as: UTF8.self), weight: weight))
    }
    self.items = items
  }

  /// Returns the weight of that name, without regard to wildcards; `nil` if it isn't in the list.
  func exactWeight(of name: String) -> Int? { items.first { $0.name == name }?.weight }

  /// Parses `0`, `1`, `0.5`, `1.000`; returns `nil` for anything else.
  private static func thousandths(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let whole = bytes.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else {
      return nil
    }
    var value = whole == UInt8(ascii: "1") ? 1000 : 0
    let rest = bytes.dropFirst()
    guard !rest.isEmpty else { return value }
    guard rest.first == UInt8(ascii: "."), rest.count <= 4 else { return nil }
    var place = 100
    for byte in rest.dropFirst() {
      guard byte &- 0x30 < 10 else { return nil }
      value += Int(byte - 0x30) * place
      place /= 10
    }
    return value <= 1000 ? value : nil
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
