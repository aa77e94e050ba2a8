import Foundation
import Testing

/// Compares the four places that list the calls between app and browser, which no compiler compares. They are
/// `CBrowser.h`, the functions of `Web/bridge`, the exports of `BrowserApp`, and the calls in `Web/bridge`.
struct BridgeTests {
  @Test func `what the app may call is what the bridge can do, with the same parameters`() throws {
    let declared = try BridgeLists.declared()
    let implemented = try BridgeLists.implemented()
    #expect(declared.count > 40)
    #expect(BridgeLists.differences(declared, "CBrowser.h", implemented, "Web/bridge") == [])
  }

  @Test func `what the bridge reports is what the app exports, with as many values`() throws {
    let exported = try BridgeLists.exported()
    let reported = try BridgeLists.reported()
    #expect(exported.count > 20)
    #expect(BridgeLists.differences(exported, "BrowserApp", reported, "Web/bridge") == [])
  }

  @Test func `every function that the header declares is called`() throws {
    let app = try SourceFile.all(in: "Sources/Browser/BrowserApp").map(\.code).joined()
    for match in try SourceFile.read(BridgeLists.header).text.matches(of: /\bbrowser_\w+(?=\()/) {
      #expect(app.contains("\(match.output)("), "BrowserApp never calls \(match.output)")
    }
  }

  @Test func `a difference is named`() {
    #expect(
      BridgeLists.differences(
        ["a": ["i"], "b": ["it"], "c": [""]], "left", ["a": ["i"], "b": ["i"], "d": ["t"]], "right")
        == ["b is (it) in left, (i) in right", "left has c, right has not", "right has d, left has not"])
  }

  @Test func `arguments are counted by the commas that part them`() {
    let script = #"report("a", f(1, 2), [3, 4], `${x}, y`, "5, (6"); report("b"); report(name, ...values)"#
    #expect(
      BridgeLists.arguments(ofCallsTo: "report", in: script) == [
        [#""a""#, "f(1, 2)", "[3, 4]", "`${x}, y`", #""5, (6""#], [#""b""#], ["name", "...values"],
      ])
  }
}

/// The four lists, read from the source texts: a name, and the ways it is used. One letter stands for each
/// value: `i` an integer, `f` a floating-point number, `t` text or bytes (address and length), `_` unknown.
enum BridgeLists {
  typealias List = [String: Set<String>]

  static let header = "Sources/Browser/CBrowser/include/CBrowser.h"

  static func declared() throws -> List {
    let text = try SourceFile.read(header).text
    return List(
      text.matches(of: /BROWSER\((\w+)\) \w+ \w+\(([^)]*)\)/).map { match in
        let types = match.2.split(separator: ",").map { String($0.split(separator: " ")[0]) }
        return (String(match.1), [letters(types, pointer: "Bytes", whole: "int32_t", floating: "double")])
      }, uniquingKeysWith: { $0.union($1) })
  }

  static func implemented() throws -> List {
    let calls = try script().matches(of: #/^  (\w+): \["(\w*)", /#.anchorsMatchLineEndings())
    return calls.reduce(into: [:]) { list, call in
      list[String(call.1), default: []].insert(String(call.2).replacingOccurrences(of: "b", with: "t"))
    }
  }

  static func exported() throws -> List {
    let text = try SourceFile.all(in: "Sources/Browser/BrowserApp").map(\.text).joined()
    return List(
      text.matches(of: /@_expose\(wasm, "(\w+)"\) @c public func (\w+)\(([^)]*)\)/).map { match in
        let types = match.3.split(separator: ",").map {
          $0.split(separator: ":")[1].trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let values = letters(types, pointer: "UnsafeMutableRawPointer?", whole: "Int32", floating: "Double")
        return (String(match.1), [String(repeating: "_", count: values.count)])
      }, uniquingKeysWith: { $0.union($1) })
  }

  /// The bridge's calls of the app: `report("name", …)`, and direct calls, `app.name(…)`.
  static func reported() throws -> List {
    let script = try script()
    let reported = arguments(ofCallsTo: "report", in: script).filter { $0.first?.hasPrefix("\"") == true }
    var list = List(
      reported.map { ($0[0].replacing("\"", with: ""), [String(repeating: "_", count: $0.count - 1)]) },
      uniquingKeysWith: { $0.union($1) })
    for match in script.matches(of: /\bapp\.(\w+)\(/) {
      for arguments in arguments(ofCallsTo: "app.\(match.1)", in: script) {
        list[String(match.1), default: []].insert(String(repeating: "_", count: arguments.count))
      }
    }
    return list
  }

  static func differences(_ left: List, _ leftName: String, _ right: List, _ rightName: String) -> [String] {
    Set(left.keys).union(right.keys).sorted().compactMap { name in
      switch (left[name], right[name]) {
      case (let left?, let right?):
        left == right ? nil : "\(name) is \(words(left)) in \(leftName), \(words(right)) in \(rightName)"
      case (nil, _): "\(rightName) has \(name), \(leftName) has not"
      case (_, nil): "\(leftName) has \(name), \(rightName) has not"
      }
    }
  }

  /// The arguments of each call, as written.
  static func arguments(ofCallsTo function: String, in script: String) -> [[String]] {
    script.ranges(of: function + "(").compactMap { call in
      if let before = script[..<call.lowerBound].last, before.isLetter || before == "." { return nil }
      guard !script[..<call.lowerBound].hasSuffix("function ") else { return nil }
      var arguments = [""]
      var depth = 0
      var quote: Character?
      for character in script[call.upperBound...] {
        if quote == nil, depth == 0, character == ")" { break }
        if quote == nil, depth == 0, character == "," {
          arguments.append("")
          continue
        }
        arguments[arguments.count - 1].append(character)
        if quote != nil {
          if character == quote { quote = nil }
        } else if "\"'`".contains(character) {
          quote = character
        } else if "([{".contains(character) {
          depth += 1
        } else if ")]}".contains(character) {
          depth -= 1
        }
      }
      return arguments.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
  }

  private static func script() throws -> String {
    try SourceFile.all(in: "Web/bridge", endings: ["js"]).map(\.text).joined(separator: "\n")
  }

  private static func words(_ ways: Set<String>) -> String {
    ways.sorted().map { "(\($0))" }.joined(separator: " or ")
  }

  /// A pointer and the length after it are one value.
  private static func letters(_ types: [String], pointer: String, whole: String, floating: String) -> String {
    var letters = ""
    var types = types[...]
    while let type = types.popFirst() {
      switch type {
      case pointer where types.first == whole:
        letters += "t"
        types.removeFirst()
      case whole: letters += "i"
      case floating: letters += "f"
      case "void": break
      default: letters += "?"
      }
    }
    return letters
  }
}
