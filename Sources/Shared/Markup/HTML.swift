/// Markup that is safe by construction: names come from the source code (`StaticString`), everything else is
/// escaped when it is added, and URLs have to be a `SafeURL`.
///
/// The functions that views call most often are never inlined: the app's code would double.
///
/// Escaping follows HTML 13.3 (serialising): `&`, `<`, `>` in text, and `"` as well in attributes.
public struct HTML: Equatable, Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public init(_ write: (inout HTML) -> Void) { write(&self) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an element with attributes and content.
  @inline(never)
  public mutating func element(
    _ name: StaticString, _ attributes: Attribute?..., content: (inout HTML) -> Void
  ) {
    open(name, attributes)
    content(&self)
    append("</")
    append(name)
    append(">")
  }

  /// Writes an element that contains just a text.
  @inline(never)
  public mutating func element(_ name: StaticString, _ attributes: Attribute?..., text: String) {
    open(name, attributes)
    self.text(text)
    append("</")
    append(name)
    append(">")
  }

  /// Writes an element without content and end tag, as `img` (HTML 13.1.2, void elements).
  @inline(never)
  public mutating func void(_ name: StaticString, _ attributes: Attribute?...) {
    open(name, attributes)
  }

  /// Writes escaped text.
  @inline(never)
  public mutating func text(_ text: String) {
    for byte in Array(text.utf8) {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      default: bytes.append(byte)
      }
    }
  }

  /// Writes other markup unchanged.
  @inline(never)
  public mutating func append(_ html: HTML) { bytes.append(contentsOf: html.bytes) }

  /// Writes markup from the source code unchanged: for the document's frame and drawings.
  public mutating func literal(_ markup: StaticString) { append(markup) }

  /// Writes the content of `script` or `style` (HTML 13.1.2.6, raw text), which allows no escapes: a text
  /// that could end the element is omitted.
  public mutating func rawText(_ text: [UInt8]) {
    for index in text.indices where text[index] == UInt8(ascii: "<") {
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if next == UInt8(ascii: "/") || next == UInt8(ascii: "!") { return }
    }
    bytes.append(contentsOf: text)
  }

  @inline(never)
  private mutating func open(_ name: StaticString, _ attributes: [Attribute?]) {
    append("<")
    append(name)
    for case let attribute? in attributes { bytes.append(contentsOf: attribute.markup) }
    append(">")
  }

  /// Writes the escaped value of an attribute. A carriage return is escaped because it would be read as a
  /// line feed (HTML 13.2.3.5).
  mutating func attributeText(_ text: String) {
    for byte in Array(text.utf8) {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "\""): append("&quot;")
      case 0x0D: append("&#13;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      default: bytes.append(byte)
      }
    }
  }

  @inline(never)
  private mutating func append(_ markup: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }
}
