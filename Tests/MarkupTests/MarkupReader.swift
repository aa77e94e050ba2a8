import Markup
import TestSupport

/// A document of elements with two attributes and text, as the test expects it.
indirect enum TextTree: Equatable {
  case text(String)
  case element(name: String, label: String, data: String, [TextTree])

  static func random(depth: Int, _ generator: inout SeededGenerator) -> TextTree {
    .element(
      name: generator.pick(["p", "div", "bdi"]), label: generator.text(), data: generator.text(),
      (0..<generator.below(4)).map { _ in
        depth < 3 && generator.chance(50) ? random(depth: depth + 1, &generator) : .text(generator.text())
      })
  }

  /// The tree with adjacent texts joined and empty ones removed, as a parser of the markup sees it.
  var merged: TextTree {
    guard case .element(let name, let label, let data, let children) = self else { return self }
    var result: [TextTree] = []
    for child in children.map(\.merged) {
      if case .text(let text) = child {
        if text.isEmpty { continue }
        if case .text(let before)? = result.last {
          result[result.count - 1] = .text(before + text)
          continue
        }
      }
      result.append(child)
    }
    return .element(name: name, label: label, data: data, result)
  }

  func write(to html: inout HTML) {
    switch self {
    case .text(let text): html.text(text)
    case .element(let name, let label, let data, let children):
      let attributes: (Attribute, Attribute) = (.aria(.label, label), .data("data-x", data))
      let content = { (html: inout HTML) in
        for child in children { child.write(to: &html) }
      }
      switch name {
      case "p": html.element("p", attributes.0, attributes.1, content: content)
      case "div": html.element("div", attributes.0, attributes.1, content: content)
      default: html.element("bdi", attributes.0, attributes.1, content: content)
      }
    }
  }

  /// Compares bytes, because Swift's strings are equal if they are canonically equivalent.
  static func == (left: TextTree, right: TextTree) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (
      .element(let name, let label, let data, let children),
      .element(let name2, let label2, let data2, let children2)
    ):
      name == name2 && label.utf8.elementsEqual(label2.utf8) && data.utf8.elementsEqual(data2.utf8)
        && children == children2
    default: false
    }
  }
}

/// Parses the part of HTML (section 13.2) that the writer uses: tags, quoted attributes, five character
/// references.
struct MarkupReader {
  private var rest: ArraySlice<UInt8>

  /// Returns the tree; `nil` unless the bytes are one properly closed element.
  static func read(_ bytes: [UInt8]) -> TextTree? {
    var reader = MarkupReader(rest: bytes[...])
    guard let tree = reader.element(), reader.rest.isEmpty else { return nil }
    return tree
  }

  private mutating func element() -> TextTree? {
    guard take("<") else { return nil }
    let name = until { $0 == UInt8(ascii: " ") }
    guard take(" aria-label=\""), case let label = until({ $0 == UInt8(ascii: "\"") }), take("\" data-x=\""),
      case let data = until({ $0 == UInt8(ascii: "\"") }), take("\">")
    else { return nil }
    var children: [TextTree] = []
    while !take("</") {
      if rest.first == UInt8(ascii: "<") {
        guard let child = element() else { return nil }
        children.append(child)
      } else {
        let text = until { $0 == UInt8(ascii: "<") }
        guard !text.isEmpty else { return nil }
        children.append(.text(unescaped(text)))
      }
    }
    guard take(name + ">") else { return nil }
    return .element(name: name, label: unescaped(label), data: unescaped(data), children)
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func until(_ isEnd: (UInt8) -> Bool) -> String {
    let part = rest.prefix { !isEnd($0) }
    rest = rest.dropFirst(part.count)
    return String(decoding: part, as: UTF8.self)
  }

  private func unescaped(_ text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let reference = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#13;": "\r"].first {
        rest.starts(with: $0.key.utf8)
      }
      if let reference { result += Array(reference.value.utf8) } else { result.append(byte) }
      rest = rest.dropFirst(reference?.key.utf8.count ?? 1)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
