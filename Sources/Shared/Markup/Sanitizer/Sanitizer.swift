/// The only way for foreign HTML into a page: it is read into paragraphs, breaks and links, and written anew.
/// The text of all other elements is kept; scripts, style sheets and similar elements are dropped with their
/// content.
public struct Sanitizer {
  /// The number of bytes that are read of one text; no server of the Mastodon API sends more.
  static let maxLength = 200_000

  private enum Part {
    case paragraph, lineBreak, list, numbered, item, table, row, cell, link, span, image, preformatted,
      dropped, inline
    case deleted, raised, lowered
  }

  private var paragraphs: [SanitizedText.Paragraph] = []
  private var current: [SanitizedText.Piece] = []
  private var text: [UInt8] = []
  /// The open link: its address, and its text so far.
  private var href: [UInt8]?
  private var linkText: [UInt8] = []
  /// The open `span` elements within a link: each hides its text, shortens it, or does neither.
  private var spans: [Span] = []
  private var invisibleCount = 0
  private var preformattedCount = 0
  private var marks: [SanitizedText.Mark] = []
  /// The number of the next item of each open list; `nil` for one with bullets.
  private var lists: [Int?] = []
  /// The marker before an item, until the item has content.
  private var marker: [UInt8] = []
  private var tableCount = 0
  private var isFirstCell = true

  private enum Span { case plain, invisible, ellipsis }

  public static func read(_ html: String) -> SanitizedText { read(Array(html.utf8)) }

  /// Reads bytes; those that aren't UTF-8 become U+FFFD.
  static func read(_ bytes: [UInt8]) -> SanitizedText {
    var sanitizer = Sanitizer()
    var tokens = MarkupTokens(Array(bytes.prefix(maxLength)))
    while let token = tokens.next() {
      switch token {
      case .text(let text): sanitizer.append(text)
      case .start(let tag):
        if part(tag.name) == .dropped { tokens.skipContent(of: tag.name) } else { sanitizer.start(tag) }
      case .end(let name): sanitizer.end(name)
      }
    }
    sanitizer.endParagraph()
    return SanitizedText(paragraphs: sanitizer.paragraphs)
  }

  private static let parts: [(Part, [StaticString])] = [
    (.lineBreak, ["br"]), (.link, ["a"]), (.span, ["span"]), (.image, ["img"]),
    (.list, ["ul", "menu", "dir"]),
    (.numbered, ["ol"]), (.item, ["li"]), (.table, ["table"]), (.row, ["tr"]), (.cell, ["td", "th"]),
    (.preformatted, ["pre", "listing"]), (.deleted, ["del", "s", "strike"]), (.raised, ["sup"]),
    (.lowered, ["sub"]),
    (
      .paragraph,
      [
        "p", "div", "blockquote", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "caption", "hr",
        "section", "article", "header", "footer", "aside", "main", "nav", "figure", "figcaption", "address",
      ]
    ),
    (
      .dropped,
      [
        "script", "style", "template", "iframe", "noembed", "noframes", "noscript", "xmp", "title",
        "textarea", "svg",
        "math", "object", "select", "audio", "video", "canvas",
      ]
    ),
  ]

  private static func part(_ name: [UInt8]) -> Part {
    for (part, names) in parts {
      for known in names where known.utf8CodeUnitCount == name.count {
        if name.indices.allSatisfy({ name[$0] == known.utf8Start[$0] }) { return part }
      }
    }
    return .inline
  }

  private mutating func start(_ tag: MarkupTokens.Tag) {
    switch Self.part(tag.name) {
    case .paragraph: endBlock()
    case .preformatted:
      endParagraph()
      preformattedCount += 1
    case .list: begin(list: nil)
    case .numbered: begin(list: Self.number(tag.number) ?? 1)
    case .item: beginItem(Self.number(tag.number))
    case .table:
      endParagraph()
      tableCount += 1
    case .row: endRow()
    case .cell: beginCell()
    case .lineBreak: breakLine(evenAfterBreak: true)
    case .link:
      endLink()
      endText()
      href = tag.href
    case .span: if href != nil { open(Self.span(tag.class)) }
    case .image: append(tag.alt)
    case .deleted: begin(.deleted)
    case .raised: begin(.raised)
    case .lowered: begin(.lowered)
    case .dropped, .inline: return
    }
  }

  private mutating func end(_ name: [UInt8]) {
    switch Self.part(name) {
    case .paragraph: endBlock()
    case .preformatted:
      endParagraph()
      preformattedCount = max(0, preformattedCount - 1)
    case .list, .numbered: endList()
    case .table:
      endParagraph()
      tableCount = max(0, tableCount - 1)
    case .row: endRow()
    case .link: endLink()
    case .span: closeSpan()
    case .deleted: end(.deleted)
    case .raised: end(.raised)
    case .lowered: end(.lowered)
    case .item, .cell, .lineBreak, .image, .dropped, .inline: return
    }
  }

  // Links, whose addresses Mastodon shortens by hiding parts of their text.

  private static func span(_ classes: [UInt8]) -> Span {
    for name in classes.split(whereSeparator: { MarkupTokens.isSpace($0) }) {
      if name.elementsEqual(Array("invisible".utf8)) { return .invisible }
      if name.elementsEqual(Array("ellipsis".utf8)) { return .ellipsis }
    }
    return .plain
  }

  private mutating func open(_ span: Span) {
    spans.append(span)
    if span == .invisible { invisibleCount += 1 }
  }

