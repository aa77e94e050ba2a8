/// The web addresses, mentions and tags of a text, by Mastodon's rules (app/models/account.rb, `MENTION_RE`;
/// app/models/tag.rb, `HASHTAG_RE`).
///
/// There are two differences. A mention may follow a letter of a script without spaces, as in `你好@anna`.
/// Letters beyond ASCII are approximated.
public struct TextEntities: Equatable, Sendable {
  /// The maximum length of a tag, in code points. A longer one isn't a tag.
  public static let longestTag = 100

  public indirect enum Kind: Equatable, Sendable {
    /// An `http` or `https` URL.
    case link
    /// `@username`, or `@username@server` for another server; both as typed.
    case mention(username: String, server: String?)
    /// A tag. `name` is as typed, without `#`.
    case tag(name: String)
  }

  public struct Entity: Equatable, Sendable {
    public let kind: Kind
    /// The range in the text's UTF-8.
    public let range: Range<Int>
  }

  /// The entities in the order of the text. They don't overlap.
  public let all: [Entity]

  public init(_ text: String) { self.init(CodePoints(text)) }

  init(_ text: CodePoints) {
    var all: [Entity] = []
    var index = 0
    while index < text.bytes.count {
      if let entity = Self.entity(in: text, at: index) {
        all.append(entity)
        index = entity.range.upperBound
      } else {
        index += 1
      }
    }
    self.all = all
  }

  /// The tags in lower case, without duplicates, in the order of the text.
  public var tags: [String] {
    var tags: [String] = []
    for entity in all {
      guard case .tag(let name) = entity.kind else { continue }
      let key = TagKey.lowercased(name)
      if !tags.contains(key) { tags.append(key) }
    }
    return tags
  }

  @inline(never)
  private static func entity(in text: CodePoints, at index: Int) -> Entity? {
    switch text.bytes[index] {
    case UInt8(ascii: "h"), UInt8(ascii: "H"):
      WebAddress.end(in: text, at: index).map { Entity(kind: .link, range: index..<$0) }
    case UInt8(ascii: "@"): mention(in: text, at: index)
    case UInt8(ascii: "#"): tag(in: text, at: index, nameStart: index + 1)
    // The full-width # of Chinese and Japanese keyboards, U+FF03.
    case 0xEF where text.read(at: index).value == 0xFF03: tag(in: text, at: index, nameStart: index + 3)
    default: nil
    }
  }

  private static func mention(in text: CodePoints, at start: Int) -> Entity? {
    if let before = text.read(before: start) {
      let isInside = Letters.isWord(before) && !Letters.isOfScriptWithoutSpaces(before)
      guard !isInside, before != 0x3D, before != 0x2F else { return nil }
    }
    let bytes = text.bytes
    guard let nameEnd = nameEnd(in: bytes, from: start + 1) else { return nil }
    let username = text.text(start + 1..<nameEnd)
    guard nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "@"),
      let serverEnd = self.nameEnd(in: bytes, from: nameEnd + 1)
    else { return Entity(kind: .mention(username: username, server: nil), range: start..<nameEnd) }
    let server = text.text(nameEnd + 1..<serverEnd)
    return Entity(kind: .mention(username: username, server: server), range: start..<serverEnd)
  }

  /// Returns the end of a name: ASCII letters, digits and `_`, with dots and hyphens between them but not at
  /// the end.
  private static func nameEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    var end = start
    while index < bytes.count {
      if Letters.isASCIIWord(UInt32(bytes[index])) {
        end = index + 1
      } else if index == start || bytes[index] != UInt8(ascii: ".") && bytes[index] != UInt8(ascii: "-") {
        break
      }
      index += 1
    }
    return end > start ? end : nil
  }

  private static func tag(in text: CodePoints, at start: Int, nameStart: Int) -> Entity? {
    if let before = text.read(before: start) {
      // `_#a` is a tag, because `_` isn't a letter.
      let isInside = before != 0x5F && Letters.isWord(before)
      guard !isInside, before != 0x3D, before != 0x2F, before != 0x29 else { return nil }
    }
    var index = nameStart
    var end = nameStart
    var length = 0
    var hasLetter = false
    while index < text.bytes.count {
      let (value, next) = text.read(at: index)
      if Letters.isWord(value) {
        hasLetter = hasLetter || Letters.isLetter(value)
        end = next
      } else if index == nameStart || !isTagSeparator(value) {
        break
      }
      index = next
      length += 1
    }
    guard hasLetter, length <= longestTag else { return nil }
    return Entity(kind: .tag(name: text.text(nameStart..<end)), range: start..<end)
  }

  /// Returns true for the separators within a tag: middle dots, and the non-joiner of Persian words.
  private static func isTagSeparator(_ value: UInt32) -> Bool {
    value == 0xB7 || value == 0x30FB || value == 0x200C
  }
}
