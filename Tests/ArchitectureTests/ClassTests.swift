import Foundation
import Testing

/// Checks that no screen uses a class whose styles are another screen's. Classes are global, so that happens
/// by accident.
struct ClassTests {
  private static func classes(in text: some StringProtocol) -> [String] {
    String(text).matches(of: /\.([a-zA-Z][\w-]*)/).map { String($0.1) }
  }

  /// Splits a list of selectors at the commas that aren't in parentheses.
  private static func selectors(_ list: Substring) -> [String] {
    var (parts, depth) = ([""], 0)
    for letter in list {
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      if letter == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(letter) }
    }
    return parts
  }

  @Test func `no screen uses a class that only another screen's styles know`() throws {
    let files = try SourceFile.all(in: "Sources/WebApp/Screens").filter { !$0.screen.isEmpty }
    var owners: [String: Set<String>] = [:]
    for file in files {
      for name in file.text.matches(of: /static let name: StaticString = "([^"]*)"/) {
        for word in name.1.split(separator: " ") { owners[String(word), default: []].insert(file.screen) }
      }
    }
    owners = owners.filter { $0.value.count == 1 }
    var (scoped, free): ([String: Set<String>], Set<String>) = ([:], [])
    for sheet in try SourceFile.all(in: "Web/styles", endings: ["css"]) {
      for rule in sheet.text.replacing(/\/\*[\s\S]*?\*\//, with: "").matches(of: /([^{};]+)\{/) {
        for selector in Self.selectors(rule.1) {
          let names = Self.classes(in: selector)
          let screens = names.compactMap { owners[$0] }.reduce(into: Set<String>()) { $0.formUnion($1) }
          for name in names where owners[name] == nil {
            if screens.isEmpty { free.insert(name) } else { scoped[name, default: []].formUnion(screens) }
          }
        }
      }
    }
    #expect(scoped["report"] == ["CommunityPage"] && free.contains("row"))
    for file in files {
      for use in file.text.matches(of: /\.class\("([^"]*)"\)/) {
        for name in use.1.split(separator: " ").map(String.init) where !free.contains(name) {
          let screens = scoped[name] ?? [file.screen]
          #expect(
            screens.contains(file.screen), "\(file) uses .\(name), whose styles are those of \(screens)")
        }
      }
    }
  }
}
