import Foundation
import Testing

/// Paths, links and lists in the documents match the repository.
struct DocumentTests {
  /// The decisions tell of their time; their index is one of these.
  private static let documents = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/architecture.md", "docs/glossary.md",
    "docs/app.md", "docs/server.md", "docs/storage.md", "docs/testing.md", "docs/running.md", "docs/tour.md",
    "docs/addresses.md", "docs/translations.md", "docs/decisions/README.md",
  ]

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: SourceFile.root.appending(path: path).path)
  }

  @Test(arguments: documents)
  func `Links lead to files and headings`(document: String) throws {
    let text = try SourceFile.read(document).text
    let folder = (document as NSString).deletingLastPathComponent
    for link in text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.output.1) }) where !link.contains("://") {
      let parts = link.components(separatedBy: "#")
      let path =
        parts[0].isEmpty
        ? document : ((folder as NSString).appendingPathComponent(parts[0]) as NSString).standardizingPath
      #expect(Self.exists(path), "\(document) links \(link)")
      guard parts.count > 1, path.hasSuffix(".md") else { continue }
      let headings = try SourceFile.read(path).lines.filter { $0.hasPrefix("#") }.map(Self.anchor)
      #expect(headings.contains(parts[1]), "\(document) links \(link)")
    }
  }

  /// As GitHub makes it of a heading.
  private static func anchor(_ heading: String) -> String {
    heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacingOccurrences(
        of: " ", with: "-")
  }

  @Test(arguments: documents)
  func `Paths in the text are there`(document: String) throws {
    let text = try SourceFile.read(document).text
    for path in text.matches(of: /`((?:Sources|Tests|Tools|Web|Demo|docs)\/[^`\s]*)`/).map({
      String($0.output.1)
    }) {
      guard path.wholeMatch(of: /[\w\/+.\-]+/) != nil, !path.contains("MigrationN"), !path.contains("N-name")
      else {
        continue
      }
      #expect(Self.exists(path), "\(document) names \(path)")
    }
  }

  /// Names in the documents that are Swift's, other libraries' or placeholders.
  private static let foreignNames: Set<String> = ["Character", "Codable", "EmbeddedRestrictions"]

  @Test func `Types that the documents name are there`() throws {
    let docs = try SourceFile.all(in: "docs", endings: ["md"]).filter { !$0.path.contains("decisions/") }
    let known = try Self.names()
    for document in try docs + [SourceFile.read("README.md"), SourceFile.read("CONTRIBUTING.md")] {
      // A fence of a code block would pair with the next mark of a name.
      let text = document.text.replacingOccurrences(of: "```", with: "")
      for name in text.matches(of: /`([A-Z][A-Za-z0-9.]*)[^`\s\/]*`/).flatMap({
        $0.output.1.split(separator: ".")
      })
      where name.first?.isUppercase == true && name.contains(where: \.isLowercase) {
        #expect(
          known.contains(String(name)) || Self.foreignNames.contains(String(name)),
          "\(document) names \(name)")
      }
    }
  }

  /// Returns the names of types, files and folders. `Outbox+JSON.swift` counts as `Outbox`.
  private static func names() throws -> Set<String> {
    var names: Set<String> = ["Package"]
    for folder in ["Sources", "Tests", "Tools", "Web", "Demo"] {
      for file in try SourceFile.all(in: folder, endings: ["swift", "py", "js", "css", "h"]) {
        names.formUnion(file.path.split { $0 == "/" || $0 == "." || $0 == "+" }.map(String.init))
        guard file.path.hasSuffix(".swift") else { continue }
        let declarations = file.code.matches(of: /\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/)
        names.formUnion(declarations.map { String($0.output.1) })
      }
    }
    return names
  }

  @Test func `The architecture names every module`() throws {
    let text = try SourceFile.read("docs/architecture.md").text
    for module in Set(try SourceFile.all(in: "Sources").map(\.module)) {
      #expect(text.contains("`\(module)`"), "docs/architecture.md doesn't name \(module)")
    }
  }

  @Test func `The index of decisions names every one`() throws {
    let index = try SourceFile.read("docs/decisions/README.md").text
    let folder = SourceFile.root.appending(path: "docs/decisions").path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file != "README.md" {
      #expect(index.contains("(\(file))"), "docs/decisions/README.md lacks \(file)")
      #expect(
        try SourceFile.read("docs/decisions/" + file).text.hasPrefix("# \(file.prefix(4)): "),
        "\(file) begins with its number")
    }
  }

  @Test func `The changelog names the newest schema`() throws {
    let migrations = try SourceFile.all(in: "Sources/Backend/Storage/Schema").compactMap { file in
      (file.path as NSString).lastPathComponent.firstMatch(of: /^Migration(\d+)[.+]/).flatMap {
        Int($0.output.1)
      }
    }
    let newest = try #require(migrations.max())
    let changelog = try SourceFile.read("CHANGELOG.md").text
    #expect(
      changelog.firstMatch(of: /\(schema (\d+)\)/)?.output.1 == "\(newest)",
      "CHANGELOG.md names another schema")
  }
}
