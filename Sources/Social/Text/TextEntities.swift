/// What a text names: web addresses, people and tags, found as Mastodon finds them (app/models/account.rb,
/// `MENTION_RE`; app/models/tag.rb, `HASHTAG_RE`).
///
/// Two things differ from it. A mention may follow a letter of a script that is written without spaces, as in
/// `你好@anna`, and what is a letter beyond ASCII is approximated.
public struct TextEntities: Equatable, Sendable {
  /// Longer ones are no tags. In code points.
  public static let longestTag = 100

  public indirect enum Kind: Equatable, Sendable {
    /// An `http` or `https` URL.
    case link
    /// `@username`, or `@username@server` of another server; both as typed.
    case mention(username: String, server: String?)
    /// `name` is without `#`, as typed.
    case tag(name: String)
  }

  public struct Entity: Equatable, Sendable {
    public let kind: Kind
    /// Offsets in the text's UTF-8.
    public let range: Range<Int>
  }

  /// In the order of the text; none overlaps another.
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

  /// The names of the tags in lower case, each once, in their order.
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
    // The wide # of Chinese and Japanese keyboards, U+FF03.
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

  /// ASCII letters, digits and `_`, with dots and hyphens between them but not at the end.
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
      // `_#a` is one, as `_` is no letter.
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

  /// What may stand inside a tag: middle dots, and the sign that keeps letters of Persian words apart.
  private static func isTagSeparator(_ value: UInt32) -> Bool { value == 0xB7 || value == 0x30FB || value == 0x200C }
}