  private mutating func closeSpan() {
    switch spans.popLast() {
    case .invisible: invisibleCount -= 1
    case .ellipsis: if invisibleCount == 0 { append(Array("…".utf8)) }
    case .plain, nil: return
    }
  }

  private mutating func endLink() {
    guard let href else { return }
    self.href = nil
    spans = []
    invisibleCount = 0
    var shown = linkText[...]
    while shown.last == 0x20 { shown.removeLast() }
    linkText = []
    let address = String(decoding: href, as: UTF8.self)
    let text = String(decoding: shown, as: UTF8.self)
    guard !text.isEmpty || !address.isEmpty else { return }
    placeMarker()
    current.append(.link(href: address, text: text.isEmpty ? address : text))
  }

  // Marks; the innermost counts.

  private static let maxMarks = 32

  private mutating func begin(_ mark: SanitizedText.Mark) {
    endText()
    if marks.count < Self.maxMarks { marks.append(mark) }
  }

  private mutating func end(_ mark: SanitizedText.Mark) {
    guard let index = marks.lastIndex(of: mark) else { return }
    endText()
    marks.remove(at: index)
  }

  // Lists.

  /// The greatest indentation of nested lists.
  private static let maxIndents = 5

  private mutating func begin(list number: Int?) {
    if lists.isEmpty { endParagraph() } else { breakLine() }
    lists.append(number)
  }

  private mutating func endList() {
    guard lists.popLast() != nil else { return endParagraph() }
    if lists.isEmpty { endParagraph() } else { breakLine() }
    marker = []
  }

  private mutating func beginItem(_ given: Int?) {
    breakLine()
    marker = []
    for _ in 0..<min(max(0, lists.count - 1), Self.maxIndents) { marker += Array("\u{2003}".utf8) }
    if let numbered = lists.last, let next = numbered {
      let number = given ?? next
      marker += Array("\(number). ".utf8)
      lists[lists.count - 1] = number + 1
    } else {
      marker += Array("• ".utf8)
    }
  }

  private mutating func placeMarker() {
    guard !marker.isEmpty else { return }
    current.append(.text(String(decoding: marker, as: UTF8.self)))
    marker = []
  }

  /// Reads a whole number of at most nine digits.
  private static func number(_ bytes: [UInt8]) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = bytes.dropFirst(isNegative ? 1 : 0)
    guard 1...9 ~= digits.count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    var number = 0
    for digit in digits { number = number * 10 + Int(digit - 0x30) }
    return isNegative ? -number : number
  }

  // Tables: one line per row, with separated cells.

  private mutating func endRow() {
    if tableCount > 0 { breakLine() } else { endParagraph() }
    isFirstCell = true
  }

  private mutating func beginCell() {
    guard !isFirstCell else {
      isFirstCell = false
      return
    }
    endLink()
    appendSpace()
    append(Array("|".utf8))
    appendSpace()
  }

  // Text.

  private mutating func append(_ bytes: [UInt8]) {
    guard invisibleCount == 0 else { return }
    var bytes = bytes
    if href != nil, let mark = marks.last, let digits = mark.digits(String(decoding: bytes, as: UTF8.self)) {
      bytes = Array(digits.utf8)
    }
    let keepsSpace = preformattedCount > 0 && href == nil
    for byte in bytes {
      if byte == 0x0A, keepsSpace {
        breakLine(evenAfterBreak: true)
      } else if keepsSpace, byte == 0x20 || byte == 0x09 {
        text.append(byte)
      } else if MarkupTokens.isSpace(byte) {
        if !keepsSpace { appendSpace() }
      } else if byte >= 0x20, byte != 0x7F {
        if href == nil {
          if !marker.isEmpty { placeMarker() }
          text.append(byte)
        } else {
          linkText.append(byte)
        }
      }
    }
  }

  /// Appends white space as one space, or omits it at the beginning of a line.
  private mutating func appendSpace() {
    if href != nil {
      if let last = linkText.last, last != 0x20 { linkText.append(0x20) }
    } else if let last = text.last {
      if last != 0x20 { text.append(0x20) }
    } else if marker.isEmpty {
      switch current.last {
      case .link: text.append(0x20)
      case .text(let before), .marked(_, let before): if Array(before.utf8).last != 0x20 { text.append(0x20) }
      case .lineBreak, nil: return
      }
    }
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    let written = String(decoding: text, as: UTF8.self)
    current.append(marks.last.map { .marked($0, written) } ?? .text(written))
    text = []
  }

  /// Ends a line. Two empty lines in a row become one, so that a text can't fill the screen with nothing.
  private mutating func breakLine(evenAfterBreak: Bool = false) {
    endLink()
    trimText()
    guard let last = current.last, current.count > 1 || last != .lineBreak else { return }
    let breaks = current.suffix(2).count { $0 == .lineBreak }
    guard last != .lineBreak || evenAfterBreak && breaks < 2 else { return }
    current.append(.lineBreak)
  }

  private mutating func trimText() {
    while text.last == 0x20 { text.removeLast() }
    endText()
  }

  /// Ends a block. Within an item or a cell another paragraph is another line.
  private mutating func endBlock() {
    if tableCount > 0 {
      endLink()
      appendSpace()
    } else if lists.isEmpty {
      endParagraph()
    } else {
      breakLine()
    }
  }

  private mutating func endParagraph() {
    endLink()
    trimText()
    while current.last == .lineBreak { current.removeLast() }
    if !current.isEmpty {
      paragraphs.append(SanitizedText.Paragraph(current, isPreformatted: preformattedCount > 0))
    }
    current = []
  }
}
