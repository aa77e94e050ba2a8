import Foundation
import Testing

/// A file of the repository, as text.
struct SourceFile: CustomStringConvertible {
  /// The path from the repository's root: `Sources/WebApp/Runtime/App.swift`.
  let path: String
  let text: String

  var description: String { path }

  var lines: [String] { text.components(separatedBy: "\n") }

  /// The module: `Storage` for `Sources/Backend/Storage/Store.swift`, `Screens` for what is in
  /// `Sources/WebApp`.
  var module: String {
    switch folders.count > 1 ? folders[1] : "" {
    case "WebApp": "Screens"
    case "Command": "swiftlet"
    default: folders.count > 3 ? folders[2] : ""
    }
  }

  /// The folder in `Sources/WebApp`: `Runtime` for `Sources/WebApp/Runtime/App.swift`.
  var webAppFolder: String { folders.count > 3 && folders[1] == "WebApp" ? folders[2] : "" }

  /// The folder of a screen: `Moments` for `Sources/WebApp/Screens/Moments/Moments.swift`. Empty if no
  /// screen's.
  var screen: String { folders.count > 4 && webAppFolder == "Screens" ? folders[3] : "" }

  private var folders: [String] { path.components(separatedBy: "/") }

  /// The imported modules, with any access level or attribute.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({
          $0.hasPrefix("@") || ["public", "internal", "private", "fileprivate"].contains($0)
        })
      else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = kinds.contains(words[place + 1]) ? words[min(place + 2, words.count - 1)] : words[place + 1]
      return String(name.prefix { $0 != "." })
    }
  }

  /// The code without comments and without the contents of string literals.
  var code: String {
    lines.map { line in
      var code = ""
      var isInString = false
      var before: Character = " "
      for character in line {
        if character == "\"", before != "\\" { isInString.toggle() }
        if !isInString {
          if character == "/", before == "/" { return String(code.dropLast()) }
          code.append(character)
        }
        before = before == "\\" && character == "\\" ? " " : character
      }
      return code
    }.joined(separator: "\n")
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func read(_ path: String) throws -> SourceFile {
    SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }

  /// Returns the Swift files under a folder of the repository, or the files with other endings.
  static func all(in folder: String, endings: Set<String> = ["swift"]) throws -> [SourceFile] {
    let base = root.appending(path: folder)
    let files = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }.map { url in
      let relative = url.pathComponents.dropFirst(root.pathComponents.count).joined(separator: "/")
      return SourceFile(path: relative, text: try String(contentsOf: url, encoding: .utf8))
    }.sorted { $0.path < $1.path }
  }
}
