/// Cuts foreign markup into texts and tags, roughly as HTML 13.2.5 does. Any result for broken markup is
/// safe, because only a few names and values of a tag are ever used.
struct MarkupTokens {
  enum Token: Equatable {
    /// The text, with its character references resolved.
    case text([UInt8])
    case start(Tag)
    /// The name, in lower case.
    case end([UInt8])
  }

  struct Tag: Equatable {
    /// Lower case.
    var name: [UInt8]
    /// The values of the attributes that are used, with references resolved.
    var href: [UInt8] = []
    var `class`: [UInt8] = []
    var alt: [UInt8] = []
    /// The first number of a list, or the number of an item.
    var number: [UInt8] = []
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return text() }
      switch bytes[index + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration()
      case UInt8(ascii: "/"):
        index += 2
        let name = name()
        skip(past: UInt8(ascii: ">"))
        if !name.isEmpty { return .end(name) }
      case let byte where Self.isLetter(byte):
        index += 1
        return .start(tag())
      default: return text()
      }
    }
    return nil
  }

  /// Skips to the position after the end tag of that name, or to the end of the bytes.
  mutating func skipContent(of name: [UInt8]) {
    while index < bytes.count {
      skip(to: UInt8(ascii: "<"))
      index += 1
      guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { continue }
      index += 1
      if self.name() == name {
        skip(past: UInt8(ascii: ">"))
        return
      }
    }
  }

  private mutating func text() -> Token {
    let start = index
    index += 1
    skip(to: UInt8(ascii: "<"))
    return .text(CharacterReferences.resolved(bytes[start..<index]))
  }

  /// Skips a comment, a document type or a CDATA section.
  private mutating func skipDeclaration() {
    guard bytes[index...].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) else { return skip(past: UInt8(ascii: ">")) }
    index += 4
    // `<!-->` and `<!--->` are whole comments.
    for end in [[0x3E], [0x2D, 0x3E]] as [[UInt8]] where bytes[index...].starts(with: end) {
      index += end.count
      return
    }
    while index < bytes.count, !bytes[index...].starts(with: [0x2D, 0x2D, 0x3E]) { index += 1 }
    index = min(index + 3, bytes.count)
  }

  private mutating func tag() -> Tag {
    var tag = Tag(name: name())
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      guard !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: "/") else {
        index += 1
        continue
      }
      let name = name()
      let value = value()
      if name.elementsEqual(Array("href".utf8)) { tag.href = value }
      if name.elementsEqual(Array("class".utf8)) { tag.class = value }
      if name.elementsEqual(Array("alt".utf8)) { tag.alt = value }
      if name.elementsEqual(Array("start".utf8)) || name.elementsEqual(Array("value".utf8)) {
        tag.number = value
      }
    }
    index = min(index + 1, bytes.count)
    return tag
  }

  /// Reads a name up to its end, in lower case. An attribute's name may begin with `=`.
  private mutating func name() -> [UInt8] {
    var name: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "="), !name.isEmpty { break }
      name.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
      index += 1
    }
    return name
  }

  private mutating func value() -> [UInt8] {
    skipSpaces()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return [] }
    index += 1
    skipSpaces()
    guard index < bytes.count else { return [] }
    let quote = bytes[index]
    var start = index
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      start = index
      skip(to: quote)
      defer { index = min(index + 1, bytes.count) }
      return CharacterReferences.resolved(bytes[start..<index])
    }
    while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
    return CharacterReferences.resolved(bytes[start..<index])
  }

  private mutating func skip(to byte: UInt8) {
    while index < bytes.count, bytes[index] != byte { index += 1 }
  }

  private mutating func skip(past byte: UInt8) {
    skip(to: byte)
    index = min(index + 1, bytes.count)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
}
