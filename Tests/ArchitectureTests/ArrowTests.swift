import Foundation
import Testing

/// Checks the arrows of docs/architecture.md: the modules that each module may import, and the modules that
/// only some may know.
struct ArrowTests {
  /// The modules of the package, with the modules that each one may import.
  static let arrows: [String: Set<String>] = [
    "JSON": [], "Markup": [], "Social": [], "ImageCaching": [], "Disk": [],
    "Contracts": ["JSON", "Social"], "Localization": ["Social"],
    "Screens": ["Contracts", "JSON", "Localization", "Markup", "Social"],
    // Not in the app: it reads the texts of the viewer's language from a file.
    "Texts": ["Localization", "Social"],
    "BrowserApp": ["CBrowser", "Contracts", "ImageCaching", "Localization", "Markup", "Screens", "Social"],
    "Invalidation": [], "OAuth1": [], "TwitterContracts": ["Contracts", "JSON", "Social"],
    "Media": ["CVips", "Disk", "JSON"],
    "Storage": ["CPostgres", "Disk", "Invalidation", "JSON", "Social"],
    "Community": ["Contracts", "Disk", "Invalidation", "JSON", "Markup", "Media", "Social", "Storage"],
    "Server": [
      "CZlib", "Community", "Contracts", "Invalidation", "JSON", "Localization", "Markup", "Media", "OAuth1",
      "Screens", "Social", "Texts", "TwitterContracts",
    ],
    // Composes the server, so it sees all of it. The browser's side is the server's business.
    "swiftlet": [
      "CEmptyICU", "CMemory", "Community", "Contracts", "Disk", "Media", "Server", "Social", "Storage",
    ],
    "CBrowser": [], "CEmptyICU": [], "CMemory": [], "CPostgres": [], "CVips": [], "CZlib": [],
  ]

  static let browserSafe: Set<String> = [
    "JSON", "Markup", "Social", "Contracts", "Localization", "Screens", "ImageCaching", "BrowserApp",
  ]

  /// Imports that only some modules may have, by the beginning of the imported module's name.
  static let knownOnlyBy: [String: Set<String>] = [
    "GRDB": ["Storage"], "SQLite": ["Storage"], "CPostgres": ["Storage"],
    "Hummingbird": ["Server", "swiftlet"], "HTTPTypes": ["Server"],
    "CCurl": ["Community"], "ArgumentParser": ["swiftlet"],
    "CMemory": ["swiftlet"], "CVips": ["Media"], "CZlib": ["Server"], "CBrowser": ["BrowserApp"],
  ]

  @Test func `every module imports only what its arrows point at`() throws {
    for file in try SourceFile.all(in: "Sources") {
      let allowed = try #require(
        Self.arrows[file.module], "\(file.module) has no place in docs/architecture.md")
      for imported in file.imports where Self.arrows[imported] != nil {
        #expect(allowed.contains(imported), "\(file) imports \(imported)")
      }
    }
  }

  @Test func `the package declares no other arrows`() throws {
    // In the manifest every target begins a line, indented by two spaces.
    let targets = try SourceFile.read("Package.swift").text.components(separatedBy: "\n  .")
    for (name, allowed) in Self.arrows {
      let target = try #require(
        targets.first {
          $0.components(separatedBy: "name: \"").dropFirst().first?.hasPrefix(name + "\"") == true
        },
        "Package.swift has no target \(name)")
      for other in Self.arrows.keys where other != name && !allowed.contains(other) {
        #expect(!target.contains("\"\(other)\""), "Package.swift lets \(name) depend on \(other)")
      }
    }
  }

  /// Modules that a target needs without an import: code to link, and a program that its tests start.
  static let linked: [String: Set<String>] = ["swiftlet": ["CEmptyICU"], "ServerTests": ["swiftlet"]]

  @Test func `every target declares the modules that it imports, and no others`() throws {
    let package = try SourceFile.read("Package.swift").text
    let targets = package.matches(
      of: /\n  \.(?:target|executableTarget|testTarget)\(\s*name: "(\w+)"((?:[^\n]|\n(?!  \.|\]))*)/)
    let names = Set(targets.map { String($0.output.1) })
    #expect(names.isSuperset(of: ["Screens", "Server", "StorageTests", "TestSupport"]))
    for target in targets {
      let (name, text) = (String(target.output.1), target.output.2)
      let path = text.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) } ?? "Tests/" + name
      let imported = Set(try SourceFile.all(in: path).flatMap(\.imports))
      // A target of C has headers instead of imports.
      guard !imported.isEmpty else { continue }
      let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
      let declared = Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
      #expect(imported.intersection(names).subtracting(declared) == [], "\(name) imports these undeclared")
      let unused = declared.intersection(names).subtracting(imported)
      #expect(unused == Self.linked[name, default: []], "\(name) declares these and doesn't import them")
    }
  }

  @Test func `arrows never go in a circle`() {
    func reachable(_ module: String) -> Set<String> {
      Self.arrows[module, default: []].reduce(into: []) { $0.formUnion(reachable($1).union([$1])) }
    }
    for module in Self.arrows.keys { #expect(!reachable(module).contains(module)) }
  }

  @Test func `only their owners know database network and browser`() throws {
    for file in try SourceFile.all(in: "Sources") {
      for imported in file.imports {
        for (name, owners) in Self.knownOnlyBy where imported.hasPrefix(name) {
          #expect(owners.contains(file.module), "\(file) imports \(imported)")
        }
      }
    }
  }

  @Test func `only storage knows SQL`() throws {
    let statements = ["SELECT ", "INSERT INTO", "DELETE FROM", "CREATE TABLE", "UPDATE OR ", "PRAGMA "]
    for file in try SourceFile.all(in: "Sources") where file.module != "Storage" {
      for statement in statements { #expect(!file.text.contains(statement), "\(file) holds “\(statement)”") }
    }
  }

  @Test func `browser safe modules import only one another`() throws {
    for file in try SourceFile.all(in: "Sources") where Self.browserSafe.contains(file.module) {
      for imported in file.imports {
        #expect(Self.browserSafe.contains(imported) || imported == "CBrowser", "\(file) imports \(imported)")
      }
    }
  }
}
