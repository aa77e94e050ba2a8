import Foundation
import Markup

/// The metadata in the head of another site's page (ogp.me; HTML 4.2). The parser is tolerant and runs no
/// scripts.
///
/// It reads each byte a fixed number of times, for any input.
struct PageHead: Equatable {
  var title = ""
  var description = ""
  var site = ""
  var author = ""
  var language: String?
  /// The picture's address as the page has it, which may be relative.
  var picture: String?
  var pictureDescription = ""

  static let longestTitle = 200
  static let longestDescription = 500
  /// The maximum length of the names of sites and authors.
  static let longestName = 200

  /// - Parameter bytes: UTF-8; other bytes are read as Latin-1.
  init(_ bytes: [UInt8]) {
    var parser = HeadParser(bytes: bytes)
    parser.read()
    let names = parser.metas
    func first(_ keys: String...) -> String? {
      for key in keys { if let value = names[key], !value.isBlank { return value } }
      return nil
    }
    title = (first("og:title", "twitter:title") ?? parser.title ?? "").cut(Self.longestTitle)
    description = (first("og:description", "twitter:description", "description") ?? "").cut(
      Self.longestDescription)
    site = (first("og:site_name", "application-name") ?? "").cut(Self.longestName)
    author = (first("author", "twitter:creator") ?? "").cut(Self.longestName)
    picture = first("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src")
    pictureDescription = (first("og:image:alt", "twitter:image:alt") ?? "").cut(Self.longestDescription)
    language = parser.language.flatMap { Self.language($0) }
  }

  /// Returns the primary language: `en` for `en-US`.
  private static func language(_ tag: String) -> String? {
    let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      ? code : nil
  }
}

extension String {
  /// Returns one line without redundant white space, of at most `length` code points.
  fileprivate func cut(_ length: Int) -> String {
    let words = cleaned(keepsLines: false).split(separator: " ", omittingEmptySubsequences: true)
    let text = words.joined(separator: " ")
    guard !text.isBlank else { return "" }
    guard text.unicodeScalars.count > length else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length - 1))).cleaned(keepsLines: false)
      + "…"
  }
}

/// Moves from tag to tag until the head ends.
private struct HeadParser {
  let bytes: [UInt8]
  var index = 0
  var metas: [String: String] = [:]
  var title: String?
  var language: String?

  /// Elements with raw text: a `<` in them doesn't begin a tag.
  private static let raw: Set<String> = ["script", "style", "noscript", "template", "textarea", "iframe"]

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() {
    while let start = position(of: UInt8(ascii: "<"), from: index) {
      index = start + 1
      if starts(with: "!--") {
        guard let end = position(of: "-->", from: index + 3) else { return }
        index = end + 3
        continue
      }
      let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
      if isEnd { index += 1 }
      let name = word()
      guard !name.isEmpty else { continue }
      let attributes = attributes()
      if isEnd {
        if name == "head" { return }
        continue
      }
      switch name {
      case "body": return
      case "html": language = attributes["lang"]
      case "meta": meta(attributes)
      case "title":
        let end = position(of: "</title", from: index) ?? bytes.count
        if title == nil { title = text(bytes[index..<end]) }
        index = end
      case let name where Self.raw.contains(name):
        guard let end = position(of: "</" + name, from: index) else { return }
        index = end
      default: break
      }
    }
  }

  private mutating func meta(_ attributes: [String: String]) {
    guard let content = attributes["content"] else { return }
    for key in [attributes["property"], attributes["name"]].compactMap({ $0?.lowercased() })
    where metas[key] == nil {
      metas[key] = content
    }
  }

  /// Reads the name of a tag or an attribute, in lower case.
  private mutating func word() -> String {
    let start = index
    while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }

  /// Reads all attributes and the end of the tag.
  private mutating func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        index += 1
        return attributes
      }
      guard !Self.endsWord(byte) else {
        index += 1
        continue
      }
      let name = word()
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      skipSpace()
      let value = value()
      if attributes[name] == nil { attributes[name] = text(value) }
    }
    return attributes
  }

  private mutating func skipSpace() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }

  private mutating func value() -> ArraySlice<UInt8> {
    guard index < bytes.count else { return [] }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") { index += 1 }
      return bytes[start..<index]
    }
    let start = index + 1
    let end = position(of: quote, from: start) ?? bytes.count
    index = min(end + 1, bytes.count)
    return bytes[start..<end]
  }

  private func text(_ part: ArraySlice<UInt8>) -> String {
    // All fields are cut to less than this. Resolving references doesn't lengthen a text.
    let part = part.prefix(10_000)
    let utf8 =
      String(validating: part, as: UTF8.self).map { Array($0.utf8) }
      ?? part.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    return String(decoding: CharacterReferences.resolved(utf8[...]), as: UTF8.self)
  }

  private func starts(with text: String) -> Bool { bytes[min(index, bytes.count)...].starts(with: text.utf8) }

  private func position(of byte: UInt8, from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == byte { return place }
      place += 1
    }
    return nil
  }

  /// Finds a text, ignoring case. The text must not begin with a letter.
  private func position(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    var place = start
    while let first = position(of: wanted[0], from: place), first + wanted.count <= bytes.count {
      if wanted.indices.allSatisfy({ Self.lowercased(bytes[first + $0]) == wanted[$0] }) { return first }
      place = first + 1
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
