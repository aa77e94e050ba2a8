/// Writes JSON (RFC 8259) as UTF-8, straight into bytes.
///
/// `<`, U+2028 and U+2029 are written as escapes. The text can thus stand inside a `script` element of a page
/// (HTML 4.12.1.3) and be read by JavaScript.
public struct JSONWriter: Sendable {
  public internal(set) var bytes: [UInt8] = []
  var needsComma = false

  public init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  public mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    array { writer in
      for element in elements { write(&writer, element) }
    }
  }

  /// Writes the name of the member that the next value belongs to.
  @inline(never)
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for index in 0..<name.utf8CodeUnitCount { bytes.append(name.utf8Start[index]) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a name that is known only at run time.
  public mutating func name(of member: String) {
    string(member)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  @inline(never)
  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    escape(Array(text.utf8)[...])
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes members with string values; one whose text is `nil` is skipped.
  @inline(never)
  public mutating func texts(_ members: [(name: StaticString, text: String?)]) {
    for case (let name, let text?) in members {
      self.name(name)
      string(text)
    }
  }

  public mutating func number(_ value: Int64) { raw("\(value)") }

  public mutating func number(_ value: Int) { raw("\(value)") }

  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func null() { raw("null") }

  /// Writes a value that is already JSON, such as another writer's bytes.
  public mutating func json(_ encoded: [UInt8]) {
    separate()
    bytes.append(contentsOf: encoded)
    needsComma = true
  }

  @inline(never)
  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: Array(text.utf8))
    needsComma = true
  }

  @inline(never)
  private mutating func nested(open: UInt8, close: UInt8, _ content: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    content(&self)
    bytes.append(close)
    needsComma = true
  }

  @inline(never)
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  /// Writes a text with escapes; runs that need none are copied whole.
  mutating func escape(_ text: ArraySlice<UInt8>) {
    var start = text.startIndex
    for index in text.indices {
      let byte = text[index]
      // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
      let isSeparator =
        (byte == 0xA8 || byte == 0xA9) && index >= start + 2 && text[index - 1] == 0x80
        && text[index - 2] == 0xE2
      guard
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<")
          || isSeparator
      else { continue }
      bytes.append(contentsOf: text[start..<(isSeparator ? index - 2 : index)])
      start = index + 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      default: unicodeEscape(isSeparator ? 0x2000 + UInt16(byte) - 0x80 : UInt16(byte))
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  @inline(never)
  private mutating func unicodeEscape(_ unit: UInt16) {
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
