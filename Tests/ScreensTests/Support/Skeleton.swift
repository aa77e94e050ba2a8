import Foundation

@testable import Localization
@testable import Screens

/// Markup taken apart into what is the same in every language, and what people read.
struct Skeleton {
  /// The tags in document order, without the values of the attributes that people read.
  private(set) var tags: [String] = []
  /// The values of those attributes and the texts between the tags, in document order.
  private(set) var texts: [String] = []

  private static let readAttributes = [" aria-label=", " title=", " alt=", " placeholder="]

  init(_ markup: String) {
    for part in markup.utf8.split(separator: UInt8(ascii: "<")) {
      let end = part.firstIndex(of: UInt8(ascii: ">")) ?? part.endIndex
      let quoted = part[..<end].split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      var pieces = quoted.map { String($0) ?? "" }
      let isTitle = pieces.contains("apple-mobile-web-app-title")
      for index in stride(from: 1, to: pieces.count, by: 2)
      where Self.readAttributes.contains(where: pieces[index - 1].hasSuffix)
        || isTitle && pieces[index - 1] == " content="
      {
        texts.append(pieces[index])
        pieces[index] = ""
      }
      tags.append("<" + pieces.joined(separator: "\"") + ">")
      texts.append(String(part[end...].dropFirst()) ?? "")
    }
  }

  /// Returns the tags that an English page must have in another language.
  func tags(in language: Language) -> [String] {
    let direction = " lang=\"\(language.tag)\" dir=\"\(language.direction)\""
    return tags.map { tag in
      let isChosen = tag.contains(" lang=\"\(language.tag)\"")
      if tag.contains(" data-tap=\"language:") { return Self.choice(tag, isChosen: isChosen) }
      if tag.contains(" data-texts=\"") { return Self.textsFirst(of: language, in: tag) }
      guard tag.hasPrefix("<html ") || tag.hasPrefix("<aside ") else { return tag }
      return tag.replacingOccurrences(of: " lang=\"en\" dir=\"ltr\"", with: direction)
    }
  }

  /// Returns the link to a language in the settings, which mark the language that shows.
  private static func choice(_ tag: String, isChosen: Bool) -> String {
    let chosen = " aria-current=\"true\""
    return tag.replacingOccurrences(of: chosen, with: "").dropLast() + (isChosen ? chosen : "") + ">"
  }

  /// Returns the tag with the addresses of all languages' texts. The address of the page's language comes
  /// first.
  private static func textsFirst(of language: Language, in tag: String) -> String {
    var pieces = tag.components(separatedBy: "\"")
    for index in stride(from: 1, to: pieces.count, by: 2) where pieces[index - 1].hasSuffix(" data-texts=") {
      let addresses = pieces[index].components(separatedBy: " ")
      let isOwn = { (address: String) in address.hasPrefix(Links.texts(of: language)) }
      pieces[index] = (addresses.filter(isOwn) + addresses.filter { !isOwn($0) }).joined(separator: " ")
    }
    return pieces.joined(separator: "\"")
  }
}

/// Returns the texts of looks in one language as lines of JSON: `["Reply", "ردّ"]`. A text that is usually
/// translated otherwise has a line with the look, and which of the look's equal English texts it is. Texts
/// that are the same in both languages have no line.
func textRecording(_ looks: [(name: String, english: [String], texts: [String])]) throws -> String {
  var counts: [String: [String: Int]] = [:]
  for look in looks {
    for (english, text) in zip(look.english, look.texts) {
      counts[english, default: [:]][text, default: 0] += 1
    }
  }
  let usual = counts.mapValues { texts in
    texts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }
  var lines = usual.filter { $0.key != $0.value }.map { [$0.key, $0.value] }
  for look in looks {
    var seen: [String: Int] = [:]
    for (english, text) in zip(look.english, look.texts) {
      let number = seen[english, default: 0]
      seen[english] = number + 1
      if text != usual[english] { lines.append([english, text, look.name, "\(number)"]) }
    }
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  return try lines.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }.sorted().joined()
}
