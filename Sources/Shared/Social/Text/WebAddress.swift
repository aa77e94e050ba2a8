/// Finds the beginning and the end of a web address in a text.
///
/// An address is found as a whole or not at all, because a part of one would lead to another host. It may
/// have letters of any script, as in browsers, which encode them (URL Standard 4.8; Unicode Technical
/// Standard 46).
enum WebAddress {
  /// Returns the end of the `http` or `https` URL that begins at `start`; `nil` if no URL begins there.
  ///
  /// Punctuation at the end belongs to the sentence. So does a closing bracket, unless the URL has the
  /// opening one, as in `…/Swift_(bird)`.
  @inline(never)
  static func end(in text: CodePoints, at start: Int) -> Int? {
    let bytes = text.bytes
    guard bytes[start] | 0x20 == UInt8(ascii: "h"), start == 0 || !isLetterOrDigit(UInt32(bytes[start - 1])),
      let hostStart = after("https://", in: bytes, at: start) ?? after("http://", in: bytes, at: start),
      let authorityEnd = authorityEnd(in: text, from: hostStart)
    else { return nil }
    guard isPathStart(bytes, authorityEnd) else { return authorityEnd }
    let end = pathEnd(in: text, from: authorityEnd)
    return end - sentenceLength(bytes[authorityEnd..<end])
  }

  private static func after(_ prefix: StaticString, in bytes: [UInt8], at start: Int) -> Int? {
    let count = prefix.utf8CodeUnitCount
    guard start + count <= bytes.count else { return nil }
    for index in 0..<count {
      let byte = bytes[start + index]
      let lowercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      guard lowercase == prefix.utf8Start[index] else { return nil }
    }
    return start + count
  }

  /// Returns the end of host and port; `nil` if a browser would read another host or no host.
  private static func authorityEnd(in text: CodePoints, from start: Int) -> Int? {
    let bytes = text.bytes
    guard var end = literalEnd(in: bytes, from: start) ?? hostEnd(in: text, from: start) else { return nil }
    var hasPort = false
    if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
      var portEnd = end + 1
      while portEnd < bytes.count, bytes[portEnd] &- 0x30 < 10 { portEnd += 1 }
      hasPort = portEnd > end + 1
      if hasPort {
        end = portEnd
      } else if portEnd < bytes.count, isLetterOrDigit(UInt32(bytes[portEnd])) || isPathStart(bytes, portEnd)
      {
        return nil
      }
    }
    if end < bytes.count {
      let (value, next) = text.read(at: end)
      // Browsers remove invisible characters and read on.
      let goesOn =
        next < bytes.count && (bytes[next] == UInt8(ascii: ".") || Letters.isWord(text.read(at: next).value))
      guard value != 0x25, !(goesOn && CleanText.isInvisible(value)), !hasPort || !Letters.isWord(value)
      else {
        return nil
      }
    }
    // Text before an `@` is user information (RFC 3986, 3.2.1), which would be mistaken for the host.
    var index = end
    while index < bytes.count, bytes[index] > 0x20, !isPathStart(bytes, index) {
      if bytes[index] == UInt8(ascii: "@") { return nil }
      index += 1
    }
    return end
  }

  /// Returns the end of an IPv6 address in brackets.
  private static func literalEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "]"): return index > start + 1 ? index + 1 : nil
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."): index += 1
      case let byte where UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20: index += 1
      default: return nil
      }
    }
    return nil
  }

  private static func hostEnd(in text: CodePoints, from start: Int) -> Int? {
    let bytes = text.bytes
    guard start < bytes.count else { return nil }
    let first = text.read(at: start).value
    guard Letters.isWord(first), !CleanText.isMark(first) else { return nil }
    var index = start
    var previous: UInt32 = 0
    // The index at which a sentence may continue within the last label. No top-level domain mixes the two
    // scripts.
    var sentenceStart: Int?
    while index < bytes.count {
      let (value, next) = text.read(at: index)
      guard value == 0x2E || value == 0x2D || isWord(value, before: next, in: text) else { break }
      if previous == 0x2E { sentenceStart = nil }
      if sentenceStart == nil, goesOn(value, after: previous) { sentenceStart = index }
      previous = value
      index = next
    }
    if isPathStart(bytes, index) { return index }
    if index == bytes.count || bytes[index] != UInt8(ascii: ":") {
      if let sentenceStart { return sentenceStart }
      while bytes[index - 1] == UInt8(ascii: ".") { index -= 1 }
    }
    return index
  }

  private static func pathEnd(in text: CodePoints, from start: Int) -> Int {
    var index = start
    var previous: UInt32 = 0
    while index < text.bytes.count {
      let (value, next) = text.read(at: index)
      if value < 0x80 {
        guard isURLByte(text.bytes[index]) else { break }
      } else {
        guard isWord(value, before: next, in: text), !goesOn(value, after: previous) else { break }
      }
      previous = value
      index = next
    }
    return index
  }

  /// Returns true for a letter, or for a separator before a letter: middle dot, joiner, apostrophe, hyphen,
  /// en dash.
  private static func isWord(_ value: UInt32, before next: Int, in text: CodePoints) -> Bool {
    switch value {
    case 0xB7, 0x200C, 0x200D, 0x2010...0x2013, 0x2019, 0x30FB:
      next < text.bytes.count && Letters.isWord(text.read(at: next).value)
    default: Letters.isWord(value)
    }
  }

  /// Returns true if the sentence continues at `value`. Chinese and Thai text follows a URL without a space,
  /// and so do Korean particles.
  private static func goesOn(_ value: UInt32, after previous: UInt32) -> Bool {
    guard value >= 0x80, isLetterOrDigit(previous) else { return false }
    return Letters.isOfScriptWithoutSpaces(value) || 0xAC00...0xD7A3 ~= value
  }

  private static func isLetterOrDigit(_ value: UInt32) -> Bool { value != 0x5F && Letters.isASCIIWord(value) }

  private static func isPathStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index < bytes.count else { return false }
    return bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
      || bytes[index] == UInt8(ascii: "#")
  }

  /// Returns true for characters that RFC 3986 allows.
  private static func isURLByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: byte > 0x20 && byte < 0x7F
    }
  }

  /// Returns the number of bytes at the end of a URL that belong to the surrounding sentence.
  private static func sentenceLength(_ url: ArraySlice<UInt8>) -> Int {
    var unopenedRound = 0
    var unopenedSquare = 0
    for byte in url {
      switch byte {
      case UInt8(ascii: "("): unopenedRound -= 1
      case UInt8(ascii: ")"): unopenedRound += 1
      case UInt8(ascii: "["): unopenedSquare -= 1
      case UInt8(ascii: "]"): unopenedSquare += 1
      default: break
      }
    }
    var rest = url
    while let last = rest.last {
      switch last {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
        UInt8(ascii: "?"), UInt8(ascii: "'"):
        break
      case UInt8(ascii: ")") where unopenedRound > 0: unopenedRound -= 1
      case UInt8(ascii: "]") where unopenedSquare > 0: unopenedSquare -= 1
      default: return url.count - rest.count
      }
      rest.removeLast()
    }
    return url.count
  }
}
