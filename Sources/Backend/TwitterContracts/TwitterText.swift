public import Social

/// A text as the Twitter API sends it: `&`, `<` and `>` are references, and indices count code points of the
/// result.
public struct TwitterText: Equatable, Sendable {
  public struct Entity: Equatable, Sendable {
    public let kind: TextEntities.Kind
    /// The part of the source text, without references.
    public let source: String
    /// The same part of `TwitterText.text`.
    public let text: String
    /// The range in code points of `TwitterText.text`.
    public var indices: Range<Int>
  }

  public let text: String
  /// The number of code points of `text`.
  public let count: Int
  /// The entities in the order of the text.
  public let entities: [Entity]

  /// Removes white space at both ends.
  ///
  /// - Parameter isEscaped: False for the texts of a profile, which have no references.
  public init(_ source: String, isEscaped: Bool = true) {
    let bytes = Array(Self.trimmed(Array(source.utf8)))
    var writer = Escaping(isEscaped: isEscaped)
    var entities: [Entity] = []
    var position = 0
    for entity in TextEntities(String(decoding: bytes, as: UTF8.self)).all {
      writer.append(bytes[position..<entity.range.lowerBound])
      let (start, firstByte) = (writer.count, writer.bytes.count)
      writer.append(bytes[entity.range])
      entities.append(
        Entity(
          kind: entity.kind, source: String(decoding: bytes[entity.range], as: UTF8.self),
          text: String(decoding: writer.bytes[firstByte...], as: UTF8.self), indices: start..<writer.count))
      position = entity.range.upperBound
    }
    writer.append(bytes[position...])
    text = String(decoding: writer.bytes, as: UTF8.self)
    count = writer.count
    self.entities = entities
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var slice = bytes[...]
    while let last = slice.last, last == 0x20 || 0x09...0x0D ~= last { slice.removeLast() }
    while let first = slice.first, first == 0x20 || 0x09...0x0D ~= first { slice.removeFirst() }
    return slice
  }
}

/// Writes references and counts code points.
private struct Escaping {
  let isEscaped: Bool
  var bytes: [UInt8] = []
  var count = 0

  init(isEscaped: Bool) { self.isEscaped = isEscaped }

  mutating func append(_ text: ArraySlice<UInt8>) {
    for byte in text {
      guard let reference = isEscaped ? Self.reference(for: byte) : nil else {
        bytes.append(byte)
        // Continuation bytes of UTF-8 begin no code point.
        if byte & 0xC0 != 0x80 { count += 1 }
        continue
      }
      bytes += Array(reference.utf8)
      count += reference.utf8.count
    }
  }

  private static func reference(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    default: nil
    }
  }
}
